import { AppError } from './error.ts';
import { AMOUNT_MAX, type Minor, splitByWeight } from './money.ts';

/** When a shopper pays: all at once, nothing before the release, or a part now and the rest at the release. */
export const PAYMENT_PLANS = ['pay_now', 'pay_later', 'deposit'] as const;
export type PaymentPlan = (typeof PAYMENT_PLANS)[number];

/** `amount`: minor units for each line item; `percent`: basis points of what the pre-order costs. */
export type Deposit = { kind: 'amount' | 'percent'; value: number };

/** What a waitlist sells under; what was sold keeps its own copy. */
export type PlanTerms = {
  plan: PaymentPlan;
  /** Of the plan `deposit`, and of no other. */
  deposit: Deposit | null;
  /** Whether a shopper who cancels gets the deposit back. When the merchant cancels, all of it goes back. */
  depositRefundable: boolean;
};

export const PAY_NOW: PlanTerms = { plan: 'pay_now', deposit: null, depositRefundable: true };

/** `invalid_parameter` for a deposit that is no part of a price, and for one that the plan has no use for. */
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

/** What is left out or `undefined` stays, as far as the plan has a use for it; naming a deposit means the plan of that name. */
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

/** The part of `total` that is taken when the pre-order is placed: a deposit is rounded up, and never more than all. */
export function dueNowOf({ plan, deposit }: PlanTerms, total: Minor, quantity: number): Minor {
  if (plan === 'pay_now') return total;
  if (deposit === null) return 0;
  const asked = deposit.kind === 'amount' ? deposit.value * quantity : ceilOfParts(total, deposit.value);
  return Math.min(total, asked);
}

function ceilOfParts(total: Minor, basisPoints: number): Minor {
  return Number((BigInt(total) * BigInt(basisPoints) + 9_999n) / 10_000n);
}

/** What is due now of each line item: together exactly `dueNow`, of none more than its total. */
export function shareDueNow(dueNow: Minor, lineTotals: readonly Minor[]): Minor[] {
  return splitByWeight(dueNow, lineTotals);
}

/** How the money of one pre-order moves, whatever its plan is called: a deposit of the whole price is paying now. */
export type PaymentTiming = 'now' | 'later' | 'parts';

export function paymentTiming({ dueNow, total }: { dueNow: Minor; total: Minor }): PaymentTiming {
  if (dueNow === total) return 'now';
  return dueNow === 0 ? 'later' : 'parts';
}
