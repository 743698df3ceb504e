import type { Database } from '../src/platform/db.ts';
import type { Engine, Offer } from '../test/support/shop.ts';

export type GrowthStage = { db: Database; engine: Engine; offer: Offer };

/**
 * One line of the table, which is one way into the service: `run` is timed, several times over, after `prepare`, which is not.
 * A line that does something leaves it done, so `prepare` brings back what it needs. `most` is the ratio to its own time at
 * few rows that it may have, 2 where nothing is said; say why beside it where it is more.
 */
export type GrowthLine = {
  name: string;
  prepare?: (stage: GrowthStage) => Promise<unknown>;
  run: (stage: GrowthStage) => Promise<unknown>;
  most?: number;
};
