import { AppError } from './error.ts';
import { laterDay, parseMoment } from './store-time.ts';

/** `until` is the first moment after the period. */
export type MomentPeriod = { from: Date; until: Date };

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Reads a period that a person names, by days or times on the store's clock; by default the last 30 days. A day that ends the period
 * belongs to it. Throws `invalid_parameter`.
 */
export function momentPeriod(
  { from: first, to: last }: { from?: string | undefined; to?: string | undefined },
  { now, timeZone }: { now: Date; timeZone: string },
): MomentPeriod {
  const until = last === undefined ? now : endOf(last, timeZone);
  const from = first === undefined ? new Date(now.getTime() - DAYS * DAY_MS) : parseMoment(first, timeZone, 'from');
  if (from < until) return { from, until };
  throw new AppError('invalid_parameter', 'The period ends before it begins.', { param: 'to' });
}

function endOf(text: string, timeZone: string): Date {
  const at = parseMoment(text, timeZone, 'to');
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
  return isDay ? parseMoment(laterDay(text.trim(), 1), timeZone, 'to') : at;
}
