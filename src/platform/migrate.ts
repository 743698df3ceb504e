import { readdir, readFile } from 'node:fs/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import type { Database, Sql } from './db.ts';
import { SetupError } from './setup-error.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
// Any constant will do, it only has to be ours: two processes that start together take turns.
const MIGRATION_LOCK = 7_214_909_001;
const SERVER_VERSION_MIN = 150_000; // PostgreSQL 15

/**
 * Applies what is missing, oldest first, each file in a transaction of its own, all under one session lock, and then what
 * the job queue needs of its own. Forward only: a database that is newer than the code is refused.
 */
export async function migrate(db: Database, onApplied: (name: string) => void = () => {}): Promise<string[]> {
  const client = await db.connect({ direct: true });
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    const sql: Sql = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
    await requireServerVersion(sql);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const missing = await findMissing(sql);
    for (const name of missing) {
      const statements = await readFile(new URL(name, MIGRATIONS), 'utf8');
      await client.query('BEGIN');
      await client.query(statements);
      await client.query('INSERT INTO schema_migration (name) VALUES ($1)', [name]);
      await client.query('COMMIT');
      onApplied(name);
    }
    await prepareJobs(db);
    return missing;
  } finally {
    await client.end(); // ends the session, and with it the lock or a failed transaction
  }
}

/** Throws a sentence unless the database is as this code needs it; changes nothing. */
export async function requireMigrated(db: Sql): Promise<void> {
  await requireServerVersion(db);
  const [table] = await db.query<{ name: string | null }>("SELECT to_regclass('schema_migration') AS name");
  const missing = table?.name ? await findMissing(db) : ['all of them'];
  if (missing.length > 0) {
    throw new SetupError(`The database lacks migrations (${missing.join(', ')}). Run "npm run migrate" first.`);
  }
}

async function requireServerVersion(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ number: number; text: string }>(
    "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text",
  );
  if (row && row.number >= SERVER_VERSION_MIN) return;
  throw new SetupError(`PostgreSQL 15 or newer is needed, and DATABASE_URL names a server of version ${row?.text}.`);
}

async function findMissing(sql: Sql): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const rows = await sql.query<{ name: string }>('SELECT name FROM schema_migration');
  const done = new Set(rows.map((row) => row.name));
  const unknown = [...done].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new SetupError(`The database is newer than this code (it has ${unknown.join(', ')}). Update the code.`);
  }
  return files.filter((name) => !done.has(name));
}

/** The queue's tables are its library's; a sale's outbox needs them before the first worker starts. */
async function prepareJobs(db: Database): Promise<void> {
  const pool = new pg.Pool({ connectionString: db.directUrl, max: 1 });
  const ignore = () => {}; // a failed statement rejects, which is enough
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  await migrateJobs({ pgPool: pool }).finally(() => pool.end());
}
