import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../domain/error.ts';
import { asSql, type Database, type Sql } from '../db.ts';
import type { Entry } from './archive.ts';
import { damaged, END, type Head, type Table, tableOf } from './manifest.ts';
import { listTables, type Schemas } from './tables.ts';
import type { Verified } from './verify.ts';

/** Brings an empty database to exactly these migrations, or with null to those of this code. */
export type Migrate = (db: Database, only: ReadonlySet<string> | null) => Promise<unknown>;
type Known = Verified & { schemas: Schemas };
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
    await migrate(db, new Set(head.migrations.map(({ name }) => name)));
    await inLoadingSession(db, async (client) => {
      await requireTables(asSql(client), head, schemas);
      await loadRows(client, { head, end, schemas }, entries);
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

/** What the database says of a row that it refuses quotes the row, so only its code is told. */
function asMisfit(error: unknown): unknown {
  const isOfRows = error instanceof pg.DatabaseError && /^(22|23|42|P0)/.test(error.code ?? '');
  return isOfRows ? damaged(`the database refuses its rows (${error.code})`) : error;
}

async function inLoadingSession<T>(db: Database, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await db.connect({ direct: true });
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return result;
  } finally {
    await client.end(); // rolls back what was not committed
  }
}

/** Throws if the backup has a table that no migration makes: somebody else's. */
async function requireTables(sql: Sql, head: Head, schemas: Schemas): Promise<void> {
  const made = new Set((await listTables(sql, schemas)).map(({ name }) => name));
  const foreign = head.tables.find(({ name }) => !made.has(name));
  if (!foreign) return;
  const message = `The backup holds ${foreign.name}, which is no table of the service. Move tables of your own into a schema of their own, and take another backup.`;
  throw new AppError('backup_unreadable', message);
}

async function loadRows(
  client: pg.Client,
  { head, end, schemas }: Known,
  entries: AsyncGenerator<Entry>,
): Promise<void> {
  const sql = asSql(client);
  const foreignKeys = await dropForeignKeys(sql, schemas);
  const indexes = await dropIndexes(sql, schemas);
  const names = head.tables.map(({ name }) => name);
  await sql.query(`TRUNCATE ${names.join(', ')}`);
  for (const name of names) await sql.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await copyTables(client, head, entries);
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

async function copyTables(client: pg.Client, head: Head, entries: AsyncGenerator<Entry>): Promise<void> {
  const tables = new Map(head.tables.map((table) => [table.name, table]));
  await entries.next(); // the head
  let next = await entries.next();
  while (!next.done && next.value.name !== END) {
    const table = tables.get(tableOf(next.value.name) ?? '');
    if (!table) throw damaged(`it holds ${next.value.name}, which is no table of it`);
    const parts = partsOf(table, next.value, entries);
    const { name, columns } = table;
    const copy = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN WITH (FREEZE)`));
    await pipeline(Readable.from(parts.read()), copy);
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
