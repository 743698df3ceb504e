import { APPLICATION, type Sql } from '../db.ts';
import type { Table } from './manifest.ts';

/** The schemas whose tables a backup holds. `public` is one of them, and may also hold extensions. */
export type Schemas = readonly string[];

const NOT_OF_EXTENSION = (catalog: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${catalog}'::regclass AND objid = ${oid} AND deptype = 'e')`;

/** Lists the tables that a backup holds, with the columns that are written: not those that the database computes. */
export function listTables(sql: Sql, schemas: Schemas): Promise<Table[]> {
  return sql.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname = ANY($1) AND c.relkind = 'r' AND ${NOT_OF_EXTENSION('pg_class', 'c.oid')}
     GROUP BY 1 ORDER BY 1`,
    [schemas],
  );
}

/** Lists the sequences that were used, with their last values. */
export function listSequences(sql: Sql, schemas: Schemas): Promise<{ name: string; value: string }[]> {
  return sql.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY($1) AND last_value IS NOT NULL ORDER BY 1`,
    [schemas],
  );
}

/** Lists the names of all sequences, also of those that were never used. */
export async function listSequenceNames(sql: Sql, schemas: Schemas): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname = ANY($1)`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

/** Returns true if the database has a table of ours or of anybody else. */
export async function holdsAnything(sql: Sql, schemas: Schemas): Promise<boolean> {
  const [row] = await sql.query<{ any: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${NOT_OF_EXTENSION('pg_class', 'c.oid')})
       AS any`,
    [schemas],
  );
  return row?.any ?? false;
}

/** Counts the processes of the service that are connected, except this one. */
export async function countConnected(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, '${APPLICATION}') AND pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}

const asideOf = (schema: string) => `before_restore_${schema}`;

/** There while a restore runs, or when one was killed. */
export const ASIDE = asideOf('public');

/** Moves every table and function out of the way, in no time; extensions stay. */
export async function moveAside(sql: Sql, schemas: Schemas): Promise<void> {
  for (const schema of schemas) {
    if (schema !== 'public') await rename(sql, schema, asideOf(schema));
  }
  await sql.query(`CREATE SCHEMA ${ASIDE}`);
  await moveObjects(sql, 'public', ASIDE);
}

/**
 * Removes what a failed restore has made, and brings back what was moved aside. Returns false where nothing is aside, and does nothing: it was removed
 * already, so what is here is all that there is.
 */
export async function moveBack(sql: Sql, schemas: Schemas): Promise<boolean> {
  if (!(await hasSchema(sql, ASIDE))) return false;
  for (const schema of schemas) {
    if (schema !== 'public') await sql.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
  for (const one of await listObjects(sql, 'public')) await sql.query(`DROP ${one} CASCADE`);
  await moveObjects(sql, ASIDE, 'public');
  await sql.query(`DROP SCHEMA ${ASIDE}`);
  for (const schema of schemas) {
    if (schema !== 'public') await rename(sql, asideOf(schema), schema);
  }
  return true;
}

/** Removes for ever what was moved aside. */
export async function dropAside(sql: Sql, schemas: Schemas): Promise<void> {
  for (const schema of schemas) await sql.query(`DROP SCHEMA IF EXISTS ${asideOf(schema)} CASCADE`);
}

async function moveObjects(sql: Sql, from: string, to: string): Promise<void> {
  for (const one of await listObjects(sql, from)) await sql.query(`ALTER ${one} SET SCHEMA ${to}`);
}

async function rename(sql: Sql, from: string, to: string): Promise<void> {
  if (await hasSchema(sql, from)) await sql.query(`ALTER SCHEMA ${from} RENAME TO ${to}`);
}

async function hasSchema(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [name]);
  return rows.length > 0;
}

/** Lists what a schema holds, as the words of ALTER and DROP: tables first, for functions that triggers use go after them. */
async function listObjects(sql: Sql, schema: string): Promise<string[]> {
  const rows = await sql.query<{ words: string; place: number }>(
    `SELECT 'TABLE ' || c.oid::regclass AS words, 1 AS place FROM pg_class c
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND ${NOT_OF_EXTENSION('pg_class', 'c.oid')}
     UNION ALL
     SELECT 'FUNCTION ' || p.oid::regprocedure, 2 FROM pg_proc p
     WHERE p.pronamespace = to_regnamespace($1) AND p.prokind = 'f' AND ${NOT_OF_EXTENSION('pg_proc', 'p.oid')}
     ORDER BY 2, 1`,
    [schema],
  );
  return rows.map(({ words }) => words);
}
