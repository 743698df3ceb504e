import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { type Minor, toDecimal } from '../../../domain/money.ts';
import { givableOf } from '../../../domain/payment.ts';
import { checkRefundReason } from '../../../domain/refund.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { type PreorderKey, readMoney } from '../queries/money.ts';
import { lockPreorder } from './lock-preorder.ts';

export type GiveBack = PreorderKey & {
  lineId: string;
  amount: Minor;
  /** The reason in the merchant's words, stored with the goodwill. */
  reason: string;
  /** The field that names the amount, for a refusal. */
  param?: string;
};

/**
 * Gives back a part of what an ongoing line item has paid, or of the kept deposit of a cancelled one. A job then moves the
 * money. What is owed back already cannot be given back again. Resolves with what can still be given back of the line
 * item. Throws `refund_too_high` with the possible amount, and `invalid_parameter` for an amount that is not
 * above zero or a reason that is empty or too long.
 */
export async function giveBack(deps: Pick<Deps, 'db' | 'outbox'>, request: GiveBack): Promise<{ left: Minor }> {
  const { storeId, preorderId, lineId, amount, param = 'amount' } = request;
  const reason = checkRefundReason(request.reason);
  if (!(amount > 0)) {
    throw new AppError('invalid_parameter', 'The amount to give back must be above zero.', { param });
  }
  const left = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    const money = await readMoney(tx, request);
    const line = money?.lines.find(({ id }) => id === lineId);
    const available = line ? givableOf(line) : 0;
    if (!line || !Number.isSafeInteger(amount) || amount > available) {
      const most = money ? `${toDecimal(available, money.currency)} ${money.currency}` : 'Nothing';
      const message = `At most ${most} can be given back: what was paid, less earlier refunds.`;
      throw new AppError('refund_too_high', message, { param, data: { available } });
    }
    const column = line.state === 'cancelled' ? 'kept = kept -' : 'given_back = given_back +';
    await tx.query(`UPDATE preorder_line SET ${column} $3 WHERE store_id = $1 AND id = $2`, [storeId, lineId, amount]);
    await tx.query('INSERT INTO goodwill (store_id, id, line_id, amount, reason) VALUES ($1, $2, $3, $4, $5)', [
      storeId,
      randomUUID(),
      lineId,
      amount,
      reason,
    ]);
    await emit(tx, 'money.due', { storeId, subjectId: preorderId });
    return available - amount;
  });
  deps.outbox.wake();
  return { left };
}
