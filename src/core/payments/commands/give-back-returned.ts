import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { type Minor, toDecimal } from '../../../domain/money.ts';
import { givableOf } from '../../../domain/payment.ts';
import { checkRefundReason, shareOut } from '../../../domain/refund.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../outbox/outbox.ts';
import { type PreorderKey, readMoney } from '../queries/money.ts';

export type Returned = {
  lineIds: readonly string[];
  /** Less than everything, with the reason for the shopper; null: everything that was paid and is not given back. */
  reduced: { amount: Minor; reason: string } | null;
};

/**
 * Gives back what was paid for line items that came back. A job then moves the money, the way it came. Never more than was paid, less
 * what was given back before; so a second call gives back nothing. Resolves with the amount of each line item, and why it is less. The caller has locked
 * the pre-order. Throws `refund_too_high` with the possible amount for more than that, and `invalid_parameter` for a negative amount,
 * or a lower one without a reason.
 */
export async function giveBackReturned(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { lineIds, reduced }: Returned,
): Promise<{ back: { id: string; amount: Minor }[]; reason: string }> {
  const money = await readMoney(tx, { storeId, preorderId });
  const lines = money?.lines.filter(({ id }) => lineIds.includes(id)) ?? [];
  const available = lines.map(givableOf);
  const most = available.reduce((sum, amount) => sum + amount, 0);
  const wanted = reduced?.amount ?? most;
  if (!Number.isSafeInteger(wanted) || wanted > most) {
    const text = money ? `${toDecimal(most, money.currency)} ${money.currency}` : 'Nothing';
    const message = `At most ${text} can be given back: what was paid, less earlier refunds.`;
    throw new AppError('refund_too_high', message, { param: 'amount', data: { available: most } });
  }
  if (wanted < 0) throw new AppError('invalid_parameter', 'The amount must not be negative.', { param: 'amount' });
  const reason = reduced === null || wanted === most ? '' : checkRefundReason(reduced.reason);
  const shares = shareOut(wanted, available);
  const back = lines.map(({ id }, at) => ({ id, amount: shares[at] ?? 0 }));
  await write(tx, storeId, { back: back.filter(({ amount }) => amount > 0), reason });
  await emit(tx, 'money.due', { storeId, subjectId: preorderId });
  return { back, reason };
}

async function write(
  tx: Sql,
  storeId: string,
  { back, reason }: { back: readonly { id: string; amount: Minor }[]; reason: string },
): Promise<void> {
  if (back.length === 0) return;
  const columns = [back.map(({ id }) => id), back.map(({ amount }) => amount)];
  await tx.query(
    `UPDATE preorder_line l SET given_back = l.given_back + b.amount
     FROM unnest($2::uuid[], $3::bigint[]) AS b (id, amount) WHERE l.store_id = $1 AND l.id = b.id`,
    [storeId, ...columns],
  );
  await tx.query(
    `INSERT INTO goodwill (store_id, id, line_id, amount, reason)
     SELECT $1, b.id, b.line_id, b.amount, $5 FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS b (id, line_id, amount)`,
    [storeId, back.map(() => randomUUID()), ...columns, reason],
  );
}
