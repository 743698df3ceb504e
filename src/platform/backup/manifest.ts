import { AppError } from '../../domain/error.ts';
import type { Migration } from '../migrations.ts';

export const FORMAT = 1;
export const HEAD = 'backup.json';
export const END = 'end.json';

/** A table as the archive holds it. `name` has its schema. */
export type Table = { name: string; columns: string[] };

/** The first entry of an archive. */
export type Head = {
  format: number;
  /** The moment that the rows show. */
  madeAt: string;
  postgres: string;
  /** A digest is empty where the database was migrated before they were kept. */
  migrations: { name: string; digest: string }[];
  tables: Table[];
};

/** The last entry. An archive without it is not whole. */
export type End = {
  tables: Record<string, { rows: number; sha256: string }>;
  sequences: { name: string; value: string }[];
};

/** Throws a coded error if this code cannot restore the backup. */
export function requireKnown(head: Head, known: readonly Migration[]): void {
  const digests = new Map(known.map(({ name, digest }) => [name, digest]));
  const unknown = head.migrations.find(
    ({ name, digest }) => !digests.has(name) || (digest !== '' && digests.get(name) !== digest),
  );
  if (head.format === FORMAT && unknown === undefined) return;
  const what = unknown ? `it has ${unknown.name}, which this version does not know` : `its format is ${head.format}`;
  throw new AppError('backup_newer', `The backup was made by another version: ${what}. Restore it with that version.`);
}

/** The order of the statements of an archive: each table in entries of this name and a number. */
export const rowsOf = (table: string, part: number): string => `rows/${table}/${String(part).padStart(8, '0')}`;

export const tableOf = (entry: string): string | undefined => /^rows\/(.+)\/\d{8}$/.exec(entry)?.[1];

export const damaged = (why: string) =>
  new AppError('backup_unreadable', `The backup is damaged or not whole: ${why}.`);
