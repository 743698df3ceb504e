import { type Minor, splitByWeight } from './money.ts';

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
  /** Flat amount for the destination country, charged once. */
  shipping: Minor;
  /** Basis points of the destination country; on goods and shipping alike. */
  taxBasisPoints: number;
  pricesIncludeTax: boolean;
};

export type Quote = { subtotal: Minor; shipping: Minor; tax: Minor; total: Minor };
export type LineQuote = { unitPrice: Minor; shipping: Minor; tax: Minor; total: Minor };

/** What the shopper is asked to pay. With inclusive prices `tax` is the part of `total` that is tax. */
export function quote(terms: QuoteTerms): Quote {
  const subtotal = terms.unitPrice * terms.quantity;
  const base = subtotal + terms.shipping;
  const tax = terms.pricesIncludeTax
    ? roundHalfUp(BigInt(base) * BigInt(terms.taxBasisPoints), BigInt(10_000 + terms.taxBasisPoints))
    : roundHalfUp(BigInt(base) * BigInt(terms.taxBasisPoints), 10_000n);
  return { subtotal, shipping: terms.shipping, tax, total: terms.pricesIncludeTax ? base : base + tax };
}

/** The quote's shares per line item; they add up to it exactly. */
export function quoteLines(
  total: Quote,
  terms: Pick<QuoteTerms, 'unitPrice' | 'quantity' | 'pricesIncludeTax'>,
): LineQuote[] {
  const equal = Array.from({ length: terms.quantity }, () => 1);
  const shipping = splitByWeight(total.shipping, equal);
  const tax = splitByWeight(total.tax, equal);
  return equal.map((_, index) => {
    const share = { shipping: shipping[index] ?? 0, tax: tax[index] ?? 0 };
    const lineTotal = terms.unitPrice + share.shipping + (terms.pricesIncludeTax ? 0 : share.tax);
    return { unitPrice: terms.unitPrice, ...share, total: lineTotal };
  });
}

function roundHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}

/** One person's e-mail, however it was typed: what the limit per customer counts. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
