import { setTimeout as sleep } from 'node:timers/promises';
import { readChanges } from './commands/poll.ts';
import { type SyncDeps, stepSync } from './commands/sync.ts';
import { runTask, type TaskDeps } from './commands/tasks.ts';

// Of each round, so that one platform with much to read does not keep the others from their turn for long.
const STEPS_MAX = 50;
// How long a worker rests after a page, in times of what writing it took, so that a sale and what shoppers read are slowed by less than
// a tenth on two processors (ADR 0395).
const RESTS = 14;
const REST_MS_MAX = 10_000;

async function untilNothingIsDue(step: () => Promise<boolean>, stopping?: AbortSignal): Promise<number> {
  let steps = 0;
  while (steps < STEPS_MAX && !stopping?.aborted && (await step())) steps += 1;
  return steps;
}

/** Reads anew what is known to have changed. Any number of processes may do so at once. Resolves with how much it was. */
export const readChanged = (deps: TaskDeps): Promise<number> => untilNothingIsDue(() => runTask(deps));

/**
 * Goes on with reading everything, page by page, of one platform after the other. A worker, which serves others beside it, gives
 * `stopping` and rests between pages.
 */
export function readEverything(deps: SyncDeps, stopping?: AbortSignal): Promise<number> {
  return untilNothingIsDue(async () => {
    const step = await stepSync(deps);
    if (step && stopping) await rest(step.wroteMs, stopping);
    return step !== null;
  }, stopping);
}

async function rest(wroteMs: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(RESTS * wroteMs, REST_MS_MAX), undefined, { signal }).catch(() => {}); // it is stopping
}

/** Asks platforms what has changed. */
export const askForChanges = (deps: SyncDeps): Promise<number> => untilNothingIsDue(() => readChanges(deps));
