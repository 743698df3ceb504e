import type { Minor } from '../../../domain/money.ts';
import { givableOf } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import { type PreorderKey, readMoney } from '../../payments/queries/money.ts';
import { MEANT } from './timing.ts';

/**
 * Reads what goes back for these line items of a pre-order once somebody notes their goods or a proof of sending: for those in a return
 * that goes on, and those that a waiting withdrawal names.
 */
export async function readAtStake(
  sql: Sql,
  { storeId, preorderId }: PreorderKey,
  lineIds: readonly string[],
): Promise<Minor> {
  const rows = await sql.query<{ id: string }>(
    `SELECT l.id FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.id = ANY($3::uuid[]) AND (
       EXISTS (SELECT 1 FROM goods_return_line g JOIN goods_return h ON h.store_id = g.store_id AND h.id = g.return_id
               WHERE g.store_id = l.store_id AND g.line_id = l.id AND h.ended_at IS NULL)
       OR EXISTS (SELECT 1 FROM withdrawal w JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
                  WHERE w.store_id = l.store_id AND w.preorder_id = l.preorder_id AND w.state = 'declared' AND ${MEANT}))`,
    [storeId, preorderId, lineIds],
  );
  if (rows.length === 0) return 0;
  const money = await readMoney(sql, { storeId, preorderId });
  const meant = money?.lines.filter((line) => rows.some(({ id }) => id === line.id)) ?? [];
  return meant.reduce((sum, line) => sum + givableOf(line), 0);
}
