import type { ReturnEnd } from '../../../domain/goods-return.ts';
import type { Sql } from '../../../platform/db.ts';
import type { PreorderKey } from '../../payments/queries/money.ts';

/** Reads how the returns of the line items of a pre-order ended, by line item, where the merchant did not close them. */
export async function readReturnEnds(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<Map<string, ReturnEnd>> {
  const rows = await sql.query<ReturnEnd & { lineId: string }>(
    `SELECT x.line_id AS "lineId", r.ended_at AS "endedAt", x.given_back AS "givenBack", r.reason
     FROM goods_return r JOIN goods_return_line x ON x.store_id = r.store_id AND x.return_id = r.id
     WHERE r.store_id = $1 AND r.preorder_id = $2 AND r.outcome IN ('received', 'proof')`,
    [storeId, preorderId],
  );
  return new Map(rows.map(({ lineId, ...end }) => [lineId, end]));
}
