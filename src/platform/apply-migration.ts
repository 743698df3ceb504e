import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Migration, splitStatements } from './migrations.ts';
import { SetupError } from './setup-error.ts';

export type Patience = {
  /** How long a statement may wait for a lock: for so long everybody who wants the table waits behind it. */
  lockTimeoutMs: number;
  /** The pauses between two tries, in which the others get through. After the last one the migration is given up. */
  pausesMs: readonly number[];
};

// The longest transactions of the service take ten seconds. About five minutes in all.
export const PATIENCE: Patience = {
  lockTimeoutMs: 2_000,
  pausesMs: [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000],
};

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

type Step = { client: pg.Client; migration: Migration; patience: Patience };

/** Applies one migration and records it. What was done when it fails is kept only where the file says that parts may be. */
export async function applyMigration(step: Step): Promise<void> {
  const { mode } = step.migration;
  if (mode === 'transaction') return await applyWhole(step);
  if (mode === 'outside') await applyOutside(step);
  else await applyInParts(step);
  await record(step);
}

async function applyWhole(step: Step): Promise<void> {
  const { client, migration } = step;
  await withPatience(step, async () => {
    await client.query('BEGIN');
    try {
      await client.query(migration.statements);
      await record(step);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {}); // the connection is gone, and its transaction with it
      throw error;
    }
  });
}

/** Each statement by itself. Building an index concurrently waits for older transactions, but nobody waits for it: it needs no time limit. */
async function applyOutside({ client, migration }: Step): Promise<void> {
  await client.query('SET lock_timeout = 0');
  for (const statement of splitStatements(migration.statements)) await runOutside(client, statement);
}

/** A build that was ended half-way leaves an invalid index, which `IF NOT EXISTS` would take for the whole one. */
export async function runOutside(client: pg.ClientBase, statement: string): Promise<void> {
  await dropInvalidIndex(client, statement);
  await client.query(statement);
}

// An index is in the schema of its table, and only the table is named with it.
const INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (?<name>\w+)\s+ON (?<schema>\w+\.)?/;

async function dropInvalidIndex(client: pg.ClientBase, statement: string): Promise<void> {
  const { name, schema = '' } = INDEX.exec(statement)?.groups ?? {};
  if (name === undefined) return;
  const { rows } = await client.query<{ index: string }>(
    'SELECT indexrelid::regclass::text AS index FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [schema + name],
  );
  for (const { index } of rows) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
}

/** The statement changes a bounded number of rows at once, so that no lock is kept for long; it may be ended in between. */
async function applyInParts(step: Step): Promise<void> {
  const { client, migration } = step;
  const statement = splitStatements(migration.statements);
  if (statement.length !== 1) throw new Error(`${migration.name} is run in parts and must hold one statement`);
  let changed = 1;
  while (changed > 0) {
    changed = await withPatience(step, async () => (await client.query(statement[0] ?? '')).rowCount ?? 0);
  }
}

async function withPatience<T>({ client, migration, patience }: Step, work: () => Promise<T>): Promise<T> {
  await client.query(`SET lock_timeout = ${patience.lockTimeoutMs}`);
  for (const pauseMs of patience.pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await sleep(pauseMs);
    }
  }
  try {
    return await work();
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new SetupError(
      `Migration ${migration.name} waited for a lock too often and was given up; the database is as it was before it. ` +
        'A long transaction holds the table: look for it in pg_stat_activity, end it, and run "npm run migrate" again.',
      { cause: error },
    );
  }
}

function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}

async function record({ client, migration }: Step): Promise<void> {
  await client.query('INSERT INTO schema_migration (name, digest, needs_code) VALUES ($1, $2, $3)', [
    migration.name,
    migration.digest,
    migration.needsCode,
  ]);
}
