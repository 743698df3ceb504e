import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { SuppressionReason } from '../queries.ts';

type Address = { storeId: string; email: string };

/** Nothing goes to that address any more, until it is taken off the list. Said again, the first reason stays. */
export async function suppress(
  sql: Sql,
  { storeId, email }: Address,
  { reason, codes = '' }: { reason: SuppressionReason; codes?: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO mail_suppression (store_id, customer_key, reason, codes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, customer_key) DO NOTHING`,
    [storeId, customerKeyOf(storeId, email), reason, codes],
  );
}

/** Whether the address was on the list. What was not sent meanwhile stays unsent, unless somebody sends it again. */
export async function unsuppress(sql: Sql, { storeId, email }: Address): Promise<boolean> {
  const rows = await sql.query('DELETE FROM mail_suppression WHERE store_id = $1 AND customer_key = $2 RETURNING 1', [
    storeId,
    customerKeyOf(storeId, email),
  ]);
  return rows.length > 0;
}
