import { type Move, type Notice, noticeOf, type PromiseSettings, type Silence } from '../../../domain/promise.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { dayIn } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import { UNREACHED } from '../../mails/queries/unreached.ts';
import { QUESTIONS_STAND_STILL } from '../../outages/queries.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import { ASKING_MAIL, LAW_CANCELS } from './asking.ts';
import { CLOCK, type ClockRow, KNOWN_END, questionClock } from './clock.ts';

/** A window that a batch now has, or is about to have. */
export type Moved = {
  storeId: string;
  batchId: string;
  waitlistId: string;
  /** Pre-orders placed under an earlier version are concerned. */
  version: number;
  window: ShipWindow;
};

/** A pre-order that a moved date concerns, and the notice it gets. */
export type Concerned = {
  preorderId: string;
  /** Line items that wait for the batch under an earlier promise. */
  lines: number;
  agreedId: string;
  knownId: string;
  notice: Notice;
};

export type Terms = { settings: PromiseSettings; today: string };

export async function readTerms(sql: Sql, storeId: string): Promise<Terms> {
  const [row] = await sql.query<PromiseSettings & { today: string }>(
    `SELECT ask_after_days AS "askAfterDays", answer_days AS "answerDays", silence_rule AS "silenceRule",
            to_char(app_now() AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today FROM store WHERE id = $1`,
    [storeId],
  );
  if (!row) throw new Error(`no such store: ${storeId}`);
  const { today, ...settings } = row;
  return { settings, today };
}

type ConcernedRow = Omit<Move, 'next' | 'today'> & Omit<Concerned, 'notice'>;

/**
 * Decides what notice each of these pre-orders gets of the window, from its present state. Leaves out pre-orders that do not
 * wait for the batch, that already have the notice of this version, or that are erased.
 */
export async function readConcerned(
  sql: Sql,
  { storeId, batchId, version, window }: Moved,
  { preorderIds, terms }: { preorderIds: readonly string[]; terms: Terms },
): Promise<Concerned[]> {
  const rows = await sql.query<ConcernedRow>(FACTS, [storeId, batchId, version, preorderIds]);
  return rows.map(({ preorderId, lines, agreedId, knownId, ...facts }) => ({
    preorderId,
    lines,
    agreedId,
    knownId,
    notice: noticeOf({ ...facts, next: window, today: terms.today }, terms.settings),
  }));
}

// The agreed window is the one that a line item was bought under, or a later one that the shopper chose to wait for.
const FACTS = `
  SELECT o.id AS "preorderId", bought.lines, coalesce(k.address->>'country', '') AS country,
         agreed.id AS "agreedId", json_build_object('from', agreed.ships_from, 'until', agreed.ships_until) AS agreed,
         known.id AS "knownId", json_build_object('from', known.ships_from, 'until', known.ships_until) AS known,
         before.delays AS "delaysBefore",
         EXISTS (SELECT 1 FROM promise_question q WHERE q.store_id = o.store_id AND q.preorder_id = o.id
                   AND q.batch_id = $2
                   AND NOT EXISTS (SELECT 1 FROM promise_answer a
                                   WHERE a.store_id = q.store_id AND a.notice_id = q.notice_id)) AS asked
  FROM preorder o
  JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS lines, min(p.version) AS version
    FROM preorder_line l JOIN promise p ON p.store_id = l.store_id AND p.id = l.promise_id
    WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.batch_id = $2 AND ${WAITS} AND p.version < $3
  ) bought
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE n.days_late > 0)::int AS delays, max(p.version) AS known,
           max(p.version) FILTER (WHERE EXISTS (
             SELECT 1 FROM promise_answer a
             WHERE a.store_id = n.store_id AND a.notice_id = n.id AND a.answer = 'wait')) AS agreed
    FROM promise_notice n JOIN promise p ON p.store_id = n.store_id AND p.id = n.promise_id
    WHERE n.store_id = o.store_id AND n.preorder_id = o.id AND n.batch_id = $2
  ) before
  JOIN promise agreed ON agreed.store_id = o.store_id AND agreed.batch_id = $2
    AND agreed.version = greatest(bought.version, before.agreed)
  JOIN promise known ON known.store_id = o.store_id AND known.batch_id = $2
    AND known.version = greatest(bought.version, before.known)
  WHERE o.store_id = $1 AND o.id = ANY($4::uuid[]) AND bought.lines > 0 AND coalesce(before.known, 0) < $3
  ORDER BY o.id`;

// Ids for a few seconds of work; they need little memory.
const IDS_PER_READ = 20_000;
// A transaction locks its pre-orders for some hundredths of a second, and a shopper who cancels meanwhile waits that long.
const PREORDERS_PER_PAGE = 500;

/** Yields the pre-orders that wait for the batch, in pages, in the order of their ids. */
export async function* waitingPreorders(
  sql: Sql,
  { storeId, waitlistId, batchId }: Pick<Moved, 'storeId' | 'waitlistId' | 'batchId'>,
): AsyncGenerator<string[]> {
  let after: string | null = null;
  for (;;) {
    const ids: { id: string }[] = await sql.query(WAITING_IDS, [storeId, waitlistId, batchId, after, IDS_PER_READ]);
    for (let from = 0; from < ids.length; from += PREORDERS_PER_PAGE) {
      yield ids.slice(from, from + PREORDERS_PER_PAGE).map(({ id }) => id);
    }
    if (ids.length < IDS_PER_READ) return;
    after = ids.at(-1)?.id ?? null;
  }
}

const WAITING_IDS = `
  SELECT DISTINCT l.preorder_id AS id FROM preorder_line l
  WHERE l.store_id = $1 AND l.waitlist_id = $2 AND l.batch_id = $3 AND ${WAITS}
    AND ($4::uuid IS NULL OR l.preorder_id > $4)
  ORDER BY l.preorder_id LIMIT $5`;

/**
 * Reads the promises of all stores that moved a date within this many days. Leaves out those of the last minute, because
 * their own job may still run.
 */
export async function readMovedWithin(sql: Sql, days: number): Promise<{ storeId: string; promiseId: string }[]> {
  return sql.query(
    `SELECT store_id AS "storeId", id AS "promiseId" FROM promise
     WHERE version > 1 AND created_at > (SELECT app_now()) - $1 * interval '1 day' AND created_at < (SELECT app_now()) - interval '1 minute'`,
    [days],
  );
}

/**
 * Reads pre-orders whose checkout or swap began before the promise was made and ended about then or later. They wait under an
 * earlier promise and have no notice of this one. Returns at most one page.
 */
export async function readLateBuyers(
  sql: Sql,
  { storeId, promiseId }: { storeId: string; promiseId: string },
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT o.id FROM promise q
     CROSS JOIN LATERAL (
       SELECT store_id, id FROM preorder WHERE store_id = q.store_id AND placed_at > q.created_at - interval '5 minutes'
       UNION ALL
       SELECT store_id, preorder_id FROM line_swap
       WHERE store_id = q.store_id AND to_batch_id = q.batch_id AND state = 'done'
         AND ended_at > q.created_at - interval '5 minutes') o
     JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
     JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id AND l.batch_id = q.batch_id AND ${WAITS}
     JOIN promise p ON p.store_id = l.store_id AND p.id = l.promise_id AND p.version < q.version
     WHERE q.store_id = $1 AND q.id = $2 AND NOT EXISTS (
       SELECT 1 FROM promise_notice n WHERE n.store_id = o.store_id AND n.preorder_id = o.id AND n.promise_id = q.id)
     LIMIT $3`,
    [storeId, promiseId, PREORDERS_PER_PAGE],
  );
  return rows.map(({ id }) => id);
}

export type Unreached = {
  storeId: string;
  noticeId: string;
  reference: string;
  /** The last day for an answer, in the store's calendar. */
  answerBy: string;
  /** What becomes of it without an answer. Where no law cancels it, it goes on waiting, because its shopper was not asked. */
  silence: Silence;
};

/** Reads the open questions of all stores whose mail did not arrive. Leaves out those that had this alert since that mail. */
export async function readUnreached(sql: Sql, alertCode: string): Promise<Unreached[]> {
  const rows = await sql.query<Omit<Unreached, 'answerBy'> & { asked: ClockRow }>(
    `SELECT q.store_id AS "storeId", q.notice_id AS "noticeId", o.reference,
            CASE WHEN ${LAW_CANCELS} THEN 'cancel' ELSE 'wait' END AS silence, ${CLOCK} AS asked
     FROM promise_question q
     JOIN store s ON s.id = q.store_id
     JOIN preorder o ON o.store_id = q.store_id AND o.id = q.preorder_id
     JOIN preorder_contact k ON k.store_id = q.store_id AND k.preorder_id = q.preorder_id
     JOIN promise_notice n ON n.store_id = q.store_id AND n.id = q.notice_id
     CROSS JOIN LATERAL ${ASKING_MAIL} m
     WHERE (${KNOWN_END} > (SELECT app_now()) OR ${QUESTIONS_STAND_STILL}) AND ${UNREACHED}
       AND NOT EXISTS (SELECT 1 FROM promise_answer a WHERE a.store_id = q.store_id AND a.notice_id = q.notice_id)
       AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.store_id = q.store_id AND a.code = $1 AND a.subject_id = q.notice_id
                         AND a.created_at >= m.created_at)
     LIMIT 100`,
    [alertCode],
  );
  return rows.map(({ asked, ...unreached }) => {
    const { at } = questionClock(asked);
    return { ...unreached, answerBy: dayIn(new Date(at.getTime() - 1_000), asked.timeZone) };
  });
}
