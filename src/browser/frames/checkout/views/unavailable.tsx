import type { CheckoutDocument } from '../../../../protocol/wire/checkout-document.ts';
import { Button } from '../../../ui/button.tsx';
import type { Texts } from '../texts.ts';

type UnavailableProps = {
  t: Texts;
  close: () => void;
  embedded: boolean;
  unknown: CheckoutDocument['unknown'];
};

/** Shown when the document has no offer (unknown product, or a waitlist that closed before the load) or no embedding page. */
export function Unavailable({ t, close, embedded, unknown }: UnavailableProps) {
  const reason = embedded ? (unknown ? 'unknown' : 'closed') : 'alone';
  return (
    <main class="step step--centred step--alone" aria-labelledby="heading">
      <h1 id="heading" tabIndex={-1}>
        {t(`${reason}.title`)}
      </h1>
      <p class="lead">{t(`${reason}.text`)}</p>
      {embedded && unknown && <code>{unknown}</code>}
      {embedded && <Button onPress={close}>{t('back_to_store')}</Button>}
    </main>
  );
}
