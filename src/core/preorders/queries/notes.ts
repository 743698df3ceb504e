import type { Sql } from '../../../platform/db.ts';

export type Note = { id: string; words: string; byName: string; createdAt: Date };

/** Reads what the merchant noted about a pre-order, the oldest first. */
export async function readNotes(sql: Sql, storeId: string, preorderId: string): Promise<Note[]> {
  return sql.query<Note>(
    `SELECT id, words, by_name AS "byName", created_at AS "createdAt" FROM preorder_note
     WHERE store_id = $1 AND preorder_id = $2 ORDER BY created_at, id`,
    [storeId, preorderId],
  );
}
