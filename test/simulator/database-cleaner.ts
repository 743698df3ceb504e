import type { Sql } from '../../src/platform/db.ts';

// Deleted rows slow down scans, a little more with each history.
const DELETES_IN_A_ROW = 20;

/**
 * Empties the database before each history. Truncating some hundred files takes a third of a history and discards all plans,
 * so the rows are usually deleted instead, by a role that may bypass the triggers against deletion.
 */
export function createCleaner(): (tx: Sql) => Promise<void> {
  let deletes = DELETES_IN_A_ROW;
  return async (tx) => {
    const names = (await tx.query<{ name: string }>(TABLES)).map(({ name }) => name);
    const [may] = await tx.query<{ pass: boolean }>(`SELECT current_setting('is_superuser')::boolean AS pass`);
    deletes += 1;
    if (may?.pass && deletes < DELETES_IN_A_ROW) {
      await tx.query(
        `SET LOCAL session_replication_role = replica; ${names.map((name) => `DELETE FROM ${name}`).join('; ')}`,
      );
    } else {
      deletes = 0;
      await tx.query(`TRUNCATE ${names.join(', ')}`);
    }
  };
}

const TABLES = `
  SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
    AND table_name NOT IN ('schema_migration', 'clock_shift', 'migrations', '_private_tasks')`;
