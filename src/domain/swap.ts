import { type Minor, roundHalfUp } from './money.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { LineState } from './preorder.ts';
import { type Millionths, TAX_RATE_MAX } from './tax.ts';

/** How long a unit waits for its difference to be paid: as long as a page with a card form is open. */
export const SWAP_MINUTES = 30;

/** What a line item costs, and what of it was due when it was placed. */
export type LinePrice = {
  unitPrice: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  dueNow: Minor;
  /** What the merchant gave back of it. */
  givenBack: Minor;
};

/** What the whole pre-order was sold under. */
export type SoldTerms = { plan: PaymentPlan; pricesIncludeTax: boolean; taxMillionths: Millionths };

/** Only what still waits may become another variant: what is released is on its way as it is. */
export function canSwap(state: LineState): boolean {
  return state === 'placed';
}

/**
 * The line item as one of another variant at `unitPrice`. Delivery, rate of tax and what a code took off stay as they were
 * sold, so that whoever changes back pays what they paid before. A discount never exceeds the price, though: what of it a
 * cheaper variant had no room for does not come back. A deposit stays what it was: what is dearer is due with the rest.
 */
export function swapLine(line: LinePrice, unitPrice: Minor, terms: SoldTerms): LinePrice {
  const discount = Math.min(line.discount, unitPrice);
  const base = unitPrice - discount + line.shipping;
  const tax = Math.max(0, line.tax + taxOf(base, terms) - taxOf(baseOf(line), terms));
  const total = terms.pricesIncludeTax ? base : base + tax;
  const dueNow = terms.plan === 'pay_now' ? total : Math.min(line.dueNow, total);
  const { shipping } = line;
  return { unitPrice, discount, shipping, tax, total, dueNow, givenBack: Math.min(line.givenBack, total) };
}

/** What changes for the shopper: together the difference of the totals, unless something was given back before. */
export type SwapDifference = {
  /** Paid before anything changes, or given back when negative. */
  now: Minor;
  /** More, or less when negative, that is due when it is released. */
  later: Minor;
};

export function swapDifference(before: LinePrice, after: LinePrice): SwapDifference {
  const now = owedNow(after) - owedNow(before);
  const whole = after.total - after.givenBack - (before.total - before.givenBack);
  return { now, later: whole - now };
}

/** What a line item that waits should have paid. */
function owedNow({ dueNow, givenBack }: LinePrice): Minor {
  return Math.max(0, dueNow - givenBack);
}

function baseOf({ unitPrice, discount, shipping }: Pick<LinePrice, 'unitPrice' | 'discount' | 'shipping'>): Minor {
  return unitPrice - discount + shipping;
}

type Taxed = Pick<SoldTerms, 'pricesIncludeTax' | 'taxMillionths'>;

function taxOf(base: Minor, { pricesIncludeTax, taxMillionths }: Taxed): Minor {
  const whole = pricesIncludeTax ? TAX_RATE_MAX + taxMillionths : TAX_RATE_MAX;
  return roundHalfUp(BigInt(base) * BigInt(taxMillionths), BigInt(whole));
}

type Sold = { subtotal: Minor; discount: Minor; shipping: Minor; tax: Minor; pricesIncludeTax: boolean };

// Whole per cents, halves, tenths and so on: of the rates that make this tax the one that a law would name.
const STEPS: readonly Millionths[] = [10_000, 5_000, 1_000, 500, 100, 10, 1];

/** The rate that was charged, found in what was charged: the plainest that makes exactly this tax of this price. */
export function rateAsSold({ subtotal, discount, shipping, tax, pricesIncludeTax }: Sold): Millionths {
  const base = subtotal - discount + shipping;
  const net = pricesIncludeTax ? base - tax : base;
  if (tax === 0 || net <= 0) return 0;
  const exact = roundHalfUp(BigInt(tax) * BigInt(TAX_RATE_MAX), BigInt(net));
  const near = STEPS.map((step) => Math.round(exact / step) * step);
  return near.find((taxMillionths) => taxOf(base, { pricesIncludeTax, taxMillionths }) === tax) ?? exact;
}
