import type { Sql } from '../../../platform/db.ts';
import { UNREACHED } from '../../mails/queries/unreached.ts';
import { KNOWN_END } from './dues.ts';

/** The alert about a payment that its shopper was not asked for: the mail did not arrive. */
export const NOT_ASKED = 'payment_not_delivered';

export type DueKey = { storeId: string; id: string };

/** SQL: the payment due `d` of the pre-order `o`, with its shopper `k` and the newest mail `m` about it. */
const ASKED = `
  payment_due d JOIN preorder o ON o.store_id = d.store_id AND o.id = d.preorder_id
  LEFT JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
  LEFT JOIN LATERAL (
    SELECT * FROM mail WHERE store_id = d.store_id AND preorder_id = d.preorder_id AND kind = 'payment_needed' AND created_at >= d.since
    ORDER BY created_at DESC, id LIMIT 1) m ON true`;

/** Returns whether the mail about this payment did not arrive. */
export async function wasNotAsked(sql: Sql, { storeId, id }: DueKey): Promise<boolean> {
  const rows = await sql.query(`SELECT 1 FROM ${ASKED} WHERE d.store_id = $1 AND d.id = $2 AND ${UNREACHED}`, [
    storeId,
    id,
  ]);
  return rows.length > 0;
}

export type Unasked = DueKey & { reference: string };

/** Reads payments of all stores that are due and that their shoppers were not asked for. Leaves out those that had this alert since. */
export async function readUnasked(sql: Sql): Promise<Unasked[]> {
  return sql.query<Unasked>(
    `SELECT d.store_id AS "storeId", d.id, o.reference FROM ${ASKED}
     WHERE d.ended_at IS NULL AND ${KNOWN_END} > (SELECT app_now()) AND ${UNREACHED}
       AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.store_id = d.store_id AND a.code = $1 AND a.subject_id = d.id
                         AND a.created_at >= coalesce(m.created_at, d.since))
     ORDER BY ${KNOWN_END} LIMIT 100`,
    [NOT_ASKED],
  );
}
