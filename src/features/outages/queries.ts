import {
  type Outage,
  type OutageKind,
  STOPPED_AFTER_HOURS,
  STOPPED_BY,
  WORKER_SILENT_MINUTES,
} from '../../domain/clock.ts';

/** An outage as JSON brings it. */
export type OutageRow = { kind: OutageKind; beganAt: string; endedAt: string | null; reason: string };

// Nobody can write down that no worker runs: it is seen by the last sign of life, until the next worker does.
const OUTAGES = `
  SELECT store_id, kind, began_at, ended_at, reason FROM outage
  UNION ALL
  SELECT NULL, 'worker', alive_at, NULL, 'No worker runs.' FROM worker_life
  WHERE alive_at < (SELECT app_now()) - interval '${WORKER_SILENT_MINUTES} minutes'`;

const AFTER = `interval '${STOPPED_AFTER_HOURS} hours'`;
const isOf = (storeId: string) => `(o.store_id = ${storeId} OR o.store_id IS NULL)`;
const reaches = (since: string) => `coalesce(o.ended_at, 'infinity') + ${AFTER} > ${since}`;

/** SQL: the outages of a store, and of the whole installation, that may stop a time that began at `since`, as JSON. */
export const outagesSince = (storeId: string, since: string): string => `
  (SELECT coalesce(json_agg(json_build_object('kind', o.kind, 'beganAt', o.began_at, 'endedAt', o.ended_at,
                                              'reason', o.reason)), '[]')
   FROM (${OUTAGES}) o WHERE ${isOf(storeId)} AND ${reaches(since)})`;

/** Columns or expressions of SQL: whose time, from when until when, and until when it is known to be put off; null: it is not. */
type TimeInSql = { storeId: string; since: string; until: string; known: string };

/** SQL: an outage may have put the time off for longer than is known; how long, the rule says. */
export const stoppedBySome = ({ storeId, since, until, known }: TimeInSql): string => `
  EXISTS (SELECT 1 FROM (${OUTAGES}) o
          WHERE ${isOf(storeId)} AND ${reaches(since)} AND o.began_at < ${until}
            AND (o.ended_at IS NULL OR ${known} IS NULL OR o.ended_at + ${AFTER} > ${known}))`;

/** SQL: what stops questions does so at this moment, in every store. */
export const QUESTIONS_STAND_STILL = `
  EXISTS (SELECT 1 FROM (${OUTAGES}) o
          WHERE o.store_id IS NULL AND o.kind IN (${STOPPED_BY.question.map((kind) => `'${kind}'`).join(', ')})
            AND ${reaches('(SELECT app_now())')})`;

export function toOutages(rows: readonly OutageRow[]): Outage[] {
  return rows.map(({ kind, beganAt, endedAt, reason }) => ({
    ...{ kind, reason, beganAt: new Date(beganAt), endedAt: endedAt === null ? null : new Date(endedAt) },
  }));
}
