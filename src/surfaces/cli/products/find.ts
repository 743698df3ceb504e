import { readConnection } from '../../../core/connections/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { Sql } from '../../../platform/db.ts';

/** Returns the command that brings the store's products in as they are now. */
export async function catalogueCommand(sql: Sql, { id, slug }: Store): Promise<string> {
  const connection = await readConnection(sql, id);
  return connection ? `./service connection sync --store ${slug}` : `./service catalog import FILE.csv --store ${slug}`;
}
