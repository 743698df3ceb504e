import { currencyDigits } from './currency.ts';
import { AppError } from './error.ts';
import { because } from './refusal.ts';
import { withoutUnseen } from './unseen.ts';

/** An integer amount in the minor units of an ISO 4217 currency: cents, yen, fils. */
export type Minor = number;

// A hundred thousand million minor units of any currency: far above a price, far below 2^53.
export const AMOUNT_MAX: Minor = 100_000_000_000;

const AMOUNT_LENGTH_MAX = 40; // the largest amount, with separators and all the zeros that a platform may append

/**
 * Reads a decimal as people and spreadsheets write it: `1299`, `1299.5`, `1,299.00`. Throws `invalid_parameter` for more
 * decimals than the currency has, for a sign, for other thousands separators, and for `1,299` in a currency with decimals.
 */
export function parseMoney(text: string, currency: string, param = 'price'): Minor {
  const trimmed = text.trim();
  const match = trimmed.length <= AMOUNT_LENGTH_MAX && /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(trimmed);
  const digits = currencyDigits(currency);
  const [, whole = '', fraction = ''] = match || [];
  // Platforms export two decimals for all currencies, so zeros beyond the currency's own decimals are dropped.
  if (!match || hasTwoReadings(trimmed, digits) || /[1-9]/.test(fraction.slice(digits)))
    throw notAmount(trimmed, currency, param);
  const minor = Number(whole.replaceAll(',', '') + fraction.slice(0, digits).padEnd(digits, '0'));
  if (minor > AMOUNT_MAX)
    throw new AppError('invalid_parameter', 'The amount is too large.', { param, ...because('amount_too_large') });
  return minor;
}

/** True for one comma before three digits: `1,299` is 1299 for some and 1.299 for others, unless the currency has no decimals. */
const hasTwoReadings = (text: string, digits: number) => digits > 0 && /^[1-9]\d{0,2},\d{3}$/.test(text);

/** Says that a text is no amount, and what to write. */
export function notAmount(text: string, currency: string, param = 'price'): AppError {
  const shown = text.slice(0, AMOUNT_LENGTH_MAX);
  const example = toDecimal(15 * 10 ** currencyDigits(currency), currency);
  return new AppError('invalid_parameter', `“${shown}” is not an amount in ${currency}, such as ${example}.`, {
    param,
    ...because('not_amount', { text: shown, currency }),
  });
}

/**
 * Reads an amount from a file that people fill in, also with a decimal comma: `1299,50`, `1.299,50`. Refuses `1,299`, and `1.299` where
 * the currency does not have three decimals: each is 1299 for some and 1.30 for others.
 */
export function parseTypedMoney(text: string, currency: string, param = 'price'): Minor {
  const trimmed = withoutUnseen(text);
  const isUnclear = hasUnclearPoint(trimmed) && currencyDigits(currency) !== 3;
  const decimal = isUnclear ? null : decimalIn(trimmed, currency);
  if (decimal === null) throw notAmount(trimmed, currency, param);
  return parseMoney(decimal, currency, param);
}

/** True for one point before three digits, which separates thousands for some, and decimals for others. */
export const hasUnclearPoint = (text: string): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(text);

/** Returns a number as `plainDecimal` does. A comma before three digits is clear where the currency has no decimals. */
export function decimalIn(text: string, currency: string): string | null {
  const isWhole = currencyDigits(currency) === 0;
  return plainDecimal(isWhole ? text.replace(/^([1-9]\d{0,2}),(\d{3})$/, '$1$2') : text);
}

// In India a group of three comes last, and groups of two before it.
const LAKHS = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;

/** Returns a number with a decimal point and no separators of thousands. Null where it could mean two amounts. */
export function plainDecimal(text: string): string | null {
  const amount = withoutUnseen(text)
    .slice(0, AMOUNT_LENGTH_MAX + 1)
    .replace(/[.,]$/, '');
  if (amount.length > AMOUNT_LENGTH_MAX) return null;
  if (LAKHS.test(amount)) return amount.replaceAll(',', '');
  const [, whole = '', mark = '', fraction = ''] = /^(.*?)(?:([.,])(\d+))?$/.exec(amount) ?? [];
  const groups = whole.split(/[.,'’ \u00a0\u202f]/);
  const hasGroups = groups.length > 1;
  if (hasGroups && groups.slice(1).some((group) => group.length !== 3)) return null;
  if (hasTwoReadings(amount, 1)) return null;
  // The last mark separates thousands where it stands before three digits, as the same mark does before it.
  const isThousands = fraction.length === 3 && whole.includes(mark);
  if (!isThousands && hasGroups && mark !== '' && whole.includes(mark)) return null;
  return isThousands ? `${groups.join('')}${fraction}` : `${groups.join('')}${fraction && `.${fraction}`}`;
}

/** Reads an amount that may be finer than the currency, such as a net price. Then it is rounded, a half up. */
export function roundMoney(text: string, currency: string): { amount: Minor; rounded: boolean } {
  const digits = currencyDigits(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,15})\.(\d{1,30})$/.exec(text.trim()) ?? [];
  const rounded = /[1-9]/.test(fraction.slice(digits));
  if (!rounded) return { amount: parseMoney(text, currency), rounded };
  const amount = parseMoney(`${whole}.${fraction.slice(0, digits)}`.replace(/\.$/, ''), currency);
  return { amount: amount + ((fraction[digits] ?? '0') >= '5' ? 1 : 0), rounded };
}

/** Reads an amount that nothing depends on, such as a struck price of the catalogue. Null where it cannot be read. */
export function moneyOrNull(text: string, currency: string): Minor | null {
  try {
    return roundMoney(text, currency).amount;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Returns major units, such as 129.5. The SDK's events contain them; our code computes in minor units. */
export function toMajor(amount: Minor, currency: string): number {
  return amount / 10 ** currencyDigits(currency);
}

/** Returns a plain decimal with the currency's decimals, such as `129.50`, for exports and the command line. */
export function toDecimal(amount: Minor, currency: string): string {
  return toMajor(amount, currency).toFixed(currencyDigits(currency));
}

/** Returns the amount as readers of `locale` expect it, such as `€129.50`. */
export function formatMoney(amount: Minor, currency: string, locale: string): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? createFormat(currency, locale);
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(key, format);
  return format.format(toMajor(amount, currency));
}

/** Sets the currency's own decimals, because those that Intl chooses differ between runtimes. */
function createFormat(currency: string, locale: string): Intl.NumberFormat {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

// Creating a format takes longer than using it a hundred times, so formats are cached. Shoppers choose the locale, so the
// cache is bounded.
const formats = new Map<string, Intl.NumberFormat>();
const FORMATS_MAX = 500;

/** The smallest and the largest payment that a provider takes in a currency, in minor units. */
export type Chargeable = { least: Minor; most: Minor };

/** Throws `amount_not_chargeable` for the first amount that is not zero and that the provider does not take. */
export function checkChargeable(amounts: readonly Minor[], { least, most }: Chargeable, currency: string): void {
  const wrong = amounts.find((amount) => amount !== 0 && (amount < least || amount > most));
  if (wrong === undefined) return;
  const money = (amount: Minor) => `${toDecimal(amount, currency)} ${currency}`;
  const message = `Payments here are from ${money(least)} to ${money(most)}: ${money(wrong)} cannot be charged.`;
  throw new AppError('amount_not_chargeable', message, { data: { least, most } });
}

/** Splits an amount by weights so that the shares add up exactly: the largest remainders get the odd minor units. */
export function splitByWeight(amount: Minor, weights: readonly number[]): Minor[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (weights.length === 0) return [];
  const even = sum === 0 ? weights.map(() => 1) : weights;
  const evenSum = sum === 0 ? weights.length : sum;
  const exact = even.map((weight) => (BigInt(amount) * BigInt(weight)) / BigInt(evenSum));
  const rest = even.map((weight) => (BigInt(amount) * BigInt(weight)) % BigInt(evenSum));
  const shares = exact.map(Number);
  let odd = amount - shares.reduce((total, share) => total + share, 0);
  const byRemainder = rest.map((_, index) => index).sort((a, b) => Number((rest[b] ?? 0n) - (rest[a] ?? 0n)) || a - b);
  for (const index of byRemainder) {
    if (odd === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    odd -= 1;
  }
  return shares;
}

/** Rounds a fraction to a whole number, a half up. Neither part may be negative. */
export function roundHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}
