import type { Random } from '../../support/faults.ts';
import type { World } from '../world.ts';
import { type Commands, DONE, NOTHING } from './command.ts';

const HOUR = 3_600;
const DAY_HOURS = 24;

// Little else happens while payments or mails are refused, so these outages are short.
const drawHours = (_world: World, random: Random) => ({ hours: 1 + random.below(36) });

/** Outages of our side. Each ends by itself or with the first started worker. */
export const outages: Commands = {
  'no worker runs for a while': {
    weight: 0.8,
    // Half of the outages last beyond the next deadline.
    draw: (_world, random) => ({ hours: 2 + random.below(4 * DAY_HOURS), over: random.chance(70) }),
    async run(world, { hours, over }) {
      if (world.outages.workersAreGone()) return NOTHING;
      const deadline = over === true ? await nextDeadline(world) : null;
      const secondsBefore = (Number(hours) * HOUR) / 2;
      if (deadline !== null) await world.wait(Math.max(0, (deadline - world.now()) / 1_000 - secondsBefore));
      world.outages.stopWorkers();
      await world.wait(Number(hours) * HOUR);
      return DONE;
    },
  },
  'the mail server goes away': {
    weight: 0.5,
    draw: drawHours,
    async run(world, { hours }) {
      world.outages.breakDown('mail', Number(hours) * HOUR);
      return DONE;
    },
  },
  'the account may not charge': {
    weight: 0.4,
    draw: drawHours,
    async run(world, { hours }) {
      world.outages.breakDown('account', Number(hours) * HOUR);
      return DONE;
    },
  },
};

/** Finds the next deadline at which a shopper would lose a place. */
async function nextDeadline({ sql, storeId, now }: World): Promise<number | null> {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT min(at) AS at FROM (
       SELECT deadline AS at FROM payment_due WHERE store_id = $1 AND ended_at IS NULL
       UNION ALL SELECT answer_by FROM promise_question WHERE store_id = $1) t
     WHERE at > $2::timestamptz`,
    [storeId, new Date(now()).toISOString()],
  );
  return row?.at?.getTime() ?? null;
}
