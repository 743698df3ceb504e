import { readChanges } from './commands/poll.ts';
import { type SyncDeps, stepSync } from './commands/sync.ts';
import { runTask, type TaskDeps } from './commands/tasks.ts';

// Of each round, so that one platform with much to read does not keep the others from their turn for long.
const STEPS_MAX = 50;

async function untilNothingIsDue(step: () => Promise<boolean>): Promise<number> {
  let steps = 0;
  while (steps < STEPS_MAX && (await step())) steps += 1;
  return steps;
}

/** Reads anew what is known to have changed. Any number of processes may do so at once. Resolves with how much it was. */
export const readChanged = (deps: TaskDeps): Promise<number> => untilNothingIsDue(() => runTask(deps));

/** Goes on with reading everything, page by page, of one platform after the other. */
export const readEverything = (deps: SyncDeps): Promise<number> => untilNothingIsDue(() => stepSync(deps));

/** Asks platforms what has changed. */
export const askForChanges = (deps: SyncDeps): Promise<number> => untilNothingIsDue(() => readChanges(deps));
