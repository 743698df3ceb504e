import { type Minor, roundHalfUp, splitByWeight } from './money.ts';
import { dueNowOf, type PlanTerms, shareDueNow } from './payment-plan.ts';
import { type Millionths, TAX_RATE_MAX } from './tax.ts';

/** The states of a shopper's try to buy. A pre-order and its line items exist only once the checkout is completed. */
export type CheckoutState = 'open' | 'held' | 'completed' | 'expired' | 'abandoned';

export const CHECKOUT_TRANSITIONS: Record<CheckoutState, readonly CheckoutState[]> = {
  open: ['held', 'expired', 'abandoned'],
  held: ['held', 'completed', 'expired', 'abandoned'], // held again: a changed quantity replaces the checkout's hold
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
  /** What a discount code takes off the goods; never more than they cost. */
  discount: Minor;
  /** The flat amount for the destination country, charged once. */
  shipping: Minor;
  /** The destination's rate. Goods and shipping are taxed alike. */
  taxMillionths: Millionths;
  pricesIncludeTax: boolean;
  plan: PlanTerms;
};

/**
 * `subtotal`: the goods before the discount · `dueNow`: the part of `total` that is taken when the pre-order is placed.
 */
export type Quote = {
  subtotal: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  dueNow: Minor;
};
export type LineQuote = Omit<Quote, 'subtotal'> & { unitPrice: Minor };

/** Returns what the shopper is asked to pay. If prices include tax, `tax` is a part of `total` and is not added to it. */
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
 * Returns true when the quoted prices include the tax. The amounts show it, also after the store changed its setting.
 * Amounts without tax do not show it, so the setting is returned, and it makes no difference.
 */
export function taxIsIncluded(
  { subtotal, discount, shipping, tax, total }: Omit<Quote, 'dueNow'>,
  setting: boolean,
): boolean {
  return tax === 0 ? setting : total === subtotal - discount + shipping;
}

/** Shares the quote among line items of one unit each. The shares add up to it exactly. */
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

/**
 * Returns one form of an e-mail address, however it was typed. Who somebody is depends on it, so two mailboxes never have the same: of the
 * name before the @ only capitals of small letters become small, not look-alikes such as the Kelvin sign, which other rules turn into a k.
 * The domain is as a mail server looks it up.
 */
export function normaliseEmail(email: string): string {
  const typed = email.trim();
  const at = typed.lastIndexOf('@') + 1;
  return small(typed.slice(0, at)) + normaliseDomain(typed.slice(at));
}

function small(text: string): string {
  return text.replaceAll(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.toUpperCase() === letter ? lower : letter;
  });
}

/** Returns the domain without what browsers and mail servers take out or replace, such as full-width letters. */
function normaliseDomain(domain: string): string {
  const known = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined;
  return known === undefined || known.includes('xn--') ? domain.toLowerCase() : known;
}
