// How long a worker rests after it wrote what a platform has, in times of what writing took, so that a sale and what shoppers read are
// slowed by less than a tenth on two processors (docs/design/platforms.md).
const RESTS = 14;
const REST_MS_MAX = 10_000;
// After one product: a machine that does other things still gets through some thousands in an hour.
const CHANGE_REST_MS_MAX = 1_000;
// What may be owed: two seconds of writing, so that a person's changes are read at once, also on a slow machine. Of a bulk edit of thousands
// that is little.
const OWED_MS_MAX = 30_000;

/** Returns how long to rest after a page. */
export const restAfter = (wroteMs: number): number => Math.min(RESTS * wroteMs, REST_MS_MAX);

/** Keeps count of the rests that single changes owe, over all rounds of a worker. */
export type Rests = {
  /** Returns how long to rest now. */
  owe(wroteMs: number): number;
};

export function createRests(now: () => number = () => performance.now()): Rests {
  let owedMs = 0;
  let at = now();
  return {
    owe(wroteMs) {
      const rested = now() - at;
      at = now();
      owedMs = Math.max(0, owedMs - rested) + Math.min(restAfter(wroteMs), CHANGE_REST_MS_MAX);
      return Math.max(0, owedMs - OWED_MS_MAX);
    },
  };
}
