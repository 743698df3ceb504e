import { currentLocale, t } from '../texts.ts';
import { hasTwoReadings, localDecimal, plainDecimal } from './plain-decimal.ts';

/** Formats an amount of the API, such as `129.00`. */
export function money(amount: string, currency: string): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(currentLocale(), options).format(amount as `${number}`);
}

/** Reads an amount or a rate as it was typed: `1.299,00` where commas come before decimals, `1,299.00` elsewhere. */
export function decimal(typed: string): string {
  return plainDecimal(typed, currentLocale());
}

/** Tells whether this is an amount or a rate as people type it. */
export const isAmount = (typed: string): boolean => /^\d+(\.\d+)?$/.test(decimal(typed));

/** Writes an amount or a rate of the API as it is typed. */
export const typedDecimal = (plain: string | null): string => localDecimal(plain ?? '', currentLocale());

/** Says what is wrong with an amount or a rate as it is typed. A currency of two decimals has no `1.000` that means one. */
export function wrongDecimal(typed: string, currency?: string): string | undefined {
  if (!isAmount(typed)) return t('check.amount', { example: typedDecimal('4.90') });
  if (currency === undefined || digitsOf(currency) > 2 || !hasTwoReadings(typed, currentLocale())) return undefined;
  const many = typed.trim().replace(/[.,]/, '');
  return t('check.readings', { typed: typed.trim(), many, one: typedDecimal(Number(decimal(typed)).toFixed(2)) });
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Writes a part of a whole: 0.25 as `25%`. */
export const percent = (part: number, digits = 0): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: digits }).format(part);

export const count = (value: number): string => new Intl.NumberFormat(currentLocale()).format(value);

/** Adds amounts of one currency, which the API writes with the same decimals. */
export function sum(amounts: readonly string[]): string {
  const digits = amounts[0]?.split('.')[1]?.length ?? 0;
  const minor = amounts.reduce((total, amount) => total + Math.round(Number(amount) * 10 ** digits), 0);
  return (minor / 10 ** digits).toFixed(digits);
}

/** Formats a day, such as `2026-06-10`: days are the store's, so no time zone may move them. */
export function day(date: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/** Formats a window of days as one text: `10–15 Jun 2026`. */
export function days({ from, until }: { from: string; until: string }): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(new Date(from), new Date(until));
}

/** Formats a moment in the store's time zone, or the reader's. */
export function moment(time: string, timeZone?: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) } as const;
  return new Intl.DateTimeFormat(currentLocale(), options).format(new Date(time));
}

/** Formats a moment with its second and the name of the time zone, for what has to be proven. */
export function second(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long', timeStyle: 'long', timeZone }).format(
    new Date(time),
  );
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const UNITS = [...STEPS, ['second', 1]] as const;

/** Says how long something takes, in its two largest units: `3 days, 2 hours`. */
export function duration(seconds: number): string {
  let left = Math.max(0, Math.round(seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const whole = Math.floor(left / size);
    left -= whole * size;
    // What lies two units below the first would say more than anybody can use.
    if (parts.length === 1 && whole === 0) break;
    if (whole > 0) parts.push(unitText(whole, unit));
    if (parts.length === 2) break;
  }
  const text = parts.length === 0 ? [unitText(0, 'second')] : parts;
  return new Intl.ListFormat(currentLocale(), { type: 'unit', style: 'long' }).format(text);
}

const unitText = (value: number, unit: string): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);

/** Says how long ago something was; a week and more as the day. */
export function ago(time: string, now = Date.now()): string {
  const seconds = (now - Date.parse(time)) / 1000;
  if (seconds > 7 * 86_400) return day(time.slice(0, 10));
  const [unit, size] = STEPS.find(([, of]) => seconds >= of) ?? ['minute', 60];
  if (seconds < 60) return t('now');
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(-Math.floor(seconds / size), unit);
}
