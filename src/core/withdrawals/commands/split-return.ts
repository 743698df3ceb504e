import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { GoodsReturn } from '../queries/returns.ts';

/** A return with the keys of its withdrawal and pre-order, which are locked. */
export type FoundReturn = { storeId: string; withdrawalId: string; preorderId: string; goods: GoodsReturn };

/**
 * Makes the line items of a return that came a return of their own, which has ended. What has not come stays in the return, with its
 * dates and its proof of sending. `lines`: the numbers of the line items; null for all, and then nothing is split. Resolves with the
 * return of what came. Throws `invalid_parameter` for no line item, and `invalid_transition` for one that is not in the return.
 */
export async function splitReturn(tx: Sql, found: FoundReturn, lines: readonly number[] | null): Promise<FoundReturn> {
  const { storeId, goods } = found;
  if (lines === null) return found;
  if (lines.length === 0) throw new AppError('invalid_parameter', 'Name at least one line item.', { param: 'lines' });
  const unknown = lines.find((number) => !goods.lines.some((line) => line.number === number));
  if (unknown !== undefined) {
    const message = `Line item ${unknown} is not in this return, or came back already.`;
    throw new AppError('invalid_transition', message, { param: 'lines' });
  }
  const came = goods.lines.filter(({ number }) => lines.includes(number));
  if (came.length === goods.lines.length) return found;
  const id = newRowId();
  await tx.query(
    `INSERT INTO goods_return (store_id, id, withdrawal_id, preorder_id, opened_at, send_by, address, carrier, tracking_number,
                               tracking_link, proof_at, ended_at, outcome)
     SELECT store_id, $3, withdrawal_id, preorder_id, opened_at, send_by, address, carrier, tracking_number,
            tracking_link, proof_at, coalesce(ended_at, app_now()), 'received'
     FROM goods_return WHERE store_id = $1 AND id = $2`,
    [storeId, goods.id, id],
  );
  await tx.query(
    'UPDATE goods_return_line SET return_id = $3 WHERE store_id = $1 AND return_id = $2 AND line_id = ANY($4::uuid[])',
    [storeId, goods.id, id, came.map((line) => line.id)],
  );
  return { ...found, goods: { ...goods, id, lines: came } };
}
