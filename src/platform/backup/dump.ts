import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { WITHOUT_TIMEOUTS } from '../database-session-options.ts';
import { asSql, type Database } from '../db.ts';
import type { Entry } from './archive.ts';
import { END, type End, FORMAT, HEAD, type Head, linesOf, rowsOf, type Table } from './manifest.ts';
import { listSequences, listTables, type Schemas } from './tables.ts';

// An entry of the archive: large enough that its header costs nothing, small enough for any memory.
const PART_BYTES = 4 * 1024 * 1024;

export type DumpOptions = {
  schemas: Schemas;
  /** Tables that a restore makes by itself. */
  except: readonly string[];
  /** Called before the first row is read. */
  onHead?: (head: Head) => void;
};

/** Reads all rows of the service, as one snapshot shows them. Writers go on meanwhile; migrations wait. */
export async function* dumpDatabase(db: Pick<Database, 'connect'>, options: DumpOptions): AsyncGenerator<Entry> {
  const client = await db.connect({ direct: true });
  try {
    await client.query(WITHOUT_TIMEOUTS);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = await readHead(client, options);
    options.onHead?.(head);
    yield json(HEAD, head);
    const end: End = { tables: {}, sequences: [] };
    for (const table of head.tables) end.tables[table.name] = yield* dumpTable(client, table);
    // Sequences know no snapshots. Read last, none of them is behind the rows.
    end.sequences = await listSequences(asSql(client), options.schemas);
    yield json(END, end);
  } finally {
    await client.end();
  }
}

async function readHead(client: pg.Client, { schemas, except }: DumpOptions): Promise<Head> {
  const sql = asSql(client);
  const list = async () => (await listTables(sql, schemas)).filter(({ name }) => !except.includes(name));
  const found = await list();
  await client.query(`LOCK TABLE ${found.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
  const tables = await list(); // again: a migration may have changed one before the lock
  const [now] = await sql.query<{ at: Date; postgres: string }>(
    `SELECT now() AS at, current_setting('server_version') AS postgres`,
  );
  const migrations = await sql.query<Head['migrations'][number]>(
    `SELECT name, coalesce(digest, '') AS digest FROM schema_migration ORDER BY name`,
  );
  return { format: FORMAT, madeAt: now?.at.toISOString() ?? '', postgres: now?.postgres ?? '', migrations, tables };
}

async function* dumpTable(client: pg.Client, { name, columns }: Table): AsyncGenerator<Entry, End['tables'][string]> {
  const hash = createHash('sha256');
  const rows = client.query(copyTo(`COPY ${name} (${columns.join(', ')}) TO STDOUT`));
  let chunks: Buffer[] = [];
  let bytes = 0;
  let part = 0;
  // The stream ends before the server's own count is there, if the network brings that in a packet of its own.
  let lines = 0;
  const take = () => {
    const body = Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
    part += 1;
    return { name: rowsOf(name, part), body };
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    hash.update(chunk);
    chunks.push(chunk);
    bytes += chunk.length;
    lines += linesOf(chunk);
    if (bytes >= PART_BYTES) yield take();
  }
  if (bytes > 0) yield take();
  return { rows: lines, sha256: hash.digest('hex') };
}

const json = (name: string, value: unknown): Entry => ({ name, body: Buffer.from(JSON.stringify(value, null, 2)) });
