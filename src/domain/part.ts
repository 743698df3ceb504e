import { AppError } from './error.ts';
import { parseMoney } from './money.ts';

/** A part of a price: basis points of it, or minor units. */
export type PricePart = { kind: 'percent' | 'amount'; value: number };

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
export function parsePart(text: string, currency: string, param: string): PricePart {
  if (text.trim().endsWith('%')) return { kind: 'percent', value: parsePercentage(text, 2, param) };
  return { kind: 'amount', value: parseMoney(text, currency, param) };
}

/** Reads `{ percent }` into basis points, or `{ amount }` into minor units. */
export function partFrom(part: { percent: number } | { amount: string }, currency: string, param: string): PricePart {
  if ('amount' in part) return { kind: 'amount', value: parseMoney(part.amount, currency, param) };
  const value = Math.round(part.percent * 100);
  if (Math.abs(value - part.percent * 100) < 1e-6) return { kind: 'percent', value };
  throw new AppError('invalid_parameter', 'A percentage has two decimals at most.', { param });
}
