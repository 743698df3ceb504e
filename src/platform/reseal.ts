import type { SecretBox } from './crypto.ts';
import type { Database, Sql } from './db.ts';

/** How many rows of a table keep a secret, by the key that sealed it. */
export type SealedRows = { table: string; present: number; previous: number; unreadable: number };

type Row = { place: string; sealed: Buffer };

/**
 * Seals every secret of the database with the present key, in one transaction per table. Every table keeps secrets in a column
 * called `sealed`, so tables that are added later are found too. A secret that no key opens stays unchanged. Resolves with the
 * counts from before.
 */
export async function resealAll(db: Database, secrets: Pick<SecretBox, 'reseal'>): Promise<SealedRows[]> {
  const found: SealedRows[] = [];
  for (const table of await sealedTables(db)) {
    found.push(await db.transaction((tx) => resealTable(tx, table, secrets)));
  }
  return found;
}

/** Counts the secrets of every table by the key that sealed them, and changes nothing. */
export async function countSealed(db: Database, secrets: Pick<SecretBox, 'reseal'>): Promise<SealedRows[]> {
  const found: SealedRows[] = [];
  for (const table of await sealedTables(db)) {
    const rows = await db.query<Row>(`SELECT ctid::text AS place, sealed FROM ${table}`);
    found.push(countByKey(table, rows.map(classifyWith(secrets))));
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
  // The lock keeps each row's ctid valid until the row is written.
  const rows = await tx.query<Row>(`SELECT ctid::text AS place, sealed FROM ${table} FOR NO KEY UPDATE`);
  const all = rows.map(classifyWith(secrets));
  for (const { place, resealed } of all) {
    if (resealed) await tx.query(`UPDATE ${table} SET sealed = $2 WHERE ctid = $1::tid`, [place, resealed]);
  }
  return countByKey(table, all);
}

type Classified = { place: string; by: 'present' | 'previous' | 'unreadable'; resealed: Buffer | null };

function classifyWith(secrets: Pick<SecretBox, 'reseal'>): (row: Row) => Classified {
  return ({ place, sealed }) => {
    try {
      const resealed = secrets.reseal(sealed);
      return { place, by: resealed ? 'previous' : 'present', resealed };
    } catch {
      return { place, by: 'unreadable', resealed: null };
    }
  };
}

function countByKey(table: string, rows: readonly Classified[]): SealedRows {
  const of = (key: Classified['by']) => rows.filter(({ by }) => by === key).length;
  return { table, present: of('present'), previous: of('previous'), unreadable: of('unreadable') };
}
