import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './db.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
// Any constant will do, it only has to be ours: two processes that start together take turns.
const MIGRATION_LOCK = 7_214_909_001;

/**
 * Applies what is missing, oldest first, each file in a transaction of its own, all under one session lock.
 * Forward only: a database that is newer than the code is refused.
 */
export async function migrate(db: Database, onApplied: (name: string) => void = () => {}): Promise<string[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const client = await db.connect({ direct: true });
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    const { rows: version } = await client.query("SELECT current_setting('server_version_num')::int AS number");
    if (version[0].number < 150_000) throw new Error('PostgreSQL 15 or newer is needed.');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migration');
    const done = new Set(rows.map((row) => row.name));
    const unknown = [...done].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new Error(`The database is newer than this code (it has ${unknown.join(', ')}). Update the code.`);
    }
    const missing = files.filter((name) => !done.has(name));
    for (const name of missing) {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
      await client.query('BEGIN');
      await client.query(sql);
      await client.query('INSERT INTO schema_migration (name) VALUES ($1)', [name]);
      await client.query('COMMIT');
      onApplied(name);
    }
    return missing;
  } finally {
    await client.end(); // ends the session, and with it the lock or a failed transaction
  }
}
