import type { Database } from '../../src/platform/db.ts';

/** The state of each store of a database, by the store's id. Two states of a store differ where one of its rows does. */
export type StoreStates = Map<string, string>;

const TABLES = `
  SELECT quote_ident(c.relname) AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'store_id'
    AND pg_relation_size(c.oid) > 0`;

/**
 * Reads the state of each store: of its rows in all tables. An update or a removal is seen as well, because each version of
 * a row has a place and a transaction of its own.
 */
export async function readStoreStates(db: Database): Promise<StoreStates> {
  const tables = await db.query<{ name: string }>(TABLES);
  const versions = [versionsOf('store', 'id'), ...tables.map(({ name }) => versionsOf(name, 'store_id'))];
  const states = await db.query<{ id: string; state: string }>(
    `SELECT id, sum(version)::text AS state FROM (${versions.join(' UNION ALL ')}) v (id, version)
     WHERE id IS NOT NULL GROUP BY id`,
  );
  return new Map(states.map(({ id, state }) => [id, state]));
}

function versionsOf(table: string, storeId: string): string {
  return `SELECT ${storeId}, hashtextextended('${table} ' || ctid::text || xmin::text, 0)::numeric FROM ${table}`;
}
