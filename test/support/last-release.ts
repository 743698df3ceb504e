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
async function beforeNewestMigration(): Promise<string | undefined> {
  const added = await git('log', '-1', '-M', '--diff-filter=A', '--format=%H', '--', 'migrations/').catch(() => '');
  return added === '' ? undefined : git('rev-parse', '--verify', '--quiet', `${added}^`).catch(() => undefined);
}

/** The code that an upgrade to this code is tried from: the last release, or the commit before the newest migration. */
export const upgradedFrom = async (): Promise<string | undefined> =>
  (await lastRelease()) ?? (await beforeNewestMigration());

/** The names of the migrations that the code before an upgrade has. */
export async function olderMigrations(): Promise<string[]> {
  const older = await upgradedFrom();
  if (older === undefined) return [];
  const paths = await git('ls-tree', '--name-only', older, '--', 'migrations/');
  const names = paths.split('\n').map((path) => path.replace('migrations/', ''));
  return names.filter((name) => name.endsWith('.sql'));
}
