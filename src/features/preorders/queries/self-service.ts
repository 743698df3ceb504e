import type { Sql } from '../../../platform/db.ts';

/** Regions of the country are taxed apart from it. */
export async function hasRegionalTax(sql: Sql, storeId: string, country: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT 1 FROM store_tax_rate WHERE store_id = $1 AND country = $2 AND region <> '' LIMIT 1`,
    [storeId, country],
  );
  return rows.length > 0;
}

/** The shopper's words to the store; null once they were sent, and when there is no such message. */
export async function findShopperWords(sql: Sql, storeId: string, messageId: string): Promise<string | null> {
  const [row] = await sql.query<{ words: string | null }>(
    'SELECT words FROM shopper_message WHERE store_id = $1 AND id = $2',
    [storeId, messageId],
  );
  return row?.words ?? null;
}

export type CardOnFile = { brand: string; last4: string; expiresOn: string | null };

/** The card that is kept for the rest of the payment. */
export async function findCard(sql: Sql, storeId: string, preorderId: string): Promise<CardOnFile | null> {
  const [row] = await sql.query<CardOnFile>(
    `SELECT brand, last4, to_char(expires_on, 'YYYY-MM-DD') AS "expiresOn" FROM payment_method
     WHERE store_id = $1 AND preorder_id = $2 AND replaced_at IS NULL`,
    [storeId, preorderId],
  );
  return row ?? null;
}

/** A movement of money that is done, as a receipt lists it. */
export type ReceiptMovement = { at: Date; kind: 'capture' | 'charge' | 'refund'; amount: number };

export async function listMovementsDone(sql: Sql, storeId: string, preorderId: string): Promise<ReceiptMovement[]> {
  return sql.query<ReceiptMovement>(
    `SELECT coalesce(m.ended_at, m.created_at) AS at, m.kind, sum(e.amount)::bigint AS amount
     FROM movement m JOIN ledger_entry e ON e.store_id = m.store_id AND e.movement_id = m.id AND e.account = 'provider'
     WHERE m.store_id = $1 AND m.preorder_id = $2
     GROUP BY m.id, m.ended_at, m.created_at, m.kind ORDER BY 1, m.id`,
    [storeId, preorderId],
  );
}
