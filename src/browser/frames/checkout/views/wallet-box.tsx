import { useEffect, useRef } from 'preact/hooks';
import { CheckField } from '../../../ui/field.tsx';
import { LegalLinks } from '../../../ui/seller.tsx';
import { payButtonText } from '../pay-button-text.ts';
import { consentOf, TERMS_ID } from '../wallets/agreement.ts';
import { BeforeContract } from './before-contract.tsx';
import type { ViewProps } from './view-props.ts';

/**
 * The wallets, what the shopper agrees to, and a line between them and the form. Without wallets it is an empty place as large as
 * with them.
 */
export function WalletBox({ context, state, at }: ViewProps & { at: 'head' | 'end' }) {
  const { t } = context;
  const { wallets, busy, walletTerms } = state;
  const place = useRef<HTMLDivElement>(null);
  const consent = consentOf(context);
  useEffect(() => (wallets && place.current ? wallets.mount(place.current) : undefined), [wallets]);
  const line = <p class="wallets__or">{t(at === 'head' ? 'wallets.or' : 'wallets')}</p>;
  return (
    <section class={`wallets${wallets ? '' : ' wallets--none'}`} aria-label={t('wallets')} hidden={consent === ''}>
      {at === 'end' && line}
      <div ref={place} class="wallets__buttons" />
      <div class="consent">
        <CheckField
          id={TERMS_ID}
          required
          checked={consent !== '' && walletTerms.text === consent}
          error={walletTerms.error}
          onChecked={(checked) => context.set({ walletTerms: { text: checked ? consent : '', error: '' } })}
        >
          {consent}
        </CheckField>
        <LegalLinks t={t} store={context.offer.store} />
        <BeforeContract context={context} country="" />
      </div>
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
