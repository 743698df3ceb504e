import { AppError } from '../../../domain/error.ts';
import { daysBetween, laterDay, parseDay } from '../../../domain/store-time.ts';

export type Period = { from: string; until: string };

// The default period, about a month, today included.
const DAYS = 30;

/** Returns the period that a merchant asks for: by default the last 30 days. Throws `invalid_dates`, `invalid_parameter`. */
export async function periodFrom(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: () => Promise<string>,
): Promise<Period> {
  const until = to === undefined ? await today() : parseDay(to, 'to');
  const first = from === undefined ? laterDay(until, 1 - DAYS) : parseDay(from, 'from');
  if (first > until) throw new AppError('invalid_dates', 'The period ends before it begins.', { param: 'from' });
  return { from: first, until };
}

// A year and a month, to compare a month with the same one a year ago.
const PERIOD_DAYS_MAX = 400;

/** Returns the period of a report. Throws `invalid_dates` for more than 400 days. */
export async function reportPeriod(...given: Parameters<typeof periodFrom>): Promise<Period> {
  const period = await periodFrom(...given);
  if (daysBetween(period.from, period.until) < PERIOD_DAYS_MAX) return period;
  throw new AppError('invalid_dates', `A report has at most ${PERIOD_DAYS_MAX} days.`, { param: 'from' });
}
