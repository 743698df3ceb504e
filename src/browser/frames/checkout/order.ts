import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import type { CheckoutVariant } from '../../../protocol/wire/checkout-document.ts';
import { countryOf } from './form.ts';
import { estimate, type Quote } from './quote.ts';
import type { Context, State } from './state.ts';

/**
 * What the shopper is about to pre-order. `settled` is the service's view of it, null while it is still estimated. `country` is the
 * name of the one that the estimate is for.
 */
export type Order = {
  variant: CheckoutVariant;
  quantity: number;
  quote: Quote;
  settled: CheckoutView | null;
  country?: string | undefined;
};

type OrderInput = Pick<State, 'screen' | 'form' | 'checkout'>;

/** Returns what the service holds, or the form's values before the hold and while the form is being changed. */
export function orderOf({ offer }: Pick<Context, 'offer'>, { screen, form, checkout }: OrderInput): Order | null {
  const settled = screen !== 'shipping' && screen !== 'sold_out' && screen !== 'expired' ? checkout : null;
  const { variantId, quantity } = settled ?? form;
  const variant = offer.variants.find(({ id }) => id === variantId);
  if (!variant) return null;
  if (settled) return { variant, quantity, quote: settled, settled };
  const country = countryOf(offer, form.address.country);
  const quote = estimate(offer, { variant, quantity, country, region: form.address.region });
  return { variant, quantity, quote, settled: null, country: country?.name };
}

/** Returns when the order ships; before a variant is chosen, when the first one does. */
export function shipsOf(context: Pick<Context, 'offer'>, state: OrderInput): string | undefined {
  const order = orderOf(context, state);
  return (order?.settled ?? order?.variant ?? context.offer.variants[0])?.ships;
}
