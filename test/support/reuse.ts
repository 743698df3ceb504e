import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/db.ts';

// A table keeps the room of removed rows, because nothing vacuums it; a new database is cheaper than reading over so much.
const BYTES_MAX = 30_000_000;

// The server notices the end of a session a moment later.
const LEAVE_MS_MAX = 1_000;
const LOOK_EVERY_MS = 20;

/** Reads what changes with each change of the schema, the settings or the migrations of a database, and only then. */
export async function readSchemaState(db: Database): Promise<string> {
  const catalogues = ['class', 'attribute', 'trigger', 'constraint', 'proc', 'namespace'].map(
    (name) => `SELECT '${name}', count(*), sum(xmin::text::bigint) FROM pg_${name}`,
  );
  const states = await db.query(
    `${catalogues.join(' UNION ALL ')}
     UNION ALL SELECT 'migration', count(*), sum(xmin::text::bigint) FROM schema_migration
     UNION ALL SELECT 'setting', count(*), 0 FROM pg_db_role_setting`,
  );
  return JSON.stringify(states);
}

/**
 * Empties all tables, as a migration leaves them, so that another file may use the database. Resolves with false where the
 * database is not fit for that: a test changed the schema, wrote very much, or left a session or a lock behind.
 */
export async function emptyAgain(db: Database, schemaState: string): Promise<boolean> {
  try {
    if (!(await isLeft(db)) || (await readSchemaState(db)) !== schemaState) return false;
    const filled = await filledTables(db);
    if (filled.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_MAX) return false;
    await remove(
      db,
      filled.map(({ name }) => name),
    );
    return true;
  } catch {
    return false; // for example a role that may not switch triggers off, or a schema that a test removed
  }
}

/** Waits until no sessions remain but those of the pool. Resolves with false where some stay, or hold a lock. */
async function isLeft(db: Database): Promise<boolean> {
  const until = performance.now() + LEAVE_MS_MAX;
  for (;;) {
    const [found] = await db.query<{ sessions: number; locks: number }>(
      `SELECT (SELECT count(*) FROM pg_stat_activity
               WHERE datname = current_database() AND backend_type = 'client backend') AS sessions,
              (SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
               WHERE datname = current_database() AND locktype = 'advisory') AS locks`,
    );
    if (found?.sessions === db.connections().open && found.locks === 0) return true;
    if (performance.now() > until) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Lists the tables that have or had rows, without those of migrations. */
function filledTables(db: Database): Promise<{ name: string; bytes: number }[]> {
  return db.query(
    `SELECT format('%I.%I', nspname, relname) AS name, pg_relation_size(c.oid) AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname <> 'information_schema' AND nspname !~ '^pg_'
       AND relname NOT IN ('schema_migration', 'migrations') AND pg_relation_size(c.oid) > 0`,
  );
}

async function remove(db: Database, tables: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Without triggers: some forbid a removal, and foreign keys ask for an order.
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(tables.map((name) => `DELETE FROM ${name}`).join(';'));
    await tx.query('SELECT setval(seqrelid, seqstart, false) FROM pg_sequence');
  });
}
