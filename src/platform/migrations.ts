import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { PROJECT } from './project.ts';

/**
 * How a file is run. `transaction`: in one transaction, with a short lock time-out. `outside`: each statement outside a
 * transaction, for `CREATE INDEX CONCURRENTLY`. `parts`: one statement, repeated until it changes no row.
 */
export type MigrationMode = 'transaction' | 'outside' | 'parts';

export type Migration = {
  name: string;
  mode: MigrationMode;
  statements: string;
  digest: string;
  /** The oldest migration that code must know to run on the migrated database; null if older code runs on it too. */
  needsCode: string | null;
  /** The version in which that code was released: from it on, nothing uses what this migration takes away. */
  release: string | null;
};

/** Where the service's own migrations are. */
export const MIGRATIONS = pathToFileURL(`${PROJECT}migrations/`);
const MODES: Record<string, MigrationMode> = { 'outside a transaction': 'outside', 'in parts': 'parts' };
const DIRECTIVE = /^-- migrate: (.+)$/;
const NEEDS_CODE = /^needs code of (\d{4})(?:, released as (\d+\.\d+\.\d+))?$/;

/** Returns all migrations of a folder, oldest first. Throws for an unknown directive. */
export async function readMigrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // The digest must not depend on the line endings of the git checkout.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return parseMigration(name, text);
    }),
  );
}

/** Reads the directives: comment lines `-- migrate: …` at the head of the file. */
export function parseMigration(name: string, statements: string): Migration {
  const migration: Migration = {
    name,
    mode: 'transaction',
    statements,
    digest: createHash('sha256').update(statements).digest('hex'),
    needsCode: null,
    release: null,
  };
  for (const line of statements.split('\n')) {
    const directive = DIRECTIVE.exec(line)?.[1];
    if (directive === undefined) break;
    const mode = MODES[directive];
    const [, needsCode, release = null] = NEEDS_CODE.exec(directive) ?? [];
    if (mode === undefined && needsCode === undefined)
      throw new Error(`${name} has an unknown directive: ${directive}`);
    if (mode !== undefined) migration.mode = mode;
    if (needsCode !== undefined) Object.assign(migration, { needsCode, release });
  }
  return migration;
}

/** Splits a file into statements. Each ends with a semicolon at the end of a line. */
export function splitStatements(statements: string): string[] {
  return statements
    .split(/;[ \t]*(?:\n|$)/)
    .map((one) => one.replaceAll(/^[ \t]*--.*$/gm, '').trim())
    .filter((one) => one !== '');
}
