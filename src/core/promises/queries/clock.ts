import { type ClockEnd, clockEnd } from '../../../domain/clock.ts';
import { type OutageRow, outagesSince, toOutages } from '../../outages/queries.ts';

const RUNS_FROM = 'coalesce(q.runs_from, n.at)';

/** SQL: the latest known end of the question `q`. An outage since then may have moved it. */
export const KNOWN_END = 'greatest(q.answer_by, q.put_off_until)';

/** SQL: the argument of `questionClock` for the question `q`, its notice `n` and their store `s`. */
export const CLOCK = `
  json_build_object('since', ${RUNS_FROM}, 'until', q.answer_by, 'timeZone', s.time_zone, 'now', (SELECT app_now()),
                    'outages', ${outagesSince('q.store_id', RUNS_FROM)})`;

export type ClockRow = { since: string; until: string; timeZone: string; now: string; outages: OutageRow[] };

export type QuestionClock = ClockEnd & { isOver: boolean };

/** Returns the end of a question. Outages make it later than the stored time. */
export function questionClock({ since, until, timeZone, now, outages }: ClockRow): QuestionClock {
  const asked = { kind: 'question', since: new Date(since), until: new Date(until), timeZone } as const;
  const end = clockEnd(asked, toOutages(outages), new Date(now));
  return { ...end, isOver: end.at <= new Date(now) };
}
