import type { Sql } from '../../platform/db.ts';
import { readStore } from '../stores/queries.ts';

/** What time will bring next. */
export type DueThing =
  | 'hold_ends'
  | 'waitlist_opens'
  | 'waitlist_closes'
  | 'charge_retried'
  | 'payment_deadline'
  | 'answer_deadline'
  | 'ship_window_begins'
  | 'ship_window_ends'
  | 'discount_begins'
  | 'discount_ends';

export type Due = { what: DueThing; at: Date; seconds: number };

/** What happened in the store since its clock was moved the last time. */
export type Brought = {
  holdsEnded: number;
  waitlistsOpened: number;
  waitlistsClosed: number;
  mails: number;
  charges: number;
  chargesFailed: number;
  refunds: number;
  linesCancelled: number;
  alerts: number;
};

export type TestClock = {
  movable: boolean;
  advancedSeconds: number;
  movedAt: Date | null;
  next: Due[];
  /** Null while the clock was never moved. */
  brought: Brought | null;
};

const NEXT_MAX = 10;

export async function readTestClock(db: Sql, storeId: string): Promise<TestClock> {
  const { mode } = await readStore(db, storeId);
  const [clock] = await db.query<{ advancedSeconds: number; movedAt: Date }>(
    `SELECT advanced_seconds AS "advancedSeconds", moved_at AS "movedAt" FROM test_clock WHERE store_id = $1`,
    [storeId],
  );
  const movedAt = clock?.movedAt ?? null;
  return {
    movable: mode === 'test',
    advancedSeconds: clock?.advancedSeconds ?? 0,
    movedAt,
    next: await listDue(db, storeId),
    brought: movedAt && (await readBrought(db, storeId, movedAt)),
  };
}

/** Lists what happens next in a store by the clock alone, the nearest first. */
async function listDue(db: Sql, storeId: string): Promise<Due[]> {
  return db.query<Due>(
    `WITH clock AS MATERIALIZED (
       SELECT app_now() AS now, s.time_zone, coalesce(k.advanced_seconds, 0) AS advanced
       FROM store s LEFT JOIN test_clock k ON k.store_id = s.id WHERE s.id = $1
     ), windows AS (
       SELECT p.ships_from::timestamp AT TIME ZONE s.time_zone AS ships_from,
              (p.ships_until + 1)::timestamp AT TIME ZONE s.time_zone AS ships_until
       FROM store s JOIN batch b ON b.store_id = s.id
       JOIN LATERAL (SELECT ships_from, ships_until FROM promise WHERE store_id = b.store_id AND batch_id = b.id
                     ORDER BY version DESC LIMIT 1) p ON true
       WHERE s.id = $1
     ), due AS (
       SELECT 'hold_ends' AS what, min(expires_at) AS at FROM hold, clock WHERE store_id = $1 AND expires_at > now
       UNION ALL SELECT 'waitlist_opens', min(launches_at) FROM waitlist, clock
         WHERE store_id = $1 AND state = 'SCHEDULED' AND launches_at > now
       UNION ALL SELECT 'waitlist_closes', min(closes_at) FROM waitlist, clock
         WHERE store_id = $1 AND state IN ('SCHEDULED', 'OPEN', 'PAUSED') AND closes_at > now
       UNION ALL SELECT 'charge_retried', min(retry_at) FROM payment_due, clock
         WHERE store_id = $1 AND ended_at IS NULL AND retry_at > now
       UNION ALL SELECT 'payment_deadline', min(deadline) FROM payment_due, clock
         WHERE store_id = $1 AND ended_at IS NULL AND deadline > now
       UNION ALL SELECT 'answer_deadline', min(answer_by) FROM promise_question, clock
         WHERE store_id = $1 AND answer_by > now
       UNION ALL SELECT 'ship_window_begins', min(ships_from) FROM windows, clock WHERE ships_from > now
       UNION ALL SELECT 'ship_window_ends', min(ships_until) FROM windows, clock WHERE ships_until > now
       UNION ALL SELECT 'discount_begins', min(starts_at) FROM discount, clock
         WHERE store_id = $1 AND ended_at IS NULL AND starts_at > now
       UNION ALL SELECT 'discount_ends', min(ends_at) FROM discount, clock
         WHERE store_id = $1 AND ended_at IS NULL AND ends_at > now
     )
     -- Calendar days move by whole days, which what was moved before counts towards (ageOf).
     SELECT what, at, CASE
       WHEN what LIKE 'ship_window%'
       THEN ((at AT TIME ZONE time_zone)::date - (now AT TIME ZONE time_zone)::date) * 86400 - (advanced % 86400)::int
       ELSE ceil(extract(epoch FROM at - now))::int END AS seconds FROM due, clock
     WHERE at IS NOT NULL ORDER BY at, what LIMIT $2`,
    [storeId, NEXT_MAX],
  );
}

async function readBrought(db: Sql, storeId: string, since: Date): Promise<Brought> {
  const [row] = await db.query<Brought>(
    `SELECT
       (SELECT count(DISTINCT source_id) FROM stock_ledger WHERE store_id = $1 AND at >= $2 AND reason = 'expire')::int AS "holdsEnded",
       (SELECT count(*) FROM waitlist WHERE store_id = $1 AND opened_at >= $2)::int AS "waitlistsOpened",
       (SELECT count(*) FROM waitlist WHERE store_id = $1 AND closed_at >= $2)::int AS "waitlistsClosed",
       (SELECT count(*) FROM mail WHERE store_id = $1 AND created_at >= $2)::int AS mails,
       (SELECT count(*) FROM movement WHERE store_id = $1 AND created_at >= $2 AND kind IN ('capture', 'charge'))::int AS charges,
       (SELECT count(*) FROM payment_due WHERE store_id = $1 AND since >= $2)::int AS "chargesFailed",
       (SELECT count(*) FROM movement WHERE store_id = $1 AND created_at >= $2 AND kind = 'refund')::int AS refunds,
       (SELECT count(*) FROM preorder_line WHERE store_id = $1 AND cancelled_at >= $2)::int AS "linesCancelled",
       (SELECT count(*) FROM alert WHERE store_id = $1 AND created_at >= $2)::int AS alerts`,
    [storeId, since],
  );
  if (!row) throw new Error('a count without a row');
  return row;
}
