import type { CheckoutCountry, CheckoutOffer, CheckoutVariant } from '../../../protocol/wire/checkout-document.ts';

/** Amounts in minor units. `shipping`, `tax` and `total` are null until the country is known. */
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
 * Estimates the service's quote before the units are held. The amounts beside the pay button always come from the service.
 * The estimate has no discount, because only the service knows the codes.
 */
export function estimate(offer: CheckoutOffer, { variant, quantity, country, region }: Order): Quote {
  const subtotal = variant.price * quantity;
  if (!country) return { subtotal, discount: 0, shipping: null, tax: null, total: null };
  const base = subtotal + country.shipping;
  const rate = BigInt(country.regionTax?.[region] ?? country.taxMillionths);
  const whole = offer.pricesIncludeTax ? MILLION + rate : MILLION;
  // Rounds half a unit up, as the service does. In BigInt, because a large amount times a rate exceeds exact numbers.
  const tax = Number((2n * BigInt(base) * rate + whole) / (2n * whole));
  const total = offer.pricesIncludeTax ? base : base + tax;
  return { subtotal, discount: 0, shipping: country.shipping, tax, total };
}
