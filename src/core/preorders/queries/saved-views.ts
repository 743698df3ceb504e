import type { Sql } from '../../../platform/db.ts';

/** A list of pre-orders with a name. `filters` are those of the portal's address. */
export type SavedView = { id: string; name: string; filters: Record<string, string> };

/** Lists the saved views of a store by name. */
export async function listViews(sql: Sql, storeId: string): Promise<SavedView[]> {
  return sql.query<SavedView>('SELECT id, name, filters FROM preorder_view WHERE store_id = $1 ORDER BY lower(name)', [
    storeId,
  ]);
}
