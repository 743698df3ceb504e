import { ANSWER_DAYS_MIN } from '../../../domain/promise.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { UNREACHED } from '../../mails/queries/unreached.ts';
import { cancelInTransaction, invalidateAnswers } from '../../preorders/commands/cancel.ts';
import { lockUnits } from '../../stock/commands.ts';
import type { UnitKey } from '../../stock/sale-requests.ts';
import { ASKING_MAIL, LAW_CANCELS } from '../queries/asking.ts';
import { CLOCK, type ClockRow, KNOWN_END, type QuestionClock, questionClock } from '../queries/clock.ts';
import { endQuestion, lockQuestion, type QuestionKey, record, waitingLines } from './answer.ts';

// One run handles as many questions as fit into a few seconds; the next run continues.
const DUE_MAX = 500;
// Each commit waits for the disk, so questions share one. Checkouts wait meanwhile for the locked units, so a page is small.
const PAGE = 20;

type SilenceDeps = Pick<Deps, 'db' | 'answers' | 'outbox' | 'log'>;

/**
 * Ends the questions whose time is over, each by the rule that its shopper was told. A question that fails does not stop the
 * others. Resolves with the number of questions that were due.
 */
export async function endSilentQuestions(deps: SilenceDeps): Promise<number> {
  const known = await readTimed(deps.db, DUE_MAX);
  const stopped = known.filter(({ clock }) => !clock.isOver);
  if (stopped.length > 0) await putOff(deps.db, stopped);
  const due = known.filter(({ clock }) => clock.isOver);
  for (let from = 0; from < due.length; from += PAGE) {
    const page = due.slice(from, from + PAGE);
    if (await tryToEnd(deps, page)) continue;
    for (const question of page) await tryToEnd(deps, [question]);
  }
  return due.length;
}

type Timed = QuestionKey & { clock: QuestionClock };

/** Reads the questions that are over by their stored times. An outage may have given some of them more time. */
async function readTimed(sql: Sql, limit: number): Promise<Timed[]> {
  const rows = await sql.query<QuestionKey & { asked: ClockRow }>(
    `SELECT q.store_id AS "storeId", q.preorder_id AS "preorderId", q.notice_id AS "noticeId", ${CLOCK} AS asked
     FROM promise_question q JOIN promise_notice n ON n.store_id = q.store_id AND n.id = q.notice_id
     JOIN store s ON s.id = q.store_id
     WHERE ${KNOWN_END} <= (SELECT app_now()) ORDER BY ${KNOWN_END} LIMIT $1`,
    [limit],
  );
  return rows.map(({ asked, ...key }) => ({ ...key, clock: questionClock(asked) }));
}

/**
 * Stores when each question is to be read again. Shoppers who were reminded of an earlier end are reminded again. Skips
 * questions that another transaction has locked.
 */
export async function putOff(sql: Sql, questions: readonly Timed[]): Promise<void> {
  const column = <T>(of: (question: Timed) => T) => questions.map(of);
  await sql.query(
    `WITH later AS (
       SELECT q.store_id, q.preorder_id, q.batch_id, w.until
       FROM promise_question q JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[])
         AS w (store_id, preorder_id, notice_id, until) USING (store_id, preorder_id, notice_id)
       ORDER BY q.store_id, q.preorder_id, q.batch_id FOR NO KEY UPDATE OF q SKIP LOCKED)
     UPDATE promise_question q SET put_off_until = l.until, reminded_at = NULL FROM later l
     WHERE q.store_id = l.store_id AND q.preorder_id = l.preorder_id AND q.batch_id = l.batch_id`,
    [
      column(({ storeId }) => storeId),
      column(({ preorderId }) => preorderId),
      column(({ noticeId }) => noticeId),
      column(({ clock }) => clock.at),
    ],
  );
}

async function tryToEnd(deps: SilenceDeps, questions: readonly QuestionKey[]): Promise<boolean> {
  try {
    const ended = await deps.db.transaction((tx) => endAll(tx, questions));
    for (const { storeId, lines } of ended) invalidateAnswers(deps, storeId, lines);
    return true;
  } catch (error) {
    const notices = questions.map(({ noticeId }) => noticeId);
    deps.log.warn({ err: error, notices }, 'questions could not be ended; the next round tries again');
    return false;
  }
}

async function endAll(tx: Sql, questions: readonly QuestionKey[]): Promise<Ended[]> {
  await lockAll(tx, questions);
  const ended: Ended[] = [];
  for (const question of questions) ended.push(await endOne(tx, question));
  return ended;
}

/** Locks all pre-orders, then their units: the lock order that every transaction keeps. */
async function lockAll(tx: Sql, questions: readonly QuestionKey[]): Promise<void> {
  const keys = [questions.map(({ storeId }) => storeId), questions.map(({ preorderId }) => preorderId)];
  await tx.query(
    `SELECT 1 FROM preorder WHERE (store_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
     ORDER BY store_id, id FOR NO KEY UPDATE`,
    keys,
  );
  const units = await tx.query<UnitKey>(
    `SELECT DISTINCT store_id AS "storeId", waitlist_id AS "waitlistId", batch_id AS "batchId", variant_id AS "variantId"
     FROM preorder_line WHERE (store_id, preorder_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    keys,
  );
  await lockUnits(tx, units);
}

type Ended = { storeId: string; lines: readonly { productId: string }[] };

async function endOne(tx: Sql, key: QuestionKey): Promise<Ended> {
  const { storeId, preorderId, noticeId } = key;
  const nothing = { storeId, lines: [] };
  const question = await lockQuestion(tx, key);
  if (!question?.isOver) return nothing; // another process was first, or the date moved again
  const waiting = await waitingLines(tx, { storeId, preorderId, batchId: question.batchId });
  const isAsking = question.given === null && waiting.length > 0;
  if (isAsking && (await extendQuestion(tx, key))) return nothing;
  await endQuestion(tx, key);
  if (question.given !== null) return nothing; // the shopper chose to wait
  const evidence = { storeId, noticeId, givenBy: 'clock' as const, lines: waiting.length };
  if (waiting.length === 0) {
    await record(tx, { ...evidence, answer: 'over' });
    return nothing;
  }
  await record(tx, { ...evidence, answer: `silence_${question.silence}` });
  if (question.silence === 'wait') return nothing;
  const { lines } = await cancelInTransaction(tx, { storeId, preorderId, lineIds: waiting, reason: 'silence' });
  return { storeId, lines };
}

/** SQL: somebody declared to withdraw from the pre-order of the notice `n`, and that is not dealt with. */
const WITHDRAWN = `EXISTS (SELECT 1 FROM dispute_wait d
  WHERE d.store_id = n.store_id AND d.preorder_id = n.preorder_id AND d.withdrawn)`;

/**
 * Gives a question more time when its shopper was not asked in time: the mail went out late or not at all, or it did not arrive; and
 * while a withdrawal is not dealt with, which somebody else may have declared. The shopper gets ANSWER_DAYS_MIN days from the sending, or from now. Who was never asked is not silent, so such a question stays open
 * until somebody answers it, except where the law cancels without an answer. Resolves with true when there is time left.
 */
async function extendQuestion(tx: Sql, { storeId, preorderId, noticeId }: QuestionKey): Promise<boolean> {
  const given = await tx.query(
    `UPDATE promise_question q SET answer_by = t.answer_by, runs_from = t.at, put_off_until = NULL
     FROM (
       SELECT w.at, ((w.at AT TIME ZONE s.time_zone)::date + $4::int + 1)::timestamp AT TIME ZONE s.time_zone AS answer_by
       FROM promise_notice n JOIN store s ON s.id = n.store_id
       JOIN preorder o ON o.store_id = n.store_id AND o.id = n.preorder_id
       LEFT JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
       LEFT JOIN LATERAL ${ASKING_MAIL} m ON true
       CROSS JOIN LATERAL (
         SELECT CASE WHEN ${WITHDRAWN} THEN app_now()
                     WHEN ${UNREACHED} AND NOT ${LAW_CANCELS} THEN app_now()
                     WHEN m.id IS NOT NULL AND m.dropped_at IS NULL THEN coalesce(m.sent_at, app_now()) END AS at) w
       WHERE n.store_id = $1 AND n.preorder_id = $2 AND n.id = $3) t
     WHERE q.store_id = $1 AND q.preorder_id = $2 AND q.notice_id = $3 AND t.answer_by > (SELECT app_now())
     RETURNING 1`,
    [storeId, preorderId, noticeId, ANSWER_DAYS_MIN],
  );
  return given.length > 0;
}
