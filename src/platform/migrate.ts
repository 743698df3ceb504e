import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import type { Database, Sql } from './db.ts';
import { SetupError } from './setup-error.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
// Any constant will do, it only has to be ours: two processes that start together take turns.
const MIGRATION_LOCK = 7_214_909_001;
const SERVER_VERSION_MIN = 150_000; // PostgreSQL 15

type Migration = { name: string; statements: string; digest: string };

/**
 * Applies what is missing, oldest first, each file in a transaction of its own, all under one session lock, and then what
 * the job queue needs of its own. Forward only: a database that is newer than the code is refused, and so is one that was
 * made with other text than a file has: it may lack any column that this code asks for.
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
    await client.query('ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS digest text');
    const missing = await findMissing(sql);
    for (const { name, statements, digest } of missing) {
      await client.query('BEGIN');
      await client.query(statements);
      await client.query('INSERT INTO schema_migration (name, digest) VALUES ($1, $2)', [name, digest]);
      await client.query('COMMIT');
      onApplied(name);
    }
    await prepareJobs(db);
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // ends the session, and with it the lock or a failed transaction
  }
}

/** Throws a sentence unless the database is as this code needs it; changes nothing. */
export async function requireMigrated(db: Sql): Promise<void> {
  await requireServerVersion(db);
  const [table] = await db.query<{ name: string | null }>("SELECT to_regclass('schema_migration') AS name");
  const missing = table?.name ? (await findMissing(db)).map(({ name }) => name) : ['all of them'];
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

async function findMissing(sql: Sql): Promise<Migration[]> {
  const migrations = await readMigrations();
  const digests = new Map(migrations.map(({ name, digest }) => [name, digest]));
  // Read as a document, since a database of the time before digests has no such column until it is migrated.
  const applied = await sql.query<{ name: string; digest: string | null }>(
    "SELECT name, to_jsonb(one) ->> 'digest' AS digest FROM schema_migration AS one ORDER BY name",
  );
  const unknown = applied.filter(({ name }) => !digests.has(name));
  if (unknown.length > 0) {
    throw new SetupError(`The database is newer than this code (it has ${listNames(unknown)}). Update the code.`);
  }
  const changed = applied.filter(({ name, digest }) => digest !== null && digests.get(name) !== digest);
  if (changed.length > 0) {
    const names = listNames(changed);
    throw new SetupError(`The database was made with another ${names} than this code has. Use the code that made it.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

function listNames(migrations: readonly { name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ');
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout with other line ends has the same migrations.
      const statements = (await readFile(new URL(name, MIGRATIONS), 'utf8')).replaceAll('\r\n', '\n');
      return { name, statements, digest: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}

/** The queue's tables are its library's; a sale's outbox needs them before the first worker starts. */
async function prepareJobs(db: Database): Promise<void> {
  const pool = new pg.Pool({ connectionString: db.directUrl, max: 1 });
  const ignore = () => {}; // a failed statement rejects, which is enough
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  await migrateJobs({ pgPool: pool }).finally(() => pool.end());
}
