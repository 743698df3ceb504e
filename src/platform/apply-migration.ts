import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Migration, splitStatements } from './migrations.ts';
import { SetupError } from './setup-error.ts';

export type Patience = {
  /** How long a statement may wait for a lock. Every other statement that needs the table waits behind it. */
  lockTimeoutMs: number;
  /** The pauses between tries, in which other statements get their locks. The try after the last pause is the last one. */
  pausesMs: readonly number[];
};

// The longest transactions of the service take ten seconds. The pauses add up to about five minutes.
export const PATIENCE: Patience = {
  lockTimeoutMs: 2_000,
  pausesMs: [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000],
};

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

type Step = { client: pg.Client; migration: Migration; patience: Patience };

/** Applies one migration and records it. A failure is rolled back completely only in mode `transaction`. */
export async function applyMigration(step: Step): Promise<void> {
  const { mode } = step.migration;
  if (mode === 'transaction') return await applyWhole(step);
  if (mode === 'outside') await applyOutside(step);
  else await applyInParts(step);
  await record(step);
}

async function applyWhole(step: Step): Promise<void> {
  const { client, migration } = step;
  await retryOnLock(step, async () => {
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

/** Runs each statement by itself, without a time-out: `CREATE INDEX CONCURRENTLY` waits for older transactions but blocks none. */
async function applyOutside({ client, migration }: Step): Promise<void> {
  await client.query('SET lock_timeout = 0');
  for (const statement of splitStatements(migration.statements)) await runOutside(client, statement);
}

/** Runs a statement outside a transaction. First drops the invalid index of an aborted build, which `IF NOT EXISTS` would keep. */
export async function runOutside(client: pg.ClientBase, statement: string): Promise<void> {
  await dropInvalidIndex(client, statement);
  await client.query(statement);
}

// The statement qualifies only the table with a schema, and an index is always in its table's schema.
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

/** Repeats a statement that changes a bounded number of rows, so that no lock is held for long. An abort in between is safe. */
async function applyInParts(step: Step): Promise<void> {
  const { client, migration } = step;
  const statement = splitStatements(migration.statements);
  if (statement.length !== 1) throw new Error(`${migration.name} is run in parts and must hold one statement`);
  let changed = 1;
  while (changed > 0) {
    changed = await retryOnLock(step, async () => (await client.query(statement[0] ?? '')).rowCount ?? 0);
  }
}

async function retryOnLock<T>({ client, migration, patience }: Step, work: () => Promise<T>): Promise<T> {
  await client.query(`SET lock_timeout = ${patience.lockTimeoutMs}`);
  for (const pauseMs of patience.pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      await sleep(pauseMs);
    }
  }
  try {
    return await work();
  } catch (error) {
    if (!isLockFailure(error)) throw error;
    throw new SetupError(
      `Migration ${migration.name} waited for a lock too often and was given up; the database is as it was before it. ` +
        'A long transaction holds the table: look for it in pg_stat_activity, end it, and run “./service migrate” again.',
      { cause: error },
    );
  }
}

function isLockFailure(error: unknown): boolean {
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
