import type { CheckoutCountry, CheckoutOffer, CheckoutVariant } from '../../../protocol/wire/checkout-document.ts';

/** Minor units. `shipping`, `tax` and `total` are null as long as nobody knows where it goes. */
export type Quote = { subtotal: number; shipping: number | null; tax: number | null; total: number | null };

/** What the service will ask for, shown before it is asked; the amount on the pay button always comes from the service. */
export function estimate(
  offer: CheckoutOffer,
  { variant, quantity, country }: { variant: CheckoutVariant; quantity: number; country: CheckoutCountry | undefined },
): Quote {
  const subtotal = variant.price * quantity;
  if (!country) return { subtotal, shipping: null, tax: null, total: null };
  const base = subtotal + country.shipping;
  const rate = country.taxBasisPoints;
  const tax = Math.round((base * rate) / (offer.pricesIncludeTax ? 10_000 + rate : 10_000));
  return { subtotal, shipping: country.shipping, tax, total: offer.pricesIncludeTax ? base : base + tax };
}
