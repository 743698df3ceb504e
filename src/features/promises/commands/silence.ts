import { ANSWER_DAYS_MIN } from '../../../domain/promise.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { cancelInTransaction, forgetAnswers } from '../../preorders/commands/cancel.ts';
import { lockUnits } from '../../stock/commands.ts';
import type { UnitKey } from '../../stock/sale-queue.ts';
import { endQuestion, lockQuestion, type QuestionKey, record, waitingLines } from './answer.ts';

// A run takes what fits into a few seconds; the next one goes on.
const DUE_MAX = 500;
// Every commit waits for the disk, and whoever buys waits meanwhile for the units: a few at a time.
const PAGE = 20;

type SilenceDeps = Pick<Deps, 'db' | 'answers' | 'outbox' | 'log'>;

/**
 * Ends the questions whose time is over, each by the rule that its shopper was told. One that cannot be ended keeps no other
 * from it. Resolves with how many were due.
 */
export async function endSilentQuestions(deps: SilenceDeps): Promise<number> {
  const due = await deps.db.query<QuestionKey>(
    `SELECT store_id AS "storeId", preorder_id AS "preorderId", notice_id AS "noticeId" FROM promise_question
     WHERE answer_by <= app_now() ORDER BY answer_by LIMIT $1`,
    [DUE_MAX],
  );
  for (let from = 0; from < due.length; from += PAGE) {
    const page = due.slice(from, from + PAGE);
    if (await tryToEnd(deps, page)) continue;
    for (const question of page) await tryToEnd(deps, [question]);
  }
  return due.length;
}

async function tryToEnd(deps: SilenceDeps, questions: readonly QuestionKey[]): Promise<boolean> {
  try {
    const ended = await deps.db.transaction((tx) => endAll(tx, questions));
    for (const { storeId, lines } of ended) forgetAnswers(deps, storeId, lines);
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

/** Pre-orders, then the units of all of them: the order in which whoever takes one of each does, too. */
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
  if (!question?.due) return nothing; // another process was first, or the date moved again
  if (question.given === null && (await giveTime(tx, key))) return nothing;
  await endQuestion(tx, key);
  if (question.given !== null) return nothing; // they chose to wait
  const waiting = await waitingLines(tx, { storeId, preorderId, batchId: question.batchId });
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

/**
 * Whose mail has not gone out, or went out late, was not asked in time: that is no silence. They have as many days from then
 * on as anybody needs; whom no mail reaches at all, the merchant was told of. True: there is time left.
 */
async function giveTime(tx: Sql, { storeId, preorderId, noticeId }: QuestionKey): Promise<boolean> {
  const given = await tx.query(
    `UPDATE promise_question q SET answer_by = t.answer_by
     FROM store s, mail m, LATERAL (
       SELECT ((coalesce(m.sent_at, app_now()) AT TIME ZONE s.time_zone)::date + $4::int + 1)::timestamp
              AT TIME ZONE s.time_zone AS answer_by) t
     WHERE q.store_id = $1 AND q.preorder_id = $2 AND q.notice_id = $3 AND s.id = q.store_id AND m.store_id = q.store_id
       AND m.preorder_id = q.preorder_id AND m.kind = 'date_asked' AND m.dedupe = q.notice_id::text
       AND m.dropped_at IS NULL AND t.answer_by > app_now()
     RETURNING 1`,
    [storeId, preorderId, noticeId, ANSWER_DAYS_MIN],
  );
  return given.length > 0;
}
