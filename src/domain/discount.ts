import { AppError } from './error.ts';
import { AMOUNT_MAX, type Minor, roundHalfUp } from './money.ts';
import { checkAhead } from './store-time.ts';

/** The terms of a discount code. A pre-order has at most one code. */
export type DiscountTerms = {
  /** `percent`: basis points of the goods; `amount`: minor units off the goods of the whole pre-order, once. */
  kind: 'percent' | 'amount';
  value: number;
  /** The least that the goods must cost, before the discount. */
  minimum: Minor;
  startsAt: Date | null;
  endsAt: Date | null;
  /** How many pre-orders may have the code; null for any number. */
  usesMax: number | null;
  /** Our ids of the product and the waitlist that the code is for; null for any. */
  productId: string | null;
  waitlistId: string | null;
  /** When the merchant ended the code. */
  endedAt: Date | null;
};

/**
 * What a shopper wants to use a code for. `uses` counts the pre-orders, and checkouts being paid, that have the code
 * already.
 */
export type DiscountQuestion = { now: Date; goods: Minor; productId: string; waitlistId: string; uses: number };

export type DiscountRefusal =
  | { reason: 'not_found' | 'expired' | 'used_up' | 'not_applicable' }
  | { reason: 'minimum'; minimum: Minor };
export type DiscountDecision = { kind: 'granted'; amount: Minor } | ({ kind: 'refused' } & DiscountRefusal);

/** Decides about a code. One that has not begun yet is `not_found`, so that nobody learns of it before. */
export function decideDiscount(terms: DiscountTerms | null, asked: DiscountQuestion): DiscountDecision {
  if (!terms || (terms.startsAt && terms.startsAt > asked.now)) return { kind: 'refused', reason: 'not_found' };
  if (terms.endedAt || (terms.endsAt && terms.endsAt <= asked.now)) return { kind: 'refused', reason: 'expired' };
  const fits =
    (terms.productId === null || terms.productId === asked.productId) &&
    (terms.waitlistId === null || terms.waitlistId === asked.waitlistId);
  if (!fits) return { kind: 'refused', reason: 'not_applicable' };
  if (asked.goods < terms.minimum) return { kind: 'refused', reason: 'minimum', minimum: terms.minimum };
  if (terms.usesMax !== null && asked.uses >= terms.usesMax) return { kind: 'refused', reason: 'used_up' };
  return { kind: 'granted', amount: discountOf(terms, asked.goods) };
}

/** Returns what the code takes off: at most what the goods cost. A half minor unit is rounded up. */
function discountOf({ kind, value }: DiscountTerms, goods: Minor): Minor {
  const off = kind === 'amount' ? value : roundHalfUp(BigInt(goods) * BigInt(value), 10_000n);
  return Math.min(goods, off);
}

const CODE_LENGTH_MAX = 40;

/**
 * Returns the form in which a typed code is stored and compared: upper case, no spaces. Null for text that cannot be a
 * code.
 */
export function foldDiscountCode(text: string): string | null {
  if (text.length > 4 * CODE_LENGTH_MAX) return null;
  const code = text.normalize('NFKC').replace(/\s+/g, '').toUpperCase();
  return code.length <= CODE_LENGTH_MAX && /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(code) ? code : null;
}

/**
 * Returns the stored form of a new code. Throws `invalid_parameter`, with the form of codes, for text that cannot be one.
 */
export function checkDiscountCode(text: string): string {
  const code = foldDiscountCode(text);
  if (code !== null) return code;
  throw invalid('code', `A code has 1 to ${CODE_LENGTH_MAX} letters, digits, hyphens and underscores.`);
}

const USES_MAX = 1_000_000;

/** Throws `invalid_parameter` or `invalid_dates` for the first term that is wrong. */
export function checkDiscount(terms: Omit<DiscountTerms, 'productId' | 'waitlistId' | 'endedAt'>): void {
  const { kind, value, minimum, startsAt, endsAt, usesMax } = terms;
  if (!isWhole(value, 1, kind === 'percent' ? 10_000 : AMOUNT_MAX)) {
    throw invalid('off', 'A discount is more than 0% and at most 100%, or an amount above zero.');
  }
  if (!isWhole(minimum, 0, AMOUNT_MAX)) throw invalid('minimum', 'The minimum is an amount of zero or more.');
  if (usesMax !== null && !isWhole(usesMax, 1, USES_MAX)) {
    throw invalid('uses_max', `The number of uses is a whole number from 1 to ${USES_MAX}.`);
  }
  if (startsAt && endsAt && endsAt <= startsAt) {
    throw new AppError('invalid_dates', 'The code would end before it begins.', { param: 'ends_at' });
  }
}

/** Throws `invalid_dates` when the code would have ended already, or would begin or end more than ten years ahead. */
export function checkDiscountTimes(
  { startsAt, endsAt }: Pick<DiscountTerms, 'startsAt' | 'endsAt'>,
  clock: { now: Date; timeZone: string },
): void {
  if (startsAt && startsAt > clock.now) checkAhead(startsAt, clock, 'starts_at');
  checkAhead(endsAt, clock, 'ends_at');
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}

function invalid(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param });
}
