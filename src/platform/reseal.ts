import type { SecretBox } from './crypto.ts';
import type { Database, Sql } from './db.ts';

/** Rows of a table that keep a secret, by the key that sealed it. */
export type SealedRows = { table: string; present: number; previous: number; unreadable: number };

type Row = { place: string; sealed: Buffer };

/**
 * Seals every secret of the database with the present key, a transaction a table. Secrets are found by their column, which
 * is called `sealed` in every table, so a table that is new tomorrow is not forgotten. What none of the keys opens stays
 * as it is, and is counted. Resolves with what was found before.
 */
export async function resealAll(db: Database, secrets: Pick<SecretBox, 'reseal'>): Promise<SealedRows[]> {
  const found: SealedRows[] = [];
  for (const table of await sealedTables(db)) {
    found.push(await db.transaction((tx) => resealTable(tx, table, secrets)));
  }
  return found;
}

/** The same, by looking alone. */
export async function countSealed(db: Database, secrets: Pick<SecretBox, 'reseal'>): Promise<SealedRows[]> {
  const found: SealedRows[] = [];
  for (const table of await sealedTables(db)) {
    const rows = await db.query<Row>(`SELECT ctid::text AS place, sealed FROM ${table}`);
    found.push(counted(table, rows.map(sorted(secrets))));
  }
  return found;
}

async function sealedTables(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'sealed' AND data_type = 'bytea' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function resealTable(tx: Sql, table: string, secrets: Pick<SecretBox, 'reseal'>): Promise<SealedRows> {
  // Locked, so that a row stays in its place until it is written.
  const rows = await tx.query<Row>(`SELECT ctid::text AS place, sealed FROM ${table} FOR NO KEY UPDATE`);
  const all = rows.map(sorted(secrets));
  for (const { place, resealed } of all) {
    if (resealed) await tx.query(`UPDATE ${table} SET sealed = $2 WHERE ctid = $1::tid`, [place, resealed]);
  }
  return counted(table, all);
}

type Sorted = { place: string; by: 'present' | 'previous' | 'unreadable'; resealed: Buffer | null };

function sorted(secrets: Pick<SecretBox, 'reseal'>): (row: Row) => Sorted {
  return ({ place, sealed }) => {
    try {
      const resealed = secrets.reseal(sealed);
      return { place, by: resealed ? 'previous' : 'present', resealed };
    } catch {
      return { place, by: 'unreadable', resealed: null };
    }
  };
}

function counted(table: string, rows: readonly Sorted[]): SealedRows {
  const of = (key: Sorted['by']) => rows.filter(({ by }) => by === key).length;
  return { table, present: of('present'), previous: of('previous'), unreadable: of('unreadable') };
}
