import { AppError } from '../../../domain/error.ts';
import type { ReturnOutcome } from '../../../domain/goods-return.ts';
import type { Minor } from '../../../domain/money.ts';
import { NO_TRACKING } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';
import { giveBackReturned, type Returned } from '../../payments/commands/give-back-returned.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { moveLines } from '../../preorders/commands/advance.ts';
import { ALL_OVER, type GoodsReturn } from '../queries/returns.ts';
import { readWithdrawal } from '../queries.ts';
import { endWithdrawal } from './end.ts';
import { type FoundReturn, splitReturn } from './split-return.ts';

type Key = { storeId: string; id: string };
/** `returnId`: the return that is meant, where several go on. */
export type ReturnKey = Key & { returnId?: string | null | undefined };
/** `lines`: the numbers of the line items that came; null for all of the return. */
export type Received = Pick<Returned, 'reduced'> & { lines: readonly number[] | null };

/**
 * Takes goods back: their line items are returned, and what was paid for them goes back the way it came, or less with a reason. Where the
 * money went back for a proof of sending before, only the goods are noted. The rest of the return goes on with its dates. A withdrawal of
 * which nothing is left is settled. Resolves with what goes back. Throws `return_not_found`, `refund_too_high`, `invalid_parameter`, and
 * `invalid_transition` if a named line item is not in the return.
 */
export async function receiveReturn(tx: Sql, key: ReturnKey, { lines, reduced }: Received): Promise<Minor> {
  const whole = await lockReturn(tx, key, ['open', 'sent', 'refunded']);
  const isPaid = whole.goods.state === 'refunded';
  if (isPaid && reduced) {
    throw new AppError('invalid_parameter', 'The money has gone back already.', { param: 'amount' });
  }
  const found = await splitReturn(tx, whole, lines);
  if (!isPaid) return endReturn(tx, found, { outcome: 'received', reduced });
  await noteReturned(tx, found);
  await tx.query(`UPDATE goods_return SET outcome = 'received' WHERE store_id = $1 AND id = $2`, [
    found.storeId,
    found.goods.id,
  ]);
  return 0;
}

/** Ends a return with the money for its goods. The caller has locked the pre-order. Resolves with what goes back. */
export async function endReturn(
  tx: Sql,
  found: FoundReturn,
  { outcome, reduced = null }: { outcome: Exclude<ReturnOutcome, 'closed'>; reduced?: Returned['reduced'] },
): Promise<Minor> {
  const { storeId, withdrawalId, preorderId, goods } = found;
  if (outcome === 'received') await noteReturned(tx, found);
  const lineIds = goods.lines.map(({ id }) => id);
  const { back, reason } = await giveBackReturned(tx, { storeId, preorderId }, { lineIds, reduced });
  await tx.query(
    `UPDATE goods_return_line x SET given_back = b.amount FROM unnest($3::uuid[], $4::bigint[]) AS b (id, amount)
     WHERE x.store_id = $1 AND x.return_id = $2 AND x.line_id = b.id`,
    [storeId, goods.id, back.map(({ id }) => id), back.map(({ amount }) => amount)],
  );
  await tx.query(
    'UPDATE goods_return SET ended_at = app_now(), outcome = $3, reason = $4 WHERE store_id = $1 AND id = $2',
    [storeId, goods.id, outcome, reason],
  );
  await settleIfOver(tx, { storeId, id: withdrawalId });
  return back.reduce((sum, { amount }) => sum + amount, 0);
}

async function noteReturned(tx: Sql, { storeId, preorderId, goods }: FoundReturn): Promise<void> {
  const there = await tx.query<{ id: string }>(
    `SELECT id FROM preorder_line WHERE store_id = $1 AND id = ANY($2::uuid[]) AND state = 'fulfilled'`,
    [storeId, goods.lines.map(({ id }) => id)],
  );
  if (there.length === 0) return;
  const lineIds = there.map(({ id }) => id);
  await moveLines(tx, { storeId, preorderId, to: 'returned', lineIds }, { key: null, tracking: NO_TRACKING });
}

/** Settles a withdrawal once every line item that it names has its end. Returns true if it is settled now. */
export async function settleIfOver(tx: Sql, { storeId, id }: Key): Promise<boolean> {
  const [over] = await tx.query(
    `SELECT 1 FROM withdrawal w JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
     WHERE w.store_id = $1 AND w.id = $2 AND w.state = 'declared' AND ${ALL_OVER}`,
    [storeId, id],
  );
  if (over) await endWithdrawal(tx, { storeId, id }, { state: 'settled' });
  return over !== undefined;
}

/**
 * Locks a return of a withdrawal, and its pre-order before it: the one that is named, or the only one that goes on, or the newest. Throws
 * `return_not_found` if none is in one of the states, and `invalid_parameter` if several go on and none is named.
 */
export async function lockReturn(
  tx: Sql,
  { storeId, id, returnId }: ReturnKey,
  states: readonly GoodsReturn['state'][],
): Promise<FoundReturn> {
  const { preorder } = await readWithdrawal(tx, storeId, id);
  if (preorder) await lockPreorder(tx, { storeId, preorderId: preorder.id });
  const { id: withdrawalId, returns } = await readWithdrawal(tx, storeId, id);
  await tx.query('SELECT 1 FROM withdrawal WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, withdrawalId]);
  const meant = returns.filter((one) => states.includes(one.state) && (returnId ?? one.id) === one.id);
  const [first, second] = meant.filter(({ endedAt }) => endedAt === null);
  if (second) throw new AppError('invalid_parameter', 'Several returns go on: name one.', { param: 'return_id' });
  const goods = first ?? meant.at(-1);
  if (goods && preorder) return { storeId, withdrawalId, preorderId: preorder.id, goods };
  throw new AppError('return_not_found', 'Nothing comes back for this withdrawal, or it came back already.');
}
