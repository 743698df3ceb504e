import { setTimeout as sleep } from 'node:timers/promises';
import { readChanges } from './commands/poll.ts';
import { type SyncDeps, stepSync } from './commands/sync.ts';
import { runTask } from './commands/tasks.ts';
import { type Rests, restAfter } from './rests.ts';

// Of each round, so that one platform with much to read does not keep the others from their turn for long.
const STEPS_MAX = 50;

async function untilNothingIsDue(step: () => Promise<boolean>, stopping?: AbortSignal): Promise<number> {
  let steps = 0;
  while (steps < STEPS_MAX && !stopping?.aborted && (await step())) steps += 1;
  return steps;
}

/**
 * Reads anew what is known to have changed. Any number of processes may do so at once. Resolves with how much it was. A worker gives
 * `resting`: of a bulk edit on the platform, it reads no more than shoppers do not notice.
 */
export function readChanged(deps: SyncDeps, resting?: { stopping: AbortSignal; rests: Rests }): Promise<number> {
  return untilNothingIsDue(async () => {
    const task = await runTask(deps);
    if (task && resting) await rest(resting.rests.owe(task.wroteMs), resting.stopping);
    return task !== null;
  }, resting?.stopping);
}

/**
 * Goes on with reading everything, page by page, of one platform after the other. A worker, which serves others beside it, gives
 * `stopping` and rests between pages.
 */
export function readEverything(deps: SyncDeps, stopping?: AbortSignal): Promise<number> {
  return untilNothingIsDue(async () => {
    const step = await stepSync(deps);
    if (step && stopping) await rest(restAfter(step.wroteMs), stopping);
    return step !== null;
  }, stopping);
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {}); // it is stopping
}

/** Asks platforms what has changed. */
export const askForChanges = (deps: SyncDeps): Promise<number> => untilNothingIsDue(() => readChanges(deps));
