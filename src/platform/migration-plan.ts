import type { Sql } from './db.ts';
import { findPending } from './migrate.ts';
import { blocks, type Effect, type LockMode, type Work } from './migration-steps/step.ts';
import type { Migration, MigrationMode } from './migrations.ts';

/** What one statement does to one table of this database. */
export type PlannedEffect = {
  /** Empty if the statement does not tell which. */
  table: string;
  lock: LockMode;
  blocks: ReturnType<typeof blocks>;
  work: Work;
  /** About how many the table has; null if the table is not there yet. */
  rows: number | null;
  /** Of the table without its indexes; null if the table is not there yet. */
  bytes: number | null;
  estimateMs: number;
};

export type PlannedMigration = {
  name: string;
  mode: MigrationMode;
  /** The version before the migration goes on serving while it runs and afterwards. */
  oldVersionServes: boolean;
  /** The release from which on nothing needs what the migration takes away. */
  release: string | null;
  statements: { text: string; effects: PlannedEffect[] }[];
  estimateMs: number;
};

export type Plan = {
  /** How fast this database read a table just now; null if none of them is large enough to tell. */
  measured: { table: string; bytes: number; bytesPerSecond: number } | null;
  migrations: PlannedMigration[];
};

type Size = { rows: number; bytes: number; indexBytes: number };

const READ_BYTES_MAX = 64 * 1024 ** 2; // read for the measurement: a second on a slow disk
const READ_BYTES_MIN = 1024 ** 2; // a smaller table is in memory, and says nothing of larger ones
const BYTES_PER_SECOND = 100 * 1024 ** 2; // where nothing could be measured: a slow disk of a cloud
const CATALOGUE_MS = 10;

// How many times longer than reading a table: it is sorted and written; concurrently it is read twice, and older transactions are
// waited for. A rewrite also writes the log and builds every index again.
const TIMES: Record<Exclude<Work, 'none' | 'changes rows'>, number> = { reads: 1, 'builds an index': 3, rewrites: 5 };
const CONCURRENTLY = 2;
const ROWS_PER_SECOND = 10_000; // changed in parts, each with a commit of its own

/** Says what each migration that this database lacks would do to it. Changes nothing. */
export async function planMigrations(db: Sql, folder?: URL): Promise<Plan> {
  const pending = await findPending(db, folder);
  const { readSteps } = await import('./migration-steps/read.ts'); // the parser has 2 MB that only a plan needs
  const read = await Promise.all(
    pending.map(async (migration) => ({ migration, steps: await readSteps(migration.statements) })),
  );
  const tables = new Set(
    read.flatMap(({ steps }) => steps.flatMap(({ effects }) => effects.map(({ table }) => table))),
  );
  const sizes = await readSizes(db, [...tables]);
  const measured = await measure(db, sizes);
  const rate = measured?.bytesPerSecond ?? BYTES_PER_SECOND;
  const planned = read.map(({ migration, steps }) => {
    const statements = steps.map(({ text, effects }) => ({
      text,
      effects: effects.map((one) => planEffect(one, sizes.get(one.table), rate)),
    }));
    return { ...describe(migration), statements, estimateMs: total(statements.flatMap(({ effects }) => effects)) };
  });
  return { measured, migrations: planned };
}

const describe = ({ name, mode, needsCode, release }: Migration) => ({
  name,
  mode,
  release,
  oldVersionServes: needsCode === null,
});

function planEffect({ table, lock, work }: Effect, size: Size | undefined, rate: number): PlannedEffect {
  const estimateMs = size === undefined ? CATALOGUE_MS : estimate({ lock, work }, size, rate);
  return { table, lock, blocks: blocks(lock), work, rows: size?.rows ?? null, bytes: size?.bytes ?? null, estimateMs };
}

function estimate(
  { lock, work }: Pick<Effect, 'lock' | 'work'>,
  { rows, bytes, indexBytes }: Size,
  rate: number,
): number {
  if (work === 'none') return CATALOGUE_MS;
  if (work === 'changes rows') return CATALOGUE_MS + (rows / ROWS_PER_SECOND) * 1_000;
  const concurrently = work === 'builds an index' && lock === 'SHARE UPDATE EXCLUSIVE' ? CONCURRENTLY : 1;
  const touched = work === 'rewrites' ? bytes + indexBytes : bytes;
  return CATALOGUE_MS + (touched / rate) * 1_000 * TIMES[work] * concurrently;
}

const total = (effects: readonly PlannedEffect[]) => effects.reduce((sum, { estimateMs }) => sum + estimateMs, 0);

async function readSizes(db: Sql, tables: readonly string[]): Promise<Map<string, Size>> {
  const rows = await db.query<{ name: string; rows: number; bytes: number; index_bytes: number }>(
    `SELECT name, greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 AS rows,
            pg_table_size(c.oid)::float8 AS bytes, pg_indexes_size(c.oid)::float8 AS index_bytes
     FROM unnest($1::text[]) AS given(name) JOIN pg_class c ON c.oid = to_regclass(given.name)`,
    [tables.filter((name) => name !== '')],
  );
  return new Map(rows.map((row) => [row.name, { rows: row.rows, bytes: row.bytes, indexBytes: row.index_bytes }]));
}

/** Reads a part of the largest of these tables, and says how fast that went. */
async function measure(db: Sql, sizes: Map<string, Size>): Promise<Plan['measured']> {
  const [largest] = [...sizes].toSorted(([, a], [, b]) => b.bytes - a.bytes);
  if (largest === undefined || largest[1].bytes < READ_BYTES_MIN) return null;
  const [table, { rows, bytes }] = largest;
  const share = Math.min(1, READ_BYTES_MAX / bytes);
  const quoted = table
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
  const began = performance.now();
  await db.query(`SELECT count(*) FROM (SELECT 1 FROM ${quoted} LIMIT $1) AS read`, [Math.ceil(rows * share)]);
  const seconds = Math.max(0.001, (performance.now() - began) / 1_000);
  return { table, bytes: bytes * share, bytesPerSecond: (bytes * share) / seconds };
}
