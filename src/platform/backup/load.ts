import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { WITHOUT_TIMEOUTS } from '../database-session-options.ts';
import { asSql, type Database, type Sql } from '../db.ts';
import { inNamesOfToday, readFormer } from '../former-migrations.ts';
import { MIGRATIONS, readMigrations } from '../migrations.ts';
import type { Entry } from './archive.ts';
import { damaged, END, foreign, type Head, shown, type Table, tableOf } from './manifest.ts';
import { listSequenceNames, listTables, type Schemas } from './tables.ts';
import type { Verified } from './verify.ts';

/** Brings an empty database to exactly these migrations, or with null to those of this code. */
export type Migrate = (db: Database, only: ReadonlySet<string> | null) => Promise<unknown>;
const QUEUE = 'graphile_worker.';
type VerifiedBackup = Verified & { schemas: Schemas };
export type Loaded = { madeAt: Date; rows: number; tables: number };

/**
 * Restores a backup, which `verifyBackup` has read, into an empty database: first the schema of its time, then all rows in one
 * transaction, then later migrations. Throws `backup_unreadable` if its rows do not fit, and leaves no row behind.
 */
export async function loadDatabase(
  db: Database,
  { head, end, entries }: Verified & { entries: AsyncGenerator<Entry> },
  { migrate, schemas }: { migrate: Migrate; schemas: Schemas },
): Promise<Loaded> {
  try {
    const names = await namesOf(head);
    await migrate(db, names).catch(async (error: unknown) => {
      throw await asHole(error, names);
    });
    await inLoadingSession(db, async (client) => {
      const known = { head, end, schemas };
      await requireTables(asSql(client), known);
      await loadRows(client, known, entries);
    }).catch((error: unknown) => {
      throw asMisfit(error);
    });
    await migrate(db, null);
    const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0);
    return { madeAt: new Date(head.madeAt), rows, tables: head.tables.length };
  } finally {
    await entries.return(undefined);
  }
}

/** Returns the migrations that make the schema of the backup's time. */
async function namesOf({ migrations }: Head): Promise<Set<string>> {
  const names = new Set(migrations.map(({ name }) => name));
  return inNamesOfToday(names, await readMigrations(), await readFormer(MIGRATIONS));
}

/** A migration may fail because the backup does not have one that came before. Otherwise the fault is not the backup's. */
async function asHole(error: unknown, has: ReadonlySet<string>): Promise<unknown> {
  const names = (await readMigrations()).map(({ name }) => name);
  const isWhole = names.slice(0, has.size).every((name) => has.has(name));
  return isWhole ? error : damaged('it lacks migrations that others of it need');
}

/** What the database says of a row that it refuses quotes the row, so only its code is told. */
function asMisfit(error: unknown): unknown {
  const isOfRows = error instanceof pg.DatabaseError && /^(22|23|42|P0)/.test(error.code ?? '');
  return isOfRows ? damaged(`the database refuses its rows (${error.code})`) : error;
}

async function inLoadingSession<T>(db: Database, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await db.connect({ direct: true });
  try {
    await client.query(WITHOUT_TIMEOUTS);
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return result;
  } finally {
    await client.end(); // rolls back what was not committed
  }
}

/**
 * Throws unless the backup holds exactly what the migrations of its time make. Its names go into statements, so each has to be one
 * that the database itself has told. The schema of the queue is that of the queue's version, which may have more.
 */
async function requireTables(sql: Sql, { head, end, schemas }: VerifiedBackup): Promise<void> {
  const made = new Map((await listTables(sql, schemas)).map(({ name, columns }) => [name, columns]));
  const other = head.tables.find(({ name }) => !made.has(name));
  if (other) throw foreign(other.name);
  const written = new Map(head.tables.map(({ name, columns }) => [name, columns]));
  const missing = [...made.keys()].find((name) => !written.has(name) && !name.startsWith(QUEUE));
  if (missing !== undefined) throw damaged(`it has no table ${missing}`);
  for (const [name, columns] of written) {
    const known = made.get(name) ?? [];
    const isOurs = new Set(columns).size === columns.length && columns.every((column) => known.includes(column));
    if (!isOurs) throw damaged(`the columns of ${name} are not those of the service`);
  }
  const sequences = new Set(await listSequenceNames(sql, schemas));
  if (!end.sequences.every(({ name }) => sequences.has(name))) throw damaged('it has a sequence of somebody else');
}

async function loadRows(
  client: pg.Client,
  { head, end, schemas }: VerifiedBackup,
  entries: AsyncGenerator<Entry>,
): Promise<void> {
  const sql = asSql(client);
  const foreignKeys = await dropForeignKeys(sql, schemas);
  const indexes = await dropIndexes(sql, schemas);
  const names = head.tables.map(({ name }) => name);
  await sql.query(`TRUNCATE ${names.join(', ')}`);
  for (const name of names) await sql.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await copyTables(client, { head, end }, entries);
  await requireSameMigrations(sql, head);
  for (const definition of [...indexes, ...foreignKeys]) await sql.query(definition);
  for (const name of names) await sql.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { name, value } of end.sequences)
    await sql.query('SELECT setval($1::regclass, $2::bigint)', [name, value]);
}

/**
 * Drops all foreign keys, because rows arrive table by table. Returns the statements that add them again, which proves that no
 * row points to nothing.
 */
async function dropForeignKeys(sql: Sql, schemas: Schemas): Promise<string[]> {
  const found = await sql.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace::regnamespace::text = ANY ($1)
     ORDER BY 1, 2`,
    [schemas],
  );
  for (const { table, name } of found) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return found.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

/** Drops the indexes that are no constraint, and returns the statements that build them: at once is faster than row by row. */
async function dropIndexes(sql: Sql, schemas: Schemas): Promise<string[]> {
  const found = await sql.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace::regnamespace::text = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid) ORDER BY 1`,
    [schemas],
  );
  for (const { name } of found) await sql.query(`DROP INDEX ${name}`);
  return found.map(({ definition }) => definition);
}

/** The later migrations are those that the table lacks, so it has to say what the beginning of the backup says. */
async function requireSameMigrations(sql: Sql, { migrations }: Head): Promise<void> {
  const rows = await sql.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name');
  const isSame =
    JSON.stringify(rows.map(({ name }) => name)) === JSON.stringify(migrations.map(({ name }) => name).sort());
  if (!isSame) throw damaged('its table of migrations says something else than its beginning');
}

async function copyTables(client: pg.Client, { head, end }: Verified, entries: AsyncGenerator<Entry>): Promise<void> {
  const tables = new Map(head.tables.map((table) => [table.name, table]));
  await entries.next(); // the head
  let next = await entries.next();
  while (!next.done && next.value.name !== END) {
    const table = tables.get(tableOf(next.value.name) ?? '');
    if (!table) throw damaged(`it holds ${shown(next.value.name)}, which is no table of it`);
    const parts = partsOf(table, next.value, entries);
    const { name, columns } = table;
    const copy = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN WITH (FREEZE)`));
    await pipeline(Readable.from(parts.read()), copy);
    if (copy.rowCount !== end.tables[name]?.rows) throw damaged(`not every line of ${name} is a row`);
    next = parts.after();
  }
}

/** Reads the entries of one table, and keeps the first entry after them. */
function partsOf(table: Table, first: Entry, entries: AsyncGenerator<Entry>) {
  let after: IteratorResult<Entry> = { done: false, value: first };
  return {
    async *read(): AsyncGenerator<Buffer> {
      while (!after.done && tableOf(after.value.name) === table.name) {
        yield after.value.body;
        after = await entries.next();
      }
    },
    after: () => after,
  };
}
