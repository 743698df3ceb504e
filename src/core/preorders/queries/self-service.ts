import type { Sql } from '../../../platform/db.ts';

/** Returns true if the store has tax rates for single regions of the country. */
export async function hasRegionalTax(sql: Sql, storeId: string, country: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM store_tax_rate WHERE store_id = $1 AND country = $2 AND region <> '' LIMIT 1`,
    [storeId, country],
  );
  return rows.length > 0;
}

/** Returns true if the pre-order's waitlist is open and offers more than one variant, even if none of them is left. */
export async function hasOtherVariants(sql: Sql, storeId: string, preorderId: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM preorder o
     JOIN waitlist w ON w.store_id = o.store_id AND w.id = o.waitlist_id
     JOIN waitlist_variant v ON v.store_id = w.store_id AND v.waitlist_id = w.id
     WHERE o.store_id = $1 AND o.id = $2 AND w.state = 'OPEN' AND (w.closes_at IS NULL OR w.closes_at > (SELECT app_now()))
     OFFSET 1 LIMIT 1`,
    [storeId, preorderId],
  );
  return rows.length > 0;
}

export type CardOnFile = { brand: string; last4: string; expiresOn: string | null };

/** Reads the kept card of the pre-order; null if there is none. */
export async function findCard(sql: Sql, storeId: string, preorderId: string): Promise<CardOnFile | null> {
  const [row] = await sql.query<CardOnFile>(
    `SELECT brand, last4, to_char(expires_on, 'YYYY-MM-DD') AS "expiresOn" FROM payment_method
     WHERE store_id = $1 AND preorder_id = $2 AND replaced_at IS NULL`,
    [storeId, preorderId],
  );
  return row ?? null;
}

/** A movement that is done, for a receipt. The amount of a refund or chargeback is below zero. */
export type ReceiptMovement = { at: Date; kind: 'capture' | 'charge' | 'refund' | 'chargeback'; amount: number };

/** Lists the movements of the pre-order that the ledger has, oldest first. */
export async function listMovementsDone(sql: Sql, storeId: string, preorderId: string): Promise<ReceiptMovement[]> {
  return sql.query<ReceiptMovement>(
    `SELECT coalesce(m.ended_at, m.created_at) AS at, m.kind, sum(e.amount)::bigint AS amount
     FROM movement m JOIN ledger_entry e ON e.store_id = m.store_id AND e.movement_id = m.id AND e.account = 'provider'
     WHERE m.store_id = $1 AND m.preorder_id = $2
     GROUP BY m.id, m.ended_at, m.created_at, m.kind ORDER BY 1, m.id`,
    [storeId, preorderId],
  );
}
