import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { cancelInTransaction, forgetAnswers } from '../../preorders/commands/cancel.ts';
import { endQuestion, lockQuestion, type QuestionKey, record, waitingLines } from './answer.ts';

// A run takes what fits into a few seconds; the next one goes on.
const DUE_MAX = 500;

/**
 * Ends the questions whose time is over, each by the rule that its shopper was told. Whose mail has not gone out yet was
 * not asked: that is no silence. Resolves with how many it ended.
 */
export async function endSilentQuestions(deps: Pick<Deps, 'db' | 'answers' | 'outbox'>): Promise<number> {
  const due = await deps.db.query<QuestionKey>(
    `SELECT q.store_id AS "storeId", q.preorder_id AS "preorderId", q.notice_id AS "noticeId" FROM promise_question q
     WHERE q.answer_by <= app_now() AND NOT EXISTS (
       SELECT 1 FROM mail m WHERE m.store_id = q.store_id AND m.preorder_id = q.preorder_id AND m.kind = 'date_asked'
         AND m.dedupe = q.notice_id::text AND m.sent_at IS NULL AND m.dropped_at IS NULL)
     ORDER BY q.answer_by LIMIT $1`,
    [DUE_MAX],
  );
  for (const question of due) {
    const { lines } = await deps.db.transaction((tx) => endOne(tx, question));
    forgetAnswers(deps, question.storeId, lines);
  }
  return due.length;
}

async function endOne(tx: Sql, key: QuestionKey): Promise<{ lines: readonly { productId: string }[] }> {
  const { storeId, preorderId, noticeId } = key;
  const question = await lockQuestion(tx, key);
  if (!question?.due) return { lines: [] }; // another process was first, or the date moved again
  await endQuestion(tx, key);
  if (question.given !== null) return { lines: [] }; // they chose to wait
  const waiting = await waitingLines(tx, { storeId, preorderId, batchId: question.batchId });
  const evidence = { storeId, noticeId, givenBy: 'clock' as const, lines: waiting.length };
  if (waiting.length === 0) {
    await record(tx, { ...evidence, answer: 'over' });
    return { lines: [] };
  }
  await record(tx, { ...evidence, answer: `silence_${question.silence}` });
  if (question.silence === 'wait') return { lines: [] };
  return cancelInTransaction(tx, { storeId, preorderId, lineIds: waiting, reason: 'silence' });
}
