import { AppError } from './error.ts';
import { AMOUNT_MAX, type Minor, splitByWeight } from './money.ts';

/** When a shopper pays: all now, all at the release, or a part now and the rest at the release. */
export const PAYMENT_PLANS = ['pay_now', 'pay_later', 'deposit'] as const;
export type PaymentPlan = (typeof PAYMENT_PLANS)[number];

/** `amount`: minor units for each line item · `percent`: basis points of what the pre-order costs. */
export type Deposit = { kind: 'amount' | 'percent'; value: number };

/** The payment terms of a waitlist. Each pre-order keeps a copy of the terms under which it was sold. */
export type PlanTerms = {
  plan: PaymentPlan;
  /** Null unless the plan is `deposit`. */
  deposit: Deposit | null;
  /** True when a shopper who cancels gets the deposit back. When the merchant cancels, the shopper always gets it back. */
  depositRefundable: boolean;
};

export const PAY_NOW: PlanTerms = { plan: 'pay_now', deposit: null, depositRefundable: true };

/**
 * Returns the terms. Throws `invalid_parameter` for a deposit that is not a part of a price, or that the plan does not
 * use.
 */
function checkPlan({ plan, deposit, depositRefundable }: PlanTerms): PlanTerms {
  if (plan !== 'deposit') {
    if (deposit !== null) throw invalid('Only the plan deposit has a deposit.');
    return { plan, deposit: null, depositRefundable: true };
  }
  if (deposit === null) throw invalid('The plan deposit needs its deposit, such as 20% or 30.00.');
  const { kind, value } = deposit;
  const max = kind === 'percent' ? 9_999 : AMOUNT_MAX;
  if (!Number.isSafeInteger(value) || value < 1 || value > max) {
    const range = kind === 'percent' ? 'more than 0% and less than 100%' : 'an amount above zero';
    throw invalid(`A deposit is ${range}.`);
  }
  return { plan, deposit: { kind, value }, depositRefundable };
}

/**
 * A change of terms. An absent or `undefined` part stays, unless the plan does not use it. A deposit means the plan
 * `deposit`.
 */
export type PlanChange = { [K in keyof PlanTerms]?: PlanTerms[K] | undefined };

export function changePlan(current: PlanTerms, change: PlanChange): PlanTerms {
  const plan = change.plan ?? (change.deposit ? 'deposit' : current.plan);
  if (plan !== 'deposit' && change.depositRefundable !== undefined) {
    throw invalid('Only the plan deposit keeps or gives back a deposit.');
  }
  const { deposit = plan === 'deposit' ? current.deposit : null, depositRefundable = current.depositRefundable } =
    change;
  return checkPlan({ plan, deposit, depositRefundable });
}

function invalid(message: string): AppError {
  return new AppError('invalid_parameter', message, { param: 'deposit' });
}

/**
 * Returns the part of `total` that is taken when the pre-order is placed. A deposit is rounded up, and at most `total`.
 */
export function dueNowOf({ plan, deposit }: PlanTerms, total: Minor, quantity: number): Minor {
  if (plan === 'pay_now') return total;
  if (deposit === null) return 0;
  const asked = deposit.kind === 'amount' ? deposit.value * quantity : ceilOfParts(total, deposit.value);
  return Math.min(total, asked);
}

function ceilOfParts(total: Minor, basisPoints: number): Minor {
  return Number((BigInt(total) * BigInt(basisPoints) + 9_999n) / 10_000n);
}

/** Returns each line item's share of `dueNow`. The shares add up exactly, and none exceeds its line item's total. */
export function shareDueNow(dueNow: Minor, lineTotals: readonly Minor[]): Minor[] {
  return splitByWeight(dueNow, lineTotals);
}

/**
 * When the money of one pre-order moves, by its amounts and not by its plan: a deposit of the whole price is paying now.
 */
export type PaymentTiming = 'now' | 'later' | 'parts';

export function paymentTiming({ dueNow, total }: { dueNow: Minor; total: Minor }): PaymentTiming {
  if (dueNow === total) return 'now';
  return dueNow === 0 ? 'later' : 'parts';
}
