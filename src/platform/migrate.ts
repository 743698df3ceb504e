import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration, PATIENCE, type Patience } from './apply-migration.ts';
import { WITHOUT_TIMEOUTS } from './database-session-options.ts';
import type { Database, Sql } from './db.ts';
import { describeFault } from './faults.ts';
import { type FormerMigrations, inNamesOfToday, joinedOf, readFormer, requireWhole } from './former-migrations.ts';
import { MIGRATIONS, type Migration, readMigrations } from './migrations.ts';
import { SetupError } from './setup-error.ts';
import { requireRights, requireTemporaryTables, requireUsable } from './usable-database.ts';

// Any constant that only this service uses: processes that migrate at the same time wait for each other.
const MIGRATION_LOCK = 7_214_909_001;
const LOCK_POLL_MS = 200;

export type MigrateOptions = {
  onApplied?: (name: string) => void;
  /** The folder of the migrations; by default the service's own. */
  folder?: URL;
  patience?: Patience;
  /** Applies these alone: the schema of a backup. */
  only?: ReadonlySet<string>;
  /** Called by a restore, which has moved the database's own tables aside. */
  restoring?: boolean;
  /** Runs after the migrations, under the same lock. */
  finish?: () => Promise<void>;
};

/**
 * Applies the missing migrations, oldest first, under one session lock. Resolves with their names. A statement waits for a
 * table lock for two seconds at most and is retried after a pause, so a running service is not blocked. Refuses a database
 * that applied a migration with another text: it may lack columns that this code needs.
 */
export async function applyMigrations(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const { onApplied = () => {}, folder = MIGRATIONS, patience = PATIENCE, only, restoring = false, finish } = options;
  const client = await db.connect({ direct: true });
  try {
    await client.query(WITHOUT_TIMEOUTS);
    await client.query('SET lock_timeout = 0');
    const sql: Sql = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
    await requireUsable(sql, { restoring });
    await takeMigrationLock(sql);
    await requireUsable(sql, { restoring }); // a restore may have begun meanwhile
    await requireRights(sql);
    await makeTable(sql);
    const wanted = (name: string) => only?.has(name) ?? true;
    const known = await readKnown(folder);
    const missing = (await findMissing(sql, known)).filter(({ name }) => wanted(name));
    await nameJoined(sql, known);
    for (const migration of missing) {
      await applyMigration({ client, migration, patience }).catch((error: unknown) => {
        throw asSentence(error, migration);
      });
      onApplied(migration.name);
    }
    await finish?.();
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // ends the session, and with it the lock or a failed transaction
  }
}

/**
 * Throws a `SetupError` unless this code can run on the database; changes nothing. Newer migrations than this code's are
 * allowed: versions before and after a migration can run side by side, unless its file says otherwise (`needs code of`).
 */
export async function requireMigrated(db: Sql, folder = MIGRATIONS): Promise<void> {
  const known = await readKnown(folder);
  const missing = await pendingOf(db, known);
  if (missing.length > 0) {
    await requireRights(db);
    const names = missing.length === known.migrations.length ? 'all of them' : listNames(missing);
    throw new SetupError(`The database lacks migrations (${names}). Run “./service migrate” first.`);
  }
  await requireTemporaryTables(db);
}

type Table = { name: string | null; readable: boolean | null; role: string; owner: string | null };

// `role` of a role's own settings, or another role for migrations, leads to tables that other roles may not read.
const TABLE = `SELECT to_regclass('public.schema_migration')::text AS name, current_user::text AS role,
    has_table_privilege(to_regclass('public.schema_migration'), 'SELECT') AS readable,
    (SELECT relowner::regrole::text FROM pg_class WHERE oid = to_regclass('public.schema_migration')) AS owner`;

/** Returns the migrations that the database lacks, oldest first. Throws a `SetupError` for a database that this code cannot use. */
export async function findPending(db: Sql, folder = MIGRATIONS): Promise<Migration[]> {
  return pendingOf(db, await readKnown(folder));
}

type Known = { migrations: Migration[]; former: FormerMigrations };

async function readKnown(folder: URL): Promise<Known> {
  const [migrations, former] = await Promise.all([readMigrations(folder), readFormer(folder)]);
  return { migrations, former };
}

async function pendingOf(db: Sql, known: Known): Promise<Migration[]> {
  await requireUsable(db);
  const [table] = await db.query<Table>(TABLE);
  if (!table?.name) return known.migrations;
  if (table.readable) return findMissing(db, known);
  const { role, owner } = table;
  throw new SetupError(
    `The role ${role} may not read the tables of the service, which belong to ${owner}. Let DATABASE_URL name ${owner} for migrate, serve, worker and ./service alike.`,
  );
}

/** Makes the table of migrations. Something of the database's own, such as an event trigger, may refuse it. */
async function makeTable(sql: Sql): Promise<void> {
  try {
    await sql.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    await sql.query(
      'ALTER TABLE schema_migration ADD COLUMN IF NOT EXISTS digest text, ADD COLUMN IF NOT EXISTS needs_code text',
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code, message } = describeFault(error);
    throw new SetupError(`The table of the migrations cannot be made: ${message} (${code}).${adviceFor(code)}`, {
      cause: error,
    });
  }
}

const NOT_THE_OWNER = '42501';

const adviceFor = (code: unknown) => (code === NOT_THE_OWNER ? ' Migrate as the role that owns the tables.' : '');

function asSentence(error: unknown, { name, mode }: Migration): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code, message } = describeFault(error);
  const state = mode === 'transaction' ? 'The database is as it was before it.' : 'What it did so far stays.';
  return new SetupError(`Migration ${name} failed: ${message} (${code}). ${state}${adviceFor(code)}`, { cause: error });
}

/**
 * Polls for the migration lock. A session that waited inside a statement would deadlock with `CREATE INDEX CONCURRENTLY`, which
 * waits for all running statements.
 */
async function takeMigrationLock(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (row?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

type Applied = { name: string; digest: string | null; needs_code: string | null };

async function findMissing(sql: Sql, { migrations, former }: Known): Promise<Migration[]> {
  // Read through jsonb, because an older database lacks the later columns until it is migrated.
  const applied = await sql.query<Applied>(
    "SELECT name, to_jsonb(one) ->> 'digest' AS digest, to_jsonb(one) ->> 'needs_code' AS needs_code FROM schema_migration AS one ORDER BY name",
  );
  const digests = new Map([...former.files, ...migrations.map(({ name, digest }) => [name, digest] as const)]);
  const newest = migrations.at(-1)?.name ?? '';
  const unknown = applied.filter(({ name }) => !digests.has(name));
  const refused = unknown.filter(
    ({ name, needs_code }) => name < newest || (needs_code !== null && needs_code > newest),
  );
  if (refused.length > 0) {
    throw new SetupError(`The database is newer than this code (it has ${listNames(refused)}). Update the code.`);
  }
  const changed = applied.filter(
    ({ name, digest }) => digest !== null && digests.has(name) && digests.get(name) !== digest,
  );
  if (changed.length > 0) {
    const names = listNames(changed);
    throw new SetupError(`The database was made with another ${names} than this code has. Use the code that made it.`);
  }
  const names = new Set(applied.map(({ name }) => name));
  requireWhole(names, former);
  const done = inNamesOfToday(names, migrations, former);
  return migrations.filter(({ name }) => !done.has(name));
}

/** Gives a database that has all of the former files the names of the joined ones beside them. It changes no other table. */
async function nameJoined(sql: Sql, { migrations, former }: Known): Promise<void> {
  for (const { name, digest } of joinedOf(migrations, former)) {
    await sql.query(
      `INSERT INTO schema_migration (name, digest) SELECT $1, $2
       WHERE EXISTS (SELECT 1 FROM schema_migration WHERE name = ANY ($3::text[])) ON CONFLICT DO NOTHING`,
      [name, digest, [...former.files.keys()]],
    );
  }
}

function listNames(migrations: readonly { name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ');
}
