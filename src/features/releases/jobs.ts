import type { Deps } from '../deps.ts';
import { stepRelease } from './commands/step.ts';
import { readRunningReleases } from './queries.ts';

/**
 * Takes a step of every release that runs. By looking, so that a process that dies in the middle loses nothing; any number
 * of processes may look. Resolves with how many released something.
 */
export async function runReleases(deps: Pick<Deps, 'db' | 'outbox' | 'log'>): Promise<number> {
  let moved = 0;
  for (const release of await readRunningReleases(deps.db)) {
    try {
      if ((await stepRelease(deps, release)) === 'released') moved += 1;
    } catch (error) {
      // One store's trouble must not keep the others waiting.
      deps.log.warn({ err: error, ...release }, 'a release could not take its next step; the next look tries again');
    }
  }
  return moved;
}
