import type { MeasuredDay } from '../../core/measures/queries/counts.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { laterDay, parseDay } from '../../domain/store-time.ts';
import { MEASURED_EVENTS, type MeasuredEvent } from '../../protocol/wire/measures.ts';

export type Counts = Record<MeasuredEvent, number>;
type Period = { from: string; until: string };

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

export function measuresJson(found: readonly MeasuredDay[], { from, until }: Period, { timeZone }: Store) {
  return {
    from,
    to: until,
    time_zone: timeZone,
    days: found.map(({ day, waitlistId, handle, counts }) => ({
      day,
      waitlist_id: waitlistId,
      product_code: handle,
      counts: whole(counts),
    })),
  };
}

/** Returns the counts with 0 for every event that did not happen. */
export function whole(counts: MeasuredDay['counts']): Counts {
  return Object.fromEntries(MEASURED_EVENTS.map((event) => [event, counts[event] ?? 0])) as Counts;
}
