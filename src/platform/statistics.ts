import type { Database } from './db.ts';

// With no more rows than these pages have, a wrong plan costs nothing that is worth a look.
const PAGES_MAX = 2;
const TIME_OUT = '5min';

/**
 * Gathers statistics of the tables that have none, or that have grown to more than twice what they had then. Without statistics PostgreSQL
 * takes a store for a few rows, and compares each row with each other one. It gathers them by itself a minute after a table has grown, but not
 * while it crashes again and again: a crash makes it forget what has changed. Where nothing may be written it does nothing.
 */
export async function gatherStatistics(db: Database): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `SELECT quote_ident(c.relname) AS name FROM pg_class c,
     LATERAL (SELECT pg_relation_size(c.oid) / current_setting('block_size')::integer AS pages) size
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND size.pages > $1
       AND (c.reltuples < 0 OR size.pages > 2 * c.relpages) AND current_setting('transaction_read_only') = 'off'`,
    [PAGES_MAX],
  );
  for (const { name } of tables) {
    await db.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = '${TIME_OUT}'`);
      await tx.query(`ANALYZE ${name}`);
    });
  }
}
