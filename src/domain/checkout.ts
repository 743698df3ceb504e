import { type Minor, roundHalfUp, splitByWeight } from './money.ts';
import { dueNowOf, type PlanTerms, shareDueNow } from './payment-plan.ts';
import { type Millionths, TAX_RATE_MAX } from './tax.ts';

/** A shopper's try to buy. A pre-order and its lines exist only once it is placed. */
export type CheckoutState = 'open' | 'held' | 'completed' | 'expired' | 'abandoned';

export const CHECKOUT_TRANSITIONS: Record<CheckoutState, readonly CheckoutState[]> = {
  open: ['held', 'expired', 'abandoned'],
  held: ['held', 'completed', 'expired', 'abandoned'], // held again: a changed quantity replaces the own hold
  completed: [],
  expired: [],
  abandoned: [],
};

export function checkoutCanBecome(from: CheckoutState, to: CheckoutState): boolean {
  return CHECKOUT_TRANSITIONS[from].includes(to);
}

export type QuoteTerms = {
  unitPrice: Minor;
  quantity: number;
  /** What a code takes off the goods; never more than they cost. */
  discount: Minor;
  /** Flat amount for the destination country, charged once. */
  shipping: Minor;
  /** The destination's rate; on goods and shipping alike. */
  taxMillionths: Millionths;
  pricesIncludeTax: boolean;
  plan: PlanTerms;
};

/** `subtotal` is what the goods cost before the discount; `dueNow` is the part of `total` that is taken when placing. */
export type Quote = {
  subtotal: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  dueNow: Minor;
};
export type LineQuote = Omit<Quote, 'subtotal'> & { unitPrice: Minor };

/** What the shopper is asked to pay. With inclusive prices `tax` is the part of `total` that is tax. */
export function quote(terms: QuoteTerms): Quote {
  const { discount, shipping, taxMillionths, pricesIncludeTax } = terms;
  const subtotal = terms.unitPrice * terms.quantity;
  const base = subtotal - discount + shipping;
  const tax = roundHalfUp(
    BigInt(base) * BigInt(taxMillionths),
    BigInt(pricesIncludeTax ? TAX_RATE_MAX + taxMillionths : TAX_RATE_MAX),
  );
  const total = pricesIncludeTax ? base : base + tax;
  return { subtotal, discount, shipping, tax, total, dueNow: dueNowOf(terms.plan, total, terms.quantity) };
}

/**
 * Whether the tax is part of the prices of what was quoted: the amounts say so themselves, whatever the store's setting
 * has become since. Without a tax nobody can tell, and it makes no difference.
 */
export function taxIsIncluded(
  { subtotal, discount, shipping, tax, total }: Omit<Quote, 'dueNow'>,
  setting: boolean,
): boolean {
  return tax === 0 ? setting : total === subtotal - discount + shipping;
}

/** The quote's shares per line item, one unit each; they add up to it exactly. */
export function quoteLines(
  whole: Quote,
  { unitPrice, quantity }: Pick<QuoteTerms, 'unitPrice' | 'quantity'>,
): LineQuote[] {
  const equal = Array.from({ length: quantity }, () => 1);
  const discount = splitByWeight(whole.discount, equal);
  const shipping = splitByWeight(whole.shipping, equal);
  const tax = splitByWeight(whole.tax, equal);
  const onTop = !taxIsIncluded(whole, true);
  const shares = equal.map((_, index) => {
    const share = { discount: discount[index] ?? 0, shipping: shipping[index] ?? 0, tax: tax[index] ?? 0 };
    return { unitPrice, ...share, total: unitPrice - share.discount + share.shipping + (onTop ? share.tax : 0) };
  });
  const dueNow = shareDueNow(
    whole.dueNow,
    shares.map(({ total }) => total),
  );
  return shares.map((share, index) => ({ ...share, dueNow: dueNow[index] ?? 0 }));
}

/** One person's e-mail, however it was typed: what the limit per customer counts. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
