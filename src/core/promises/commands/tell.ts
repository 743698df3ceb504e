import { randomUUID } from 'node:crypto';
import type { Notice } from '../../../domain/promise.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { arrayParams, arraysOf, type Columns, namesOf } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorders } from '../../payments/commands/lock-preorder.ts';
import {
  type Concerned,
  type Moved,
  readConcerned,
  readLateBuyers,
  readTerms,
  waitingPreorders,
} from '../queries/concerned.ts';
import { NOT_ASKED } from './unreached.ts';

type PromiseKey = { storeId: string; promiseId: string };

/**
 * Writes a notice, told or asked, for each pre-order that a promise concerns; a mail follows each notice. Works in pages and
 * commits each page with its mails, so that a second call continues where a crash stopped the first. Does nothing for a
 * promise that a later one has replaced. Resolves with the number of notices.
 */
export async function tellPromise(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { storeId, promiseId }: PromiseKey,
): Promise<number> {
  const moved = await readMoved(deps.db, { storeId, promiseId });
  if (!moved) return 0;
  let noticed = 0;
  for await (const preorderIds of waitingPreorders(deps.db, moved)) {
    const page = await deps.db.transaction((tx) => tellPage(tx, { ...moved, promiseId }, preorderIds));
    noticed += page;
    if (page > 0) deps.outbox.wake();
  }
  return noticed;
}

/**
 * Writes the notices of pre-orders that the promise's job could not see: their checkouts were being paid under the old window
 * when the date moved.
 */
export async function tellLateBuyersOf(deps: Pick<Deps, 'db' | 'outbox'>, key: PromiseKey): Promise<void> {
  await tellThese(deps, key, await readLateBuyers(deps.db, key));
}

/** Writes the notices of these pre-orders only. Skips those that do not wait or already have the notice. */
export async function tellThese(
  deps: Pick<Deps, 'db' | 'outbox'>,
  key: PromiseKey,
  preorderIds: readonly string[],
): Promise<void> {
  const moved = preorderIds.length > 0 ? await readMoved(deps.db, key) : null;
  if (!moved) return;
  await deps.db.transaction((tx) => tellPage(tx, { ...moved, promiseId: key.promiseId }, preorderIds));
  deps.outbox.wake();
}

async function readMoved(sql: Sql, { storeId, promiseId }: PromiseKey): Promise<Moved | null> {
  const [row] = await sql.query<Omit<Moved, 'storeId' | 'window'> & ShipWindow>(
    `SELECT p.batch_id AS "batchId", b.waitlist_id AS "waitlistId", p.version, p.ships_from AS "from",
            p.ships_until AS until
     FROM promise p JOIN batch b ON b.store_id = p.store_id AND b.id = p.batch_id
     WHERE p.store_id = $1 AND p.id = $2 AND NOT EXISTS (
       SELECT 1 FROM promise q WHERE q.store_id = p.store_id AND q.batch_id = p.batch_id AND q.version > p.version)`,
    [storeId, promiseId],
  );
  if (!row) return null;
  const { from, until, ...moved } = row;
  return { storeId, ...moved, window: { from, until } };
}

async function tellPage(tx: Sql, moved: Moved & PromiseKey, preorderIds: readonly string[]): Promise<number> {
  const { storeId } = moved;
  await lockPreorders(tx, { storeId, preorderIds });
  // The date may have moved again since the job began. The notices of that move make these unnecessary.
  if ((await readMoved(tx, moved)) === null) return 0;
  // Read by later statements, because their snapshots are younger than the locks.
  const terms = await readTerms(tx, storeId);
  const concerned = await readConcerned(tx, moved, { preorderIds, terms });
  if (concerned.length > 0) await writeNotices(tx, moved, concerned);
  return concerned.length;
}

async function writeNotices(
  tx: Sql,
  { storeId, batchId, promiseId }: Moved & PromiseKey,
  concerned: readonly Concerned[],
): Promise<void> {
  const rows = concerned.map((one) => ({ id: newRowId(), ...one, ...asked(one.notice) }));
  await endQuestions(tx, { storeId, batchId, preorderIds: rows.map(({ preorderId }) => preorderId) });
  await tx.query(NOTICES, [storeId, batchId, promiseId, ...arraysOf(ROW, rows)]);
}

function asked(notice: Notice) {
  if (notice.kind === 'told') return { requiredBy: null, answerBy: null, silence: null, linkId: null };
  const { requiredBy, answerBy, silence } = notice;
  return { requiredBy, answerBy, silence, linkId: randomUUID() };
}

type NoticeRow = Concerned & ReturnType<typeof asked> & { id: string };

const NOTICE = {
  id: ['uuid', ({ id }) => id],
  preorder_id: ['uuid', ({ preorderId }) => preorderId],
  known_id: ['uuid', ({ knownId }) => knownId],
  agreed_id: ['uuid', ({ agreedId }) => agreedId],
  kind: ['text', ({ notice }) => notice.kind],
  days_late: ['int', ({ notice }) => notice.daysLate],
  required_by: ['text', ({ requiredBy }) => requiredBy],
  silence: ['text', ({ silence }) => silence],
} satisfies Columns<NoticeRow>;

const ROW = {
  ...NOTICE,
  last_day: ['date', ({ answerBy }) => answerBy],
  link_id: ['uuid', ({ linkId }) => linkId],
} satisfies Columns<NoticeRow>;

/** Ends the open questions about a window that was replaced. Records the answer `superseded` for those without an answer. */
async function endQuestions(
  tx: Sql,
  { storeId, batchId, preorderIds }: { storeId: string; batchId: string; preorderIds: readonly string[] },
): Promise<void> {
  await tx.query(
    `WITH ended AS (
       DELETE FROM promise_question WHERE store_id = $1 AND batch_id = $2 AND preorder_id = ANY($3::uuid[])
       RETURNING store_id, preorder_id, notice_id
     ), resolved AS (
       UPDATE alert a SET resolved_at = app_now() FROM ended e
       WHERE a.store_id = e.store_id AND a.code = $4 AND a.subject_id = e.notice_id AND a.resolved_at IS NULL)
     INSERT INTO promise_answer (store_id, notice_id, answer, given_by, lines)
     SELECT e.store_id, e.notice_id, 'superseded', 'merchant', 0 FROM ended e
     WHERE NOT EXISTS (SELECT 1 FROM promise_answer a WHERE a.store_id = e.store_id AND a.notice_id = e.notice_id)`,
    [storeId, batchId, preorderIds, NOT_ASKED],
  );
}

// The page behind the link shows the result of the question for another 60 days.
// An answer counts until the end of its last day in the store's time zone, even on a day of 23 or 25 hours.
const NOTICES = `
  WITH wanted AS (
    SELECT w.*, (w.last_day + 1)::timestamp AT TIME ZONE s.time_zone AS answer_by
    FROM store s, unnest(${arrayParams(ROW, 4)}) AS w (${namesOf(ROW)})
    WHERE s.id = $1
  ), noticed AS (
    INSERT INTO promise_notice (store_id, batch_id, promise_id, ${namesOf(NOTICE)}, answer_by)
    SELECT $1, $2, $3, ${namesOf(NOTICE)}, answer_by FROM wanted
  ), questions AS (
    INSERT INTO promise_question (store_id, preorder_id, batch_id, notice_id, answer_by)
    SELECT $1, preorder_id, $2, id, answer_by FROM wanted WHERE kind = 'asked'
  ), links AS (
    INSERT INTO link (store_id, id, preorder_id, purpose, detail, created_at, expires_at)
    SELECT $1, link_id, preorder_id, 'answer', jsonb_build_object('noticeId', id), app_now(), answer_by + interval '60 days'
    FROM wanted WHERE kind = 'asked'
  )
  INSERT INTO outbox (store_id, topic, subject_id, detail)
  SELECT $1, 'promise.noticed', preorder_id, jsonb_build_object('noticeId', id, 'kind', kind, 'linkId', link_id) FROM wanted`;
