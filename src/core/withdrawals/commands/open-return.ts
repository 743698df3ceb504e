import { AppError } from '../../../domain/error.ts';
import { sendBackBy } from '../../../domain/goods-return.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { emit } from '../../outbox/outbox.ts';
import { readStore } from '../../stores/queries.ts';
import { IN_RETURN, WAS_SENT } from '../queries/returns.ts';
import { lockWaiting } from './end.ts';

/**
 * Has what was sent come back: the merchant accepts a withdrawal that the service leaves to them. `lineIds`: null for everything that was
 * sent. Throws `invalid_transition` if a named line item was not sent or comes back already, or if nothing was sent.
 */
export async function acceptReturn(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  lineNumbers: readonly number[] | null,
): Promise<void> {
  const withdrawal = await lockWaiting(tx, storeId, id);
  if (!withdrawal.preorder) throw new AppError('preorder_not_found', 'No pre-order was found for this withdrawal.');
  const sent = await tx.query<{ id: string; number: number }>(
    `SELECT l.id, l.position + 1 AS number FROM preorder_line l JOIN withdrawal w ON w.store_id = l.store_id AND w.id = $3
     WHERE l.store_id = $1 AND l.preorder_id = $2 AND ${WAS_SENT} AND NOT ${IN_RETURN} ORDER BY l.position`,
    [storeId, withdrawal.preorder.id, withdrawal.id],
  );
  const refused = lineNumbers?.find((number) => !sent.some((line) => line.number === number));
  if (refused !== undefined || sent.length === 0) {
    const which = refused === undefined ? 'Nothing of it' : `Line item ${refused}`;
    throw new AppError('invalid_transition', `${which} was sent and does not come back yet.`, { param: 'lines' });
  }
  const chosen = lineNumbers === null ? sent : sent.filter(({ number }) => lineNumbers.includes(number));
  const { declaredAt, preorder } = withdrawal;
  const of = { storeId, withdrawalId: withdrawal.id, preorderId: preorder.id, declaredAt };
  await openReturn(
    tx,
    of,
    chosen.map((line) => line.id),
  );
}

type ReturnOf = { storeId: string; withdrawalId: string; preorderId: string; declaredAt: Date };

/**
 * Opens the return of line items that were sent, or adds them to the one that has no proof of sending yet: a proof stands only for what
 * was in its return. The caller has locked the pre-order.
 */
export async function openReturn(
  tx: Sql,
  { storeId, withdrawalId, preorderId, declaredAt }: ReturnOf,
  lineIds: readonly string[],
): Promise<void> {
  if (lineIds.length === 0) return;
  const { timeZone, returnAddress, legalName, legalAddress } = await readStore(tx, storeId);
  const address = returnAddress || `${legalName}\n${legalAddress}`;
  const sent = await tx.query<{ at: Date | null; isBack: boolean }>(
    `SELECT fulfilled_at AS at, state = 'returned' AS "isBack" FROM preorder_line WHERE store_id = $1 AND id = ANY($2::uuid[])`,
    [storeId, lineIds],
  );
  const sentAt = sent.flatMap(({ at }) => at ?? []);
  const sendBy = sendBackBy({ declaredAt, sentAt }, timeZone);
  const [opened] = await tx.query<{ id: string }>(
    `INSERT INTO goods_return AS r (store_id, id, withdrawal_id, preorder_id, send_by, address)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (store_id, withdrawal_id) WHERE ended_at IS NULL AND proof_at IS NULL
       DO UPDATE SET send_by = greatest(r.send_by, excluded.send_by)
     RETURNING id`,
    [storeId, newRowId(), withdrawalId, preorderId, sendBy, address],
  );
  if (!opened) throw new Error('no row returned for a return');
  await tx.query(
    `INSERT INTO goods_return_line (store_id, return_id, line_id) SELECT $1, $2, * FROM unnest($3::uuid[])
     ON CONFLICT DO NOTHING`,
    [storeId, opened.id, lineIds],
  );
  if (sent.every(({ isBack }) => isBack)) return; // nobody has to send it: the next round gives its money back
  await emit(tx, 'return.opened', { storeId, subjectId: preorderId, detail: { withdrawalId, returnId: opened.id } });
}
