import type { SeenOutage } from './outages.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
const AFTER_MS = 2 * DAY_MS;
// The database's clock runs on within a step, and deadlines of answers are whole days.
const SECONDS_OF_A_STEP_MS = 10_000;

/** A cancellation after a deadline, and the time that the shopper had. */
type Ended = { id: string; what: 'payment' | 'silence'; at: Date; since: Date; until: Date };

const STOPPED_BY: Record<Ended['what'], readonly SeenOutage['kind'][]> = {
  payment: ['worker', 'mail', 'account'],
  silence: ['worker', 'mail'],
};

/**
 * Rule: no shopper loses a place by a deadline that ran in an outage or in the two days after it. Uses the history's own log
 * of outages and the deadline as it was set. Checks cancellations after `from`.
 */
export async function checkClocks(world: World, from: number): Promise<void> {
  const outages = world.outages.outages();
  if (outages.length === 0) return;
  for (const { id, what, at, since, until } of await readEnded(world, from)) {
    const stops = outages.filter(({ kind }) => STOPPED_BY[what].includes(kind));
    const given = until.getTime() - since.getTime();
    const had = runningTime(stops, since.getTime(), at.getTime());
    if (had >= given - SECONDS_OF_A_STEP_MS) continue;
    const detail = { line: id, what, since, until, cancelled: at, hoursTooEarly: (given - had) / 3_600_000, stops };
    throw new Violation('Nobody loses a place by a deadline that ran in an outage', detail);
  }
}

function runningTime(stops: readonly SeenOutage[], from: number, until: number): number {
  let stopped = 0;
  let counted = from;
  const inOrder = stops.map((stop) => ({ from: stop.from, until: (stop.until ?? until) + AFTER_MS }));
  for (const stop of inOrder.sort((one, other) => one.from - other.from)) {
    const begins = Math.max(stop.from, counted);
    const ends = Math.min(stop.until, until);
    if (ends <= begins) continue;
    stopped += ends - begins;
    counted = ends;
  }
  return until - from - stopped;
}

/** The time of a renewed deadline begins when it is renewed. */
async function readEnded({ sql, storeId }: World, from: number): Promise<Ended[]> {
  return sql.query<Ended>(
    `SELECT l.id, l.cancel_reason AS what, l.cancelled_at AS at, t.since, t.until
     FROM preorder_line l JOIN store s ON s.id = l.store_id, LATERAL (
       SELECT greatest(d.deadline - s.payment_days * interval '1 day', d.runs_from) AS since, d.deadline AS until, d.ended_at AS ended
       FROM payment_due d WHERE l.cancel_reason = 'payment' AND d.store_id = l.store_id AND d.preorder_id = l.preorder_id
         AND d.since <= l.cancelled_at -- others of the pre-order may have to be paid later
       UNION ALL
       SELECT n.at, n.answer_by, a.at FROM promise_notice n
       JOIN promise_answer a ON a.store_id = n.store_id AND a.notice_id = n.id AND a.answer = 'silence_cancel'
       WHERE l.cancel_reason = 'silence' AND n.store_id = l.store_id AND n.preorder_id = l.preorder_id
         AND n.batch_id = l.batch_id
       ORDER BY ended DESC LIMIT 1) t
     WHERE l.store_id = $1 AND l.cancel_reason IN ('payment', 'silence') AND l.cancelled_at >= $2::timestamptz`,
    [storeId, new Date(from).toISOString()],
  );
}
