import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { SuppressionReason } from '../queries.ts';

type Address = { storeId: string; email: string };

/**
 * Suppresses an address: no mail goes there until it is taken off the list. When it is suppressed again, the last reason
 * that was given counts.
 */
export async function suppress(
  sql: Sql,
  { storeId, email }: Address,
  { reason, codes = '' }: { reason?: SuppressionReason | undefined; codes?: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO mail_suppression AS s (store_id, customer_key, reason, codes) VALUES ($1, $2, coalesce($3, 'bounced'), $4)
     ON CONFLICT (store_id, customer_key) DO UPDATE SET reason = $3, codes = $4 WHERE $3 <> s.reason`,
    [storeId, customerKeyOf(storeId, email), reason, codes],
  );
}

/**
 * Takes an address off the list and returns true if it was there. Mails that were not sent in the meantime stay unsent until
 * a person sends them again.
 */
export async function unsuppress(sql: Sql, { storeId, email }: Address): Promise<boolean> {
  const rows = await sql.query('DELETE FROM mail_suppression WHERE store_id = $1 AND customer_key = $2 RETURNING 1', [
    storeId,
    customerKeyOf(storeId, email),
  ]);
  return rows.length > 0;
}
