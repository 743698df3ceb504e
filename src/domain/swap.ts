import { type Minor, roundHalfUp } from './money.ts';
import type { PaymentPlan } from './payment-plan.ts';
import type { LineState } from './preorder.ts';
import { type Millionths, TAX_RATE_MAX } from './tax.ts';

/** How long a swap keeps its new unit for the difference to be paid: about as long as a card form stays open. */
export const SWAP_MINUTES = 30;

/** What a line item costs, and the part that was due when the pre-order was placed. */
export type LinePrice = {
  unitPrice: Minor;
  discount: Minor;
  shipping: Minor;
  tax: Minor;
  total: Minor;
  dueNow: Minor;
  /** What the merchant gave back of the line item. */
  givenBack: Minor;
};

/** The terms under which the whole pre-order was sold. */
export type SoldTerms = { plan: PaymentPlan; pricesIncludeTax: boolean; taxMillionths: Millionths };

/** Returns true while the line item waits for its unit. A released one is on its way, so its variant cannot change. */
export function canSwap(state: LineState): boolean {
  return state === 'placed';
}

/**
 * Returns the line item with another variant at `unitPrice`. Shipping, tax rate and discount stay as sold, so a shopper
 * who swaps back pays the first price again. But a discount is cut to the price of a cheaper variant, and the part cut off
 * does not come back. A deposit stays the same, or is cut to a lower total. The price difference of a more expensive
 * variant is due with the balance.
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

/**
 * What a swap changes for the shopper. The parts add up to the difference of the totals, unless money was given back
 * before.
 */
export type SwapDifference = {
  /** Paid before the swap takes effect; given back when negative. */
  now: Minor;
  /** Added to what is due at the release; taken off when negative. */
  later: Minor;
};

export function swapDifference(before: LinePrice, after: LinePrice): SwapDifference {
  const now = owedNow(after) - owedNow(before);
  const whole = after.total - after.givenBack - (before.total - before.givenBack);
  return { now, later: whole - now };
}

/** Returns what a line item that waits for its unit should have paid. */
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

// Whole per cents, halves, tenths and so on. Of all rates that give the same tax, a law would name the plainest.
const STEPS: readonly Millionths[] = [10_000, 5_000, 1_000, 500, 100, 10, 1];

/** Finds the tax rate in the amounts that were charged: the plainest rate that gives exactly this tax. */
export function rateAsSold({ subtotal, discount, shipping, tax, pricesIncludeTax }: Sold): Millionths {
  const base = subtotal - discount + shipping;
  const net = pricesIncludeTax ? base - tax : base;
  if (tax === 0 || net <= 0) return 0;
  const exact = roundHalfUp(BigInt(tax) * BigInt(TAX_RATE_MAX), BigInt(net));
  const near = STEPS.map((step) => Math.round(exact / step) * step);
  return near.find((taxMillionths) => taxOf(base, { pricesIncludeTax, taxMillionths }) === tax) ?? exact;
}
