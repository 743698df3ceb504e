import { Button } from '../../../ui/button.tsx';
import type { Texts } from '../texts.ts';

/** The document has no offer: the waitlist closed before it was loaded, or there never was one. */
export function Unavailable({ t, close }: { t: Texts; close: () => void }) {
  return (
    <main class="step step--centred step--alone">
      <h1 id="heading" tabIndex={-1}>
        {t('closed.title')}
      </h1>
      <p class="lead">{t('closed.text')}</p>
      <Button onPress={close}>{t('back_to_store')}</Button>
    </main>
  );
}
