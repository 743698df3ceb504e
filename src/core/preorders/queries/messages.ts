import type { Sql } from '../../../platform/db.ts';

/** What shopper and store wrote to each other about a pre-order. */
export type Message = {
  id: string;
  from: 'shopper' | 'store';
  /** Null for a shopper's message whose mail to the store is sent: the store has the words there. */
  words: string | null;
  /** Who wrote for the store; null for the shopper. */
  byName: string | null;
  createdAt: Date;
};

/** Reads the messages about a pre-order, the oldest first. */
export async function readMessages(sql: Sql, storeId: string, preorderId: string): Promise<Message[]> {
  return sql.query<Message>(
    `SELECT id, "from", words, "byName", "createdAt" FROM (
       SELECT id, 'shopper' AS "from", words, NULL AS "byName", created_at AS "createdAt" FROM shopper_message
       WHERE store_id = $1 AND preorder_id = $2
       UNION ALL
       SELECT id, 'store', words, by_name, created_at FROM store_message WHERE store_id = $1 AND preorder_id = $2) m
     ORDER BY "createdAt", id`,
    [storeId, preorderId],
  );
}

/** Returns what the store wrote; null once the shopper is erased. */
export async function findStoreWords(sql: Sql, storeId: string, messageId: string): Promise<string | null> {
  const [row] = await sql.query<{ words: string }>('SELECT words FROM store_message WHERE store_id = $1 AND id = $2', [
    storeId,
    messageId,
  ]);
  return row?.words ?? null;
}
