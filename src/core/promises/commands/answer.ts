import { AppError } from '../../../domain/error.ts';
import { type Answer, type Choice, choose } from '../../../domain/promise.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { type Cancelled, cancelInTransaction, invalidateAnswers } from '../../preorders/commands/cancel.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import { CLOCK, type ClockRow, questionClock } from '../queries/clock.ts';
import { type AnswerSource, readNoticesOf } from '../queries.ts';
import { NOT_ASKED } from './unreached.ts';

export type AnswerRequest = {
  storeId: string;
  preorderId: string;
  /** The notice that the shopper saw and answers. */
  noticeId: string;
  choice: Choice;
  givenBy: Exclude<AnswerSource, 'clock'>;
};

/** The line items that an answer cancelled, and what is given back for them. */
export type Answered = Pick<Cancelled, 'lineIds' | 'amount'>;

/**
 * Records the shopper's choice about a moved date. `cancel` cancels the line items that still wait for the batch and refunds
 * everything paid for them; line items released meanwhile stay. Repeating a choice changes nothing. Throws `question_over`
 * once the time is over, the date has moved again, all line items are released, or the other choice is final. Throws
 * `promise_not_found` for a notice that the pre-order does not have.
 */
export async function answerQuestion(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  request: AnswerRequest,
): Promise<Answered> {
  const { storeId } = request;
  const { lines, lineIds, amount } = await deps.db.transaction((tx) => answer(tx, request));
  invalidateAnswers(deps, storeId, lines);
  return { lineIds, amount };
}

/**
 * Records the choice for every open question of the pre-order. Without an open question it throws `promise_not_found`.
 */
export async function answerAllQuestions(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  request: Omit<AnswerRequest, 'noticeId'>,
): Promise<Answered> {
  const { storeId, preorderId } = request;
  const asked = (await readNoticesOf(deps.db, storeId, preorderId)).filter(({ open }) => open);
  const answered: Answered = { lineIds: [], amount: 0 };
  // The empty id is refused with a message that says so.
  for (const noticeId of asked.length > 0 ? asked.map(({ id }) => id) : ['']) {
    const { lineIds, amount } = await answerQuestion(deps, { ...request, noticeId });
    answered.lineIds.push(...lineIds);
    answered.amount += amount;
  }
  return answered;
}

async function answer(tx: Sql, { storeId, preorderId, noticeId, choice, givenBy }: AnswerRequest) {
  const nothing = { lines: [], lineIds: [], amount: 0 };
  const question = await lockQuestion(tx, { storeId, preorderId, noticeId });
  if (!question) throw new AppError('promise_not_found', 'The pre-order was not asked that.');
  const decision = choose(choice, question);
  if (decision === 'same') return nothing;
  const waiting = await waitingLines(tx, { storeId, preorderId, batchId: question.batchId });
  if (decision === 'over' || waiting.length === 0) throw questionOver(question.given);
  if (choice === 'wait') {
    await record(tx, { storeId, noticeId, answer: 'wait', givenBy, lines: waiting.length });
    return nothing;
  }
  const cancelled = await cancelInTransaction(tx, { storeId, preorderId, lineIds: waiting, reason: 'delay' });
  await record(tx, { storeId, noticeId, answer: 'cancel', givenBy, lines: waiting.length });
  await endQuestion(tx, { storeId, preorderId, noticeId });
  return cancelled;
}

function questionOver(given: Answer | null): AppError {
  const message =
    'This answer is no longer possible: the time is over, the date moved again, or the question was answered.';
  return new AppError('question_over', message, { data: { given } });
}

export type QuestionKey = Pick<AnswerRequest, 'storeId' | 'preorderId' | 'noticeId'>;

type Question = { batchId: string; given: Answer | null; open: boolean };

/**
 * Locks the pre-order and reads its question; null when the notice asked nothing. Releases, cancellations and the clock take
 * the same lock, so a question has one outcome.
 */
export async function lockQuestion(
  tx: Sql,
  { storeId, preorderId, noticeId }: QuestionKey,
): Promise<(Question & { isOver: boolean; silence: 'cancel' | 'wait' }) | null> {
  if (!isUuid(noticeId)) return null;
  await lockPreorder(tx, { storeId, preorderId });
  const [row] = await tx.query<Omit<Question, 'open'> & { silence: 'cancel' | 'wait'; asked: ClockRow | null }>(
    `SELECT n.batch_id AS "batchId", n.silence, CASE WHEN q.notice_id IS NOT NULL THEN ${CLOCK} END AS asked,
            (SELECT a.answer FROM promise_answer a WHERE a.store_id = n.store_id AND a.notice_id = n.id
             ORDER BY a.id DESC LIMIT 1) AS given
     FROM promise_notice n JOIN store s ON s.id = n.store_id
     LEFT JOIN promise_question q ON q.store_id = n.store_id AND q.preorder_id = n.preorder_id AND q.notice_id = n.id
     WHERE n.store_id = $1 AND n.preorder_id = $2 AND n.id = $3 AND n.kind = 'asked'`,
    [storeId, preorderId, noticeId],
  );
  if (!row) return null;
  const isOver = row.asked !== null && questionClock(row.asked).isOver;
  return { ...row, isOver, open: row.asked !== null && !isOver };
}

/** Returns the ids of the pre-order's line items that still wait for the batch. */
export async function waitingLines(
  tx: Sql,
  { storeId, preorderId, batchId }: { storeId: string; preorderId: string; batchId: string },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT l.id FROM preorder_line l
     WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.batch_id = $3 AND ${WAITS} ORDER BY l.position`,
    [storeId, preorderId, batchId],
  );
  return rows.map(({ id }) => id);
}

type Evidence = { storeId: string; noticeId: string; answer: Answer; givenBy: AnswerSource; lines: number };

export async function record(tx: Sql, { storeId, noticeId, answer, givenBy, lines }: Evidence): Promise<void> {
  await tx.query(
    'INSERT INTO promise_answer (store_id, notice_id, answer, given_by, lines) VALUES ($1, $2, $3, $4, $5)',
    [storeId, noticeId, answer, givenBy, lines],
  );
  await resolveAlert(tx, storeId, { code: NOT_ASKED, subjectId: noticeId });
}

export async function endQuestion(tx: Sql, { storeId, preorderId, noticeId }: QuestionKey): Promise<void> {
  await tx.query('DELETE FROM promise_question WHERE store_id = $1 AND preorder_id = $2 AND notice_id = $3', [
    storeId,
    preorderId,
    noticeId,
  ]);
}
