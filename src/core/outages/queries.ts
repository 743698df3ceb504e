import {
  MAILS_PUT_OFF,
  NO_MAIL_FOR_MINUTES,
  type Outage,
  type OutageKind,
  STOPPED_AFTER_HOURS,
  STOPPED_BY,
  WORKER_SILENT_MINUTES,
} from '../../domain/clock.ts';
import type { Sql } from '../../platform/db.ts';

/** An outage as parsed from JSON: its times are still strings. */
export type OutageRow = {
  kind: OutageKind;
  beganAt: string;
  endedAt: string | null;
  reason: string;
  isSuspected: boolean;
};

const isLasting = (storeId: string, kind: OutageKind) => `
  EXISTS (SELECT 1 FROM outage b WHERE b.store_id IS NOT DISTINCT FROM ${storeId} AND b.kind = '${kind}' AND b.ended_at IS NULL)`;

// Some outages are not recorded yet. When no worker runs, no process can record it: until the next worker does, the time of
// the last sign of life shows it. An outage of mails is recorded when the next mail is tried: until then the condition here
// detects it, by the rule of `mailStandsStill`.
const OUTAGES = `
  SELECT store_id, kind, began_at, ended_at, reason FROM outage
  UNION ALL
  SELECT NULL, 'worker', alive_at, NULL, 'No worker runs.' FROM worker_life
  WHERE alive_at < (SELECT app_now()) - interval '${WORKER_SILENT_MINUTES} minutes'
  UNION ALL
  SELECT NULL, 'mail', failing_since, NULL, coalesce(reason, '') FROM mail_life
  WHERE failing_since <= (SELECT app_now()) - interval '${NO_MAIL_FOR_MINUTES} minutes'
    AND (is_server OR cardinality(failed_of) >= ${MAILS_PUT_OFF}) AND NOT ${isLasting('NULL', 'mail')}`;

// When an account refuses a payment, an outage may have begun; if it becomes one, it counts from that refusal. Such a
// suspected outage stops clocks that would have run out by now. It is not recorded, because it may turn out to be none.
const MAY_BE_OUTAGES = `
  SELECT o.*, false AS is_suspected FROM (${OUTAGES}) o
  UNION ALL
  SELECT store_id, 'account', refused_since, NULL, coalesce(refused_reason, ''), true FROM payment_account a
  WHERE refused_since IS NOT NULL AND NOT ${isLasting('a.store_id', 'account')}`;

const AFTER = `interval '${STOPPED_AFTER_HOURS} hours'`;
const isOf = (storeId: string) => `(o.store_id = ${storeId} OR o.store_id IS NULL)`;
const reaches = (since: string) => `coalesce(o.ended_at, 'infinity') + ${AFTER} > ${since}`;

/** SQL: the outages, as JSON, of a store and of the whole installation that may stop a clock that began at `since`. */
export const outagesSince = (storeId: string, since: string): string => `
  (SELECT coalesce(json_agg(json_build_object('kind', o.kind, 'beganAt', o.began_at, 'endedAt', o.ended_at,
                                              'reason', o.reason, 'isSuspected', o.is_suspected)), '[]')
   FROM (${MAY_BE_OUTAGES}) o WHERE ${isOf(storeId)} AND ${reaches(since)})`;

/**
 * A clock, as columns or expressions of SQL: its store, its beginning and its end. `known`: the end that it is already put
 * off to, or null.
 */
type ClockInSql = { storeId: string; since: string; until: string; known: string };

/** SQL: true when an outage may have put the clock off beyond its `known` end. How far, the rule in the domain decides. */
export const stoppedBySome = ({ storeId, since, until, known }: ClockInSql): string => `
  EXISTS (SELECT 1 FROM (${OUTAGES}) o
          WHERE ${isOf(storeId)} AND ${reaches(since)} AND o.began_at < ${until}
            AND (o.ended_at IS NULL OR ${known} IS NULL OR o.ended_at + ${AFTER} > ${known}))`;

/** SQL: true when an outage of the whole installation stops the clocks of questions at this moment, in every store. */
export const QUESTIONS_STAND_STILL = `
  EXISTS (SELECT 1 FROM (${OUTAGES}) o
          WHERE o.store_id IS NULL AND o.kind IN (${STOPPED_BY.question.map((kind) => `'${kind}'`).join(', ')})
            AND ${reaches('(SELECT app_now())')})`;

export function toOutages(rows: readonly OutageRow[]): Outage[] {
  return rows.map(({ kind, beganAt, endedAt, reason, isSuspected }) => ({
    kind,
    reason,
    isSuspected,
    beganAt: new Date(beganAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  }));
}

/** Ages in seconds; null if there was none yet. */
export type SignsOfLife = { workerSeconds: number; prunedSeconds: number | null };

/** Returns how long ago a worker last said that it runs, and when old rows were last removed. Null before the first worker. */
export async function readSignsOfLife(sql: Sql): Promise<SignsOfLife | null> {
  const [row] = await sql.query<SignsOfLife>(
    `SELECT extract(epoch FROM app_now() - alive_at)::float8 AS "workerSeconds",
            extract(epoch FROM app_now() - pruned_at)::float8 AS "prunedSeconds"
     FROM worker_life`,
  );
  return row ?? null;
}

/** Counts the outages that last, by kind. */
export async function countOutages(sql: Sql): Promise<{ kind: OutageKind; count: number }[]> {
  return sql.query(
    `SELECT o.kind, count(*)::int AS count FROM (${OUTAGES}) o WHERE o.ended_at IS NULL GROUP BY o.kind`,
  );
}
