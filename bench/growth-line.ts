import type { Database } from '../src/platform/db.ts';
import type { Core, Offer } from '../test/support/core.ts';

export type GrowthStage = { db: Database; core: Core; offer: Offer };

/**
 * One line of the table, for one entry point of the service. `run` is timed several times, each after `prepare`, which is
 * not timed. `prepare` restores what an earlier `run` has changed. `most` is the limit for the ratio of its time at many
 * rows to its time at few; 2 by default. A higher limit needs a comment with its reason.
 */
export type GrowthLine = {
  name: string;
  prepare?: (stage: GrowthStage) => Promise<unknown>;
  run: (stage: GrowthStage) => Promise<unknown>;
  most?: number;
};
