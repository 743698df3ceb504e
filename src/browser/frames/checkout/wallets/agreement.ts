import type { Context } from '../state.ts';

/** The id of the box that the shopper ticks before a wallet opens. */
export const TERMS_ID = 'walletTerms';

/** What the shopper agrees to before a wallet opens; '' while no variant is chosen. */
export function consentOf({ offer, state }: Pick<Context, 'offer' | 'state'>): string {
  return offer.variants.find(({ id }) => id === state().form.variantId)?.walletConsent ?? '';
}
