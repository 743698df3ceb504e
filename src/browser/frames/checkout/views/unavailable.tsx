import { Button } from '../../../ui/button.tsx';
import type { Texts } from '../texts.ts';

type UnavailableProps = { t: Texts; close: () => void; embedded: boolean };

/** The document has no offer (the waitlist closed before it was loaded), or no page around it. */
export function Unavailable({ t, close, embedded }: UnavailableProps) {
  const reason = embedded ? 'closed' : 'alone';
  return (
    <main class="step step--centred step--alone" aria-labelledby="heading">
      <h1 id="heading" tabIndex={-1}>
        {t(`${reason}.title`)}
      </h1>
      <p class="lead">{t(`${reason}.text`)}</p>
      {embedded && <Button onPress={close}>{t('back_to_store')}</Button>}
    </main>
  );
}
