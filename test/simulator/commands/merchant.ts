import { createDiscount, endDiscount } from '../../../src/core/discounts/commands.ts';
import { abandonAttempt } from '../../../src/core/payments/commands/abandon-attempt.ts';
import { listLiveAttempts } from '../../../src/core/payments/queries.ts';
import { createWaitlist } from '../../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import type { PlanChange } from '../../../src/domain/payment-plan.ts';
import type { WaitlistAct } from '../../../src/domain/waitlist.ts';
import type { World } from '../world.ts';
import { type Args, anyNumber, type Commands, DONE, NOTHING, numbered } from './command.ts';

const DAY_MS = 86_400_000;

const ACTS: readonly WaitlistAct[] = ['open', 'pause', 'open', 'open', 'close'];
const WAITLISTS_MAX = 8;

const PLANS: readonly PlanChange[] = [
  { plan: 'pay_now' },
  { plan: 'pay_now' },
  { plan: 'pay_later' },
  { plan: 'deposit', deposit: { kind: 'percent', value: 3_333 } },
  { plan: 'deposit', deposit: { kind: 'amount', value: 777 }, depositRefundable: false },
];

/** Returns a window of two weeks that begins so many days from now. */
export function windowFrom(world: World, days: number): { from: string; until: string } {
  const day = (offset: number) => new Date(world.now() + offset * DAY_MS).toISOString().slice(0, 10);
  return { from: day(days), until: day(days + 14) };
}

const drawWaitlist = (world: World): boolean => world.waitlists.length > 0;

/** Actions of the merchant on waitlists and on stuck payments. */
export const merchant: Commands = {
  'offer a waitlist': {
    weight: 3,
    draw(world, random) {
      if (world.waitlists.length >= WAITLISTS_MAX) return null;
      return {
        product: random.below(2),
        units: 4 + random.below(12),
        limit: random.chance(40) ? 3 : 0,
        shipsIn: 20 + random.below(90),
        open: random.chance(85),
        plan: random.below(PLANS.length),
        process: random.below(2),
      };
    },
    async run(world, args) {
      const { deps } = world.processAt(Number(args.process));
      const product = numbered(world.products, args.product);
      if (!product) return NOTHING;
      const id = await createWaitlist(deps, world.storeId, {
        productId: product.id,
        variants: product.variants.map((variant) => ({ variantId: variant.id, allocation: Number(args.units) })),
        shipWindow: windowFrom(world, Number(args.shipsIn)),
        limitPerCustomer: Number(args.limit) || null,
        plan: numbered(PLANS, args.plan) ?? {},
      });
      world.waitlists.push({ id, product });
      if (args.open) await changeWaitlistState(deps, { storeId: world.storeId, waitlistId: id }, 'open');
      return DONE;
    },
  },
  'open, pause or close a waitlist': {
    weight: 3,
    draw: (world, random) =>
      drawWaitlist(world)
        ? { waitlist: anyNumber(random), act: random.below(ACTS.length), process: random.below(2) }
        : null,
    run: (world, args) =>
      withWaitlist(world, args, async (target) => {
        const act = numbered(ACTS, args.act) ?? 'open';
        await changeWaitlistState(world.processAt(Number(args.process)).deps, target, act);
        return `${DONE}: ${act}`;
      }),
  },
  'change a waitlist': {
    weight: 2,
    draw: (world, random) =>
      drawWaitlist(world)
        ? {
            waitlist: anyNumber(random),
            units: 1 + random.below(12),
            unlimited: random.chance(15),
            process: random.below(2),
          }
        : null,
    run: (world, args) =>
      withWaitlist(world, args, async (target) => {
        const [variant] = numbered(world.waitlists, args.waitlist)?.product.variants ?? [];
        await updateWaitlist(world.processAt(Number(args.process)).deps, target, {
          // Only raised: shoppers above a lower limit keep their units, and the rule would report them.
          ...(args.unlimited === true && { limitPerCustomer: null }),
          variants: variant ? [{ variantId: variant.id, allocation: Number(args.units) }] : [],
        });
        return DONE;
      }),
  },
  'make a discount': {
    weight: 0.8,
    draw: (_world, random) => ({ percent: random.chance(60), uses: 1 + random.below(4), process: random.below(2) }),
    async run(world, args) {
      const { deps } = world.processAt(Number(args.process));
      const made = await createDiscount(deps, world.storeId, {
        code: `CODE${world.discounts.length + 1}`,
        ...(args.percent === true
          ? { kind: 'percent' as const, value: 1_250 }
          : { kind: 'amount' as const, value: 1_001 }),
        usesMax: Number(args.uses),
      });
      world.discounts.push(made);
      return DONE;
    },
  },
  'end a discount': {
    weight: 0.5,
    draw: (world, random) =>
      world.discounts.length > 0 ? { discount: anyNumber(random), process: random.below(2) } : null,
    async run(world, args) {
      const code = numbered(world.discounts, args.discount);
      if (code === undefined) return NOTHING;
      await endDiscount(world.processAt(Number(args.process)).deps, world.storeId, code);
      return DONE;
    },
  },
  'give a payment up': {
    weight: 1,
    draw: (_world, random) => ({ attempt: anyNumber(random), process: random.below(2) }),
    async run(world, args) {
      const attempt = numbered(await listLiveAttempts(world.sql, world.storeId), args.attempt);
      if (!attempt) return NOTHING;
      await abandonAttempt(world.processAt(Number(args.process)).deps, world.storeId, attempt.id);
      return DONE;
    },
  },
};

type Target = { storeId: string; waitlistId: string };

async function withWaitlist(world: World, args: Args, work: (target: Target) => Promise<string>): Promise<string> {
  const waitlist = numbered(world.waitlists, args.waitlist);
  return waitlist ? work({ storeId: world.storeId, waitlistId: waitlist.id }) : NOTHING;
}
