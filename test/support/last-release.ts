import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROJECT } from '../../src/platform/project.ts';

const run = promisify(execFile);

const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: PROJECT })).stdout.trim();

/** The tag of the last release that this code comes after. Undefined where there is none, or no repository. */
export const lastRelease = (): Promise<string | undefined> =>
  git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => undefined);

/**
 * The commit before the newest migration came, which runs on a database with one less. Undefined where there is no repository, or a shallow
 * clone does not reach so far.
 */
export async function beforeNewestMigration(): Promise<string | undefined> {
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/').catch(() => '');
  return added === '' ? undefined : git('rev-parse', '--verify', '--quiet', `${added}^`).catch(() => undefined);
}

/** The names of the migrations that the last release has. */
export async function releasedMigrations(): Promise<string[]> {
  const tag = await lastRelease();
  if (tag === undefined) return [];
  const paths = await git('ls-tree', '--name-only', tag, '--', 'migrations/');
  return paths.split('\n').map((path) => path.replace('migrations/', ''));
}
