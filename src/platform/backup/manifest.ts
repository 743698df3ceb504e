import { AppError } from '../../domain/error.ts';
import { type FormerMigrations, lackingOf } from '../former-migrations.ts';
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

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = <T>(value: unknown, isOne: (one: T) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && isOne(one));

/** Reads the first entry. Throws if it is not as this code writes it: a damaged file may say anything. */
export function readHead(body: Buffer): Head {
  const head: Head = JSON.parse(body.toString('utf8'));
  if (typeof head.format !== 'number') throw damaged('it has no format');
  const isWhole =
    head.format !== FORMAT ||
    (!Number.isNaN(Date.parse(head.madeAt)) &&
      isList<Head['migrations'][number]>(head.migrations, ({ name, digest }) => isText(name) && isText(digest)) &&
      isList<Table>(
        head.tables,
        ({ name, columns }) => isText(name) && Array.isArray(columns) && columns.every(isText),
      ));
  if (!isWhole) throw damaged('its beginning is not what is written there');
  return head;
}

/** Reads the last entry, in the same way. */
export function readEnd(body: Buffer): End {
  const end: End = JSON.parse(body.toString('utf8'));
  const isWhole =
    isList<End['tables'][string]>(
      Object.values(end.tables),
      ({ rows, sha256 }) => Number.isInteger(rows) && isText(sha256),
    ) && isList<End['sequences'][number]>(end.sequences, ({ name, value }) => isText(name) && isText(value));
  if (!isWhole) throw damaged('its end is not what is written there');
  return end;
}

/** Throws a coded error if this code cannot restore the backup. */
export function requireKnown(head: Head, known: readonly Migration[], former: FormerMigrations): void {
  const digests = new Map([...former.files, ...known.map(({ name, digest }) => [name, digest] as const)]);
  const isKnown = ({ name, digest }: Head['migrations'][number]) =>
    digests.has(name) && (digest === '' || digests.get(name) === digest);
  const unknown = head.format === FORMAT ? head.migrations.find((one) => !isKnown(one)) : undefined;
  if (head.format === FORMAT && unknown === undefined) {
    requireWholeList(head, former);
    return;
  }
  const what = unknown
    ? `it has ${shown(unknown.name)}, which this version does not know`
    : `its format is ${head.format}`;
  throw new AppError('backup_newer', `The backup was made by another version: ${what}. Restore it with that version.`);
}

function requireWholeList({ migrations }: Head, former: FormerMigrations): void {
  const [first] = lackingOf(new Set(migrations.map(({ name }) => name)), former);
  if (first === undefined) return;
  throw new AppError(
    'backup_newer',
    `The backup was made by another version: before 0.1.0, without ${first}. Restore it with commit ${former.commit}, which brings the rest, and back it up again.`,
  );
}

/** Throws if a name cannot be one of ours: before anything is changed, and whatever the file says of its sums. */
export function requireNames({ tables }: Head, schemas: readonly string[]): void {
  for (const { name, columns } of tables) {
    const [schema = '', table = '', ...more] = name.split('.');
    if (!schemas.includes(schema) || !NAME.test(table) || more.length > 0) throw foreign(name);
    if (!columns.every((column) => NAME.test(column)))
      throw damaged(`the columns of ${name} are not those of the service`);
  }
}

// As `quote_ident` writes those of the migrations and of the queue.
const NAME = /^[a-z_][a-z0-9_]*$|^"[a-z_][a-z0-9_]*"$/;

export const foreign = (name: string) =>
  new AppError(
    'backup_unreadable',
    `The backup holds ${shown(name)}, which is no table of the service. Move tables of your own into a schema of their own, and take another backup.`,
  );

/** The order of the statements of an archive: each table in entries of this name and a number. */
export const rowsOf = (table: string, part: number): string => `rows/${table}/${String(part).padStart(8, '0')}`;

export const tableOf = (entry: string): string | undefined => /^rows\/(.+)\/\d{8}$/.exec(entry)?.[1];

const NEW_LINE = 0x0a;

/** Counts rows. Each row is a line: a line break in a value is written as two other characters. */
export function linesOf(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(NEW_LINE); at >= 0; at = body.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

export const damaged = (why: string) =>
  new AppError('backup_unreadable', `The backup is damaged or not whole: ${why}.`);

const SHOWN_CHARACTERS_MAX = 80; // longer than any name of ours

/** Shows a name of the file on a terminal: what a damaged file has there may be long, or move the cursor. */
export const shown = (name: string): string =>
  name.slice(0, SHOWN_CHARACTERS_MAX).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
