import { AppError } from './error.ts';
import { parseMoney, toDecimal } from './money.ts';

/** Parses a percentage into a whole number, scaled by 10^decimals: `8.1%` is 810 with two decimals and 81000 with four. */
export function parsePercentage(text: string, decimals: 2 | 4, param: string): number {
  const match = /^(\d{1,3})(?:\.(\d+))?\s*%$/.exec(text.trim());
  if (!match || (match[2] ?? '').length > decimals) {
    const message = `“${text.slice(0, 40)}” is not a percentage such as 19% or 8.1%, with ${decimals} decimals at most.`;
    throw new AppError('invalid_parameter', message, { param });
  }
  return Number(match[1]) * 10 ** decimals + Number((match[2] ?? '').padEnd(decimals, '0'));
}

/** Parses `20%` into basis points, or an amount such as `30.00`. */
export function parsePart(
  text: string,
  currency: string,
  param: string,
): { kind: 'percent' | 'amount'; value: number } {
  if (text.trim().endsWith('%')) return { kind: 'percent', value: parsePercentage(text, 2, param) };
  return { kind: 'amount', value: parseMoney(text, currency, param) };
}

/** Formats what `part` parses: `20%`, `2.5%` or `30.00 EUR`. */
export function formatPart({ kind, value }: { kind: 'percent' | 'amount'; value: number }, currency: string): string {
  return kind === 'percent' ? `${value / 100}%` : `${toDecimal(value, currency)} ${currency}`;
}
