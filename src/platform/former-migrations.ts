import { readFile } from 'node:fs/promises';
import type { Migration } from './migrations.ts';
import { SetupError } from './setup-error.ts';

/**
 * The files of before 0.1.0, from which the first migrations of today were joined. A database or a backup that has all of them has
 * the tables of the joined ones. Its own list keeps their names, so that the code of before starts on it again.
 */
export type FormerMigrations = {
  /** The digest of each by its name. Empty where a folder joins none. */
  files: ReadonlyMap<string, string>;
  /** The last of the joined migrations. Empty where a folder joins none. */
  until: string;
  /** The last commit that has the files. */
  commit: string;
};

const FILE = 'former.json';

export async function readFormer(folder: URL): Promise<FormerMigrations> {
  const text = await readFile(new URL(FILE, folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { files: new Map(), until: '', commit: '' };
  const { files, until, commit } = JSON.parse(text);
  return { files: new Map(Object.entries<string>(files)), until, commit };
}

/** Returns those of the migrations that were joined. */
export const joinedOf = <T extends Pick<Migration, 'name'>>(
  migrations: readonly T[],
  { until }: FormerMigrations,
): T[] => migrations.filter(({ name }) => name <= until);

/** Returns the former files that a list of applied migrations lacks, if it has some of them and none of the joined ones. */
export function lackingOf(applied: ReadonlySet<string>, { files, until }: FormerMigrations): string[] {
  const names = [...files.keys()];
  if (applied.has(until) || !names.some((name) => applied.has(name))) return [];
  return names.filter((name) => !applied.has(name));
}

/** Returns the applied migrations in the names of today. All of the former files together are the joined ones. */
export function inNamesOfToday(
  applied: ReadonlySet<string>,
  migrations: readonly Pick<Migration, 'name'>[],
  former: FormerMigrations,
): Set<string> {
  const others = [...applied].filter((name) => !former.files.has(name));
  if (others.length === applied.size) return new Set(others);
  return new Set([...joinedOf(migrations, former).map(({ name }) => name), ...others]);
}

/** Throws a `SetupError` for a database that has only a part of the former files: code of today cannot bring it the rest. */
export function requireWhole(applied: ReadonlySet<string>, former: FormerMigrations): void {
  const [first, ...more] = lackingOf(applied, former);
  if (first === undefined) return;
  throw new SetupError(
    `The database was made before 0.1.0 and lacks migrations of that time (${more.length + 1}, such as ${first}). ` +
      `Start the last version from before it once (commit ${former.commit}, “npm run migrate”), then come back.`,
  );
}
