import { AppError } from '../../../domain/error.ts';
import type { WithdrawalState } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import { followWaits } from '../../accounts/commands/follow-waits.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { readWithdrawal, type Withdrawal } from '../queries.ts';

const ANSWER_CHARACTERS_MAX = 2_000;

type Ending = { state: Exclude<WithdrawalState, 'declared'>; answer?: string };

/**
 * Ends a withdrawal: the merchant has acted on it, or says why not, or the customer did not mean it. The declaration itself stays, and
 * the pre-order goes on. Throws `withdrawal_not_found`, `withdrawal_ended` if it has ended already, and `invalid_parameter` for a
 * refusal without a reason.
 */
export async function endWithdrawal(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  { state, answer = '' }: Ending,
): Promise<void> {
  const { id: found, actedAt, preorder, returns } = await lockWaiting(tx, storeId, id);
  if (state === 'undone' && (actedAt || returns.length > 0)) throw hasEnded('acted on');
  const words = checkAnswer(state, answer);
  await tx.query(
    'UPDATE withdrawal SET state = $3, ended_at = app_now(), answer = $4 WHERE store_id = $1 AND id = $2',
    [storeId, found, state, words],
  );
  await tx.query(
    `UPDATE goods_return SET ended_at = app_now(), outcome = 'closed' WHERE store_id = $1 AND withdrawal_id = $2 AND ended_at IS NULL`,
    [storeId, found],
  );
  if (preorder) await followWaits(tx, { storeId, preorderId: preorder.id });
  await resolveAlert(tx, storeId, { code: 'withdrawal_declared', subjectId: found });
  await emit(tx, state === 'undone' ? 'withdrawal.undone' : 'withdrawal.settled', { storeId, subjectId: found });
}

/**
 * Locks a withdrawal that waits for the merchant, and its pre-order before it, as everything does that cancels. Throws
 * `withdrawal_not_found`, `withdrawal_ended` if it has ended, and `busy` if somebody matches it at this moment.
 */
export async function lockWaiting(tx: Sql, storeId: string, id: string): Promise<Withdrawal> {
  const { id: found, preorder } = await readWithdrawal(tx, storeId, id);
  if (preorder) await lockPreorder(tx, { storeId, preorderId: preorder.id });
  await tx.query('SELECT 1 FROM withdrawal WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, found]);
  const withdrawal = await readWithdrawal(tx, storeId, found);
  if (withdrawal.state !== 'declared') throw hasEnded(withdrawal.state);
  if (withdrawal.preorder?.id === preorder?.id) return withdrawal;
  throw new AppError('busy', 'Somebody matched this withdrawal with another pre-order just now. Try again.');
}

export const hasEnded = (how: string) =>
  new AppError('withdrawal_ended', `This withdrawal is ${how} already.`, { param: 'withdrawal' });

function checkAnswer(state: Ending['state'], answer: string): string {
  const words = answer.trim();
  if (state === 'refused' && words === '') {
    throw new AppError('invalid_parameter', 'Say why the withdrawal is refused.', { param: 'answer' });
  }
  if (words.length <= ANSWER_CHARACTERS_MAX) return words;
  throw new AppError('invalid_parameter', `The answer has ${ANSWER_CHARACTERS_MAX} characters at most.`, {
    param: 'answer',
  });
}
