import { useEffect, useRef } from 'preact/hooks';
import { CheckField } from '../../../ui/field.tsx';
import { LegalLinks } from '../../../ui/seller.tsx';
import { useObservableState } from '../../observable-state.ts';
import { payButtonText } from '../pay-button-text.ts';
import { consentOf, mountExpress, TERMS_ID, type WalletParts } from './express.ts';

/** The wallets with what the shopper agrees to, and a line between them and the form. */
export function WalletBox({ parts, at }: { parts: WalletParts; at: 'head' | 'end' }) {
  const { context, agreement } = parts;
  const { t } = context;
  const { busy } = useObservableState(context);
  const { text, error } = useObservableState(agreement);
  const place = useRef<HTMLDivElement>(null);
  const consent = consentOf(context);
  useEffect(() => (place.current ? mountExpress(parts, place.current) : undefined), [parts]);
  const line = <p class="wallets__or">{t(at === 'head' ? 'wallets.or' : 'wallets')}</p>;
  return (
    <section class="wallets" aria-label={t('wallets')} hidden={consent === ''}>
      {at === 'end' && line}
      <div class="consent">
        <CheckField
          id={TERMS_ID}
          required
          checked={consent !== '' && text === consent}
          error={error}
          onChecked={(checked) => agreement.set({ text: checked ? consent : '', error: '' })}
        >
          {consent}
        </CheckField>
        <LegalLinks t={context.t} store={context.offer.store} />
      </div>
      <div ref={place} class="wallets__buttons" />
      {busy === 'pay' && (
        <p class="wallets__paying">
          <span class="spinner" aria-hidden="true" />
          {payButtonText(context, { paying: true })}
        </p>
      )}
      {at === 'head' && line}
    </section>
  );
}
