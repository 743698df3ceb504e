import { currencyDigits } from './currency.ts';
import { AppError } from './error.ts';

/** Integer minor units of an ISO 4217 currency: cents, yen, fils. */
export type Minor = number;

// A thousand million in the smallest unit of any currency: far above a price, far below 2^53.
export const AMOUNT_MAX: Minor = 100_000_000_000;

/**
 * Reads a decimal as people and spreadsheets write it: `1299`, `1299.5`, `1,299.00`. More decimals than the currency has,
 * signs and other thousands marks are refused with `invalid_parameter`.
 */
export function parseMoney(text: string, currency: string, param = 'price'): Minor {
  const trimmed = text.trim();
  const match = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(trimmed);
  const digits = currencyDigits(currency);
  const whole = match?.[1]?.replaceAll(',', '') ?? '';
  // Platforms export two decimals for every currency: zeros beyond the currency's own say nothing.
  const fraction = (match?.[2] ?? '').replace(/0+$/, '');
  if (!match || fraction.length > digits) {
    throw new AppError(
      'invalid_parameter',
      `“${trimmed.slice(0, 40)}” is not an amount in ${currency}, such as ${toDecimal(15 * 10 ** digits, currency)}.`,
      { param },
    );
  }
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  if (minor > AMOUNT_MAX) throw new AppError('invalid_parameter', 'The amount is too large.', { param });
  return minor;
}

/** Major units for the SDK's events only, e.g. 129.5. */
export function toMajor(amount: Minor, currency: string): number {
  return amount / 10 ** currencyDigits(currency);
}

/** A plain decimal with the currency's digits, e.g. `129.50`: for exports and the command line. */
export function toDecimal(amount: Minor, currency: string): string {
  return toMajor(amount, currency).toFixed(currencyDigits(currency));
}

/** As a reader of `locale` expects to see it, e.g. `€129.50`. */
export function formatMoney(amount: Minor, currency: string, locale: string): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? createFormat(currency, locale);
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(key, format);
  return format.format(toMajor(amount, currency));
}

/** The decimals are the currency's own: those that Intl would choose change from one runtime to the next. */
function createFormat(currency: string, locale: string): Intl.NumberFormat {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

// Making one takes longer than using it a hundred times. Shoppers choose the locale: bounded.
const formats = new Map<string, Intl.NumberFormat>();
const FORMATS_MAX = 500;

/** What a payment provider takes at once in a currency, in minor units. */
export type Chargeable = { least: Minor; most: Minor };

/** `amount_not_chargeable` for the first of them that is neither nothing nor something that can be charged. */
export function checkChargeable(amounts: readonly Minor[], { least, most }: Chargeable, currency: string): void {
  const wrong = amounts.find((amount) => amount !== 0 && (amount < least || amount > most));
  if (wrong === undefined) return;
  const money = (amount: Minor) => `${toDecimal(amount, currency)} ${currency}`;
  const message = `Payments here are from ${money(least)} to ${money(most)}: ${money(wrong)} cannot be charged.`;
  throw new AppError('amount_not_chargeable', message, { data: { least, most } });
}

/** Splits an amount by weights so that the shares add up exactly: the largest remainders get the odd units. */
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

/** A fraction as a whole number; half of one is rounded up. Neither part is negative. */
export function roundHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}
