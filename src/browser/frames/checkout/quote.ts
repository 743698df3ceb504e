import type { CheckoutCountry, CheckoutOffer, CheckoutVariant } from '../../../protocol/wire/checkout-document.ts';

/** Minor units. `shipping`, `tax` and `total` are null as long as nobody knows where it goes. */
export type Quote = {
  subtotal: number;
  discount: number;
  shipping: number | null;
  tax: number | null;
  total: number | null;
};

type Order = { variant: CheckoutVariant; quantity: number; country: CheckoutCountry | undefined; region: string };

const MILLION = 1_000_000n;

/**
 * What the service will ask for, shown before it is asked; the amounts beside the pay button always come from the service.
 * Codes are the service's to know, so before the units are held nothing is taken off.
 */
export function estimate(offer: CheckoutOffer, { variant, quantity, country, region }: Order): Quote {
  const subtotal = variant.price * quantity;
  if (!country) return { subtotal, discount: 0, shipping: null, tax: null, total: null };
  const base = subtotal + country.shipping;
  const rate = BigInt(country.regionTax?.[region] ?? country.taxMillionths);
  const whole = offer.pricesIncludeTax ? MILLION + rate : MILLION;
  // Half a unit is rounded up, as the service does: in whole numbers, since a large amount times a rate is beyond exact ones.
  const tax = Number((2n * BigInt(base) * rate + whole) / (2n * whole));
  const total = offer.pricesIncludeTax ? base : base + tax;
  return { subtotal, discount: 0, shipping: country.shipping, tax, total };
}
