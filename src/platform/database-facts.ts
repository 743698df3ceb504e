import type { Database, Sql } from './db.ts';

/** `number` is the version as 180004; `engine` says what the server calls itself; `wholePages`: it has full_page_writes. */
export type ServerFacts = { number: number; version: string; engine: string; wholePages: boolean };

export const TORN_PAGES = 'full_page_writes is off, so a crash of the machine may leave pages that are half written.';
export const TORN_PAGES_TODO =
  'Only a file system that never overwrites a page in place, such as ZFS, makes that safe. On any other: ALTER SYSTEM SET full_page_writes = on; SELECT pg_reload_conf();';

export async function readServer(sql: Sql): Promise<ServerFacts> {
  const [row] = await sql.query<ServerFacts>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version, version() AS engine,
       coalesce(current_setting('full_page_writes', true), 'on') = 'on' AS "wholePages"`,
  );
  return row ?? { number: 0, version: '', engine: '', wholePages: true };
}

const WHERE = 'SELECT pg_postmaster_start_time()::text AS started, current_database() AS name';

/** Returns true if both addresses lead to the same database of the same server. */
export async function leadsToOne(db: Database): Promise<boolean> {
  const direct = await db.connect({ direct: true });
  try {
    const [behind] = await db.query<{ started: string; name: string }>(WHERE);
    const { rows } = await direct.query<{ started: string; name: string }>(WHERE);
    return behind?.started === rows[0]?.started && behind?.name === rows[0]?.name;
  } finally {
    await direct.end();
  }
}

/** Returns by how many milliseconds the clocks of this machine and of the database differ at least. */
export async function readClockSkew(sql: Sql): Promise<number> {
  const asked = Date.now();
  const [row] = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const answered = Date.now();
  const now = row?.now.getTime() ?? asked;
  return Math.max(0, asked - now, now - answered);
}
