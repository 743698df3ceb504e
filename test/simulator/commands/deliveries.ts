import { recordArrival } from '../../../src/core/releases/commands/arrive.ts';
import { startRelease, stopRelease } from '../../../src/core/releases/commands/start.ts';
import { addBatch } from '../../../src/core/waitlists/commands/batch.ts';
import type { Random } from '../../support/faults.ts';
import type { World } from '../world.ts';
import { type Args, anyNumber, type Commands, DONE, NOTHING, numbered } from './command.ts';
import { windowFrom } from './merchant.ts';

const drawBatch = (world: World, random: Random): Args | null =>
  world.waitlists.length > 0 ? { batch: anyNumber(random), process: random.below(2) } : null;

/** Deliveries and releases. */
export const deliveries: Commands = {
  'add a batch': {
    weight: 1.5,
    draw: (world, random) =>
      world.waitlists.length > 0
        ? {
            waitlist: anyNumber(random),
            units: 1 + random.below(6),
            shipsIn: 60 + random.below(90),
            process: random.below(2),
          }
        : null,
    async run(world, args) {
      const waitlist = numbered(world.waitlists, args.waitlist);
      if (!waitlist) return NOTHING;
      const { deps } = world.processAt(Number(args.process));
      const variants = waitlist.product.variants.map(({ id }) => ({ variantId: id, allocation: Number(args.units) }));
      const shipWindow = windowFrom(world, Number(args.shipsIn));
      await addBatch(deps, { storeId: world.storeId, waitlistId: waitlist.id }, { shipWindow, variants });
      return DONE;
    },
  },
  'a delivery arrives': {
    weight: 5,
    // Fewer units than were sold, as many, or more.
    draw: (world, random) => {
      const batch = drawBatch(world, random);
      return batch && { ...batch, percent: random.pick([30, 60, 100, 100, 130]) };
    },
    run: (world, args) =>
      withBatch(world, args, async (batchId) => {
        const sold = await world.sql.query<{ variantId: string; sold: number }>(
          `SELECT variant_id AS "variantId", sold FROM unit WHERE store_id = $1 AND batch_id = $2 ORDER BY variant_id`,
          [world.storeId, batchId],
        );
        const counts = sold.map(({ variantId, sold: units }) => ({
          variantId,
          counted: Math.ceil((units * Number(args.percent)) / 100),
        }));
        const key = counts.map(({ counted }) => counted).join(' '); // a repeated count is the same delivery
        const { deps } = world.processAt(Number(args.process));
        const changed = await recordArrival(deps, { storeId: world.storeId, batchId, counts, key });
        return changed ? DONE : 'counted before';
      }),
  },
  'release what has arrived': {
    weight: 8,
    draw: (world, random) => {
      const batch = drawBatch(world, random);
      return batch && { ...batch, limit: random.chance(30) ? 1 + random.below(3) : 0 };
    },
    run: (world, args) =>
      withBatch(world, args, async (batchId) => {
        const { deps } = world.processAt(Number(args.process));
        const limit = Number(args.limit) || null;
        const releaseId = await startRelease(deps, { storeId: world.storeId, batchId, limit });
        if (releaseId === null) return 'nothing to hand out';
        world.releases.push(releaseId);
        return DONE;
      }),
  },
  'stop a release': {
    weight: 0.7,
    draw: (world, random) =>
      world.releases.length > 0 ? { release: anyNumber(random), process: random.below(2) } : null,
    async run(world, args) {
      const releaseId = numbered(world.releases, args.release);
      if (releaseId === undefined) return NOTHING;
      const { deps } = world.processAt(Number(args.process));
      await stopRelease(deps, { storeId: world.storeId, releaseId });
      return DONE;
    },
  },
};

/** Picks a batch with waiting line items, or any batch if there is none, in the order of their creation. */
export async function withBatch(world: World, args: Args, work: (batchId: string) => Promise<string>): Promise<string> {
  const batches = await world.sql.query<{ id: string; isAwaited: boolean }>(
    `SELECT b.id, EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = b.store_id AND l.batch_id = b.id
                          AND l.state = 'placed') AS "isAwaited"
     FROM batch b JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
     WHERE b.store_id = $1 ORDER BY w.created_at, b.waitlist_id, b.position`,
    [world.storeId],
  );
  const awaited = batches.filter(({ isAwaited }) => isAwaited);
  const batch = numbered(awaited.length > 0 ? awaited : batches, args.batch);
  return batch ? work(batch.id) : NOTHING;
}
