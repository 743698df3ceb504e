import { msSince } from './log.ts';

/** How often a process looks at its standby. */
export const LOOK_MS = 1_000;
// One for each look. Where more wait for a standby that stands still, its age is known less exactly.
const POSITIONS_MAX = 600;

/** What was committed on the primary at `at` (`performance.now()`), and what the standby had right after that. */
type Look = { at: number; committed: bigint; replayed: bigint };

/**
 * Tells for how long a standby has lacked something, by what this process saw committed: no clock of another machine counts, and an idle
 * primary is not old. A standby that lacks only what was committed at the last look has the age of that look: at a store that sells,
 * there is always something on its way.
 */
export function createAge() {
  let lacking: { at: number; position: bigint }[] = [];
  let lookedAt = performance.now();
  return {
    note({ at, committed, replayed }: Look) {
      lookedAt = at;
      lacking.push({ at, position: committed });
      lacking = lacking.filter(({ position }) => position > replayed);
      if (lacking.length > POSITIONS_MAX) lacking.splice(1, 1);
    },
    /** Seconds. One that does not answer lacks everything since it last did. */
    seconds(): number {
      const [oldest] = lacking;
      if (oldest) return msSince(oldest.at) / 1_000;
      return msSince(lookedAt) < 2 * LOOK_MS ? 0 : msSince(lookedAt) / 1_000;
    },
  };
}
