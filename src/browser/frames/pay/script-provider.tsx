import { useEffect } from 'preact/hooks';
import type { ProviderScript } from '../../../protocol/wire/checkout-document.ts';
import type { PayDocument } from '../../../protocol/wire/pay-document.ts';
import { createProviderCard } from '../checkout/provider-card.ts';
import { ProviderCardFields } from '../checkout/views/provider-card-fields.tsx';
import type { PayProvider } from './provider.ts';

/** The merchant's own provider, with its card form and its own second step at the shopper's bank. */
export function createScriptPayProvider(data: PayDocument & { script: ProviderScript }): PayProvider {
  const card = createProviderCard(data.script, data.locale);
  const asked = { amount: data.kind === 'save' ? 0 : data.amount, currency: data.currency, keeps: data.keepsCard };
  return {
    Fields: ({ t }) => <ProviderCardFields t={t} card={card} asked={asked} />,
    // On an error the fields show it and offer to load the form again.
    token: () => card.token(asked).catch(() => null),
    Challenge({ action, answered }) {
      useEffect(() => {
        // Ignores the result: the service decides what became of the payment.
        card.finish(action.clientSecret).then(answered, answered);
      }, []);
      return <span class="spinner spinner--large" aria-hidden="true" />;
    },
  };
}
