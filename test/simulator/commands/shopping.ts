import { randomUUID } from 'node:crypto';
import { endCheckout } from '../../../src/core/checkouts/commands/end.ts';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { type Settled, settle } from '../../../src/core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../../src/core/payments/queries.ts';
import { AppError } from '../../../src/domain/error.ts';
import type { CheckoutRequest } from '../../../src/protocol/schema/frame-api.ts';
import { TEST_CARDS, type TestCardBehaviour, testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import type { Random } from '../../support/faults.ts';
import type { OpenCheckout, Shopper } from '../store-fixture.ts';
import type { World } from '../world.ts';
import { type Args, type Commands, DONE, drawShopper, NOTHING, numbered, shopperOf } from './command.ts';

/** Picks a card, the good one half of the time, because other acts need placed pre-orders. */
export function drawCard(random: Random): number {
  if (random.chance(15)) return random.below(TEST_CARDS.length);
  const wanted = random.pick(OFTEN);
  return TEST_CARDS.findIndex(({ behaviour }) => behaviour === wanted);
}

const OFTEN: readonly TestCardBehaviour[] = [
  ...(['succeeds', 'succeeds', 'succeeds'] as const),
  ...(['second_step', 'charge_declined', 'charge_second_step'] as const),
];

export const tokenOf = (card: unknown): string => testCardToken(numbered(TEST_CARDS, card)?.number ?? '');

const isAway = ({ checkout }: Shopper) => checkout === null;
const isShopping = ({ checkout }: Shopper) => checkout !== null;

/** Returns the request of the Shipping step for that many units of that variant. */
function wishOf(world: World, shopper: Shopper, { variant, quantity, discount }: Args): CheckoutRequest {
  const variants = world.products.flatMap((product) => product.variants);
  return {
    key: world.storeKey,
    variantId: numbered(variants, variant)?.externalId ?? '',
    quantity: Number(quantity),
    email: shopper.email,
    address: shopper.address,
    locale: 'en',
    lineItemProperties: null,
    discountCode: numbered(world.discounts, discount) ?? null,
  };
}

const drawWish = (random: Random): Args => ({
  variant: random.below(3),
  quantity: 1 + random.below(3),
  ...(random.chance(25) && { discount: random.below(5) }),
});

const clientOf = ({ number }: Shopper): string => `192.0.2.${number}`;

export const shopping: Commands = {
  reserve: {
    weight: 14,
    draw(world, random) {
      if (!world.waitlists.length) return null;
      const shopper = drawShopper(world, random, isAway);
      return shopper === null ? null : { shopper, ...drawWish(random), process: random.below(2) };
    },
    async run(world, args) {
      const shopper = shopperOf(world, args);
      const body = wishOf(world, shopper, args);
      const asked: OpenCheckout = { id: '', key: randomUUID(), body: JSON.stringify(body), payment: null };
      shopper.asked = asked;
      return reserve(world, { shopper, asked, process: args.process });
    },
  },
  'buy at once': {
    weight: 12,
    draw(world, random) {
      if (!world.waitlists.length) return null;
      const shopper = drawShopper(world, random, isAway);
      return shopper === null
        ? null
        : { shopper, ...drawWish(random), card: drawCard(random), process: random.below(2) };
    },
    async run(world, args) {
      const shopper = shopperOf(world, args);
      const asked: OpenCheckout = {
        id: '',
        key: randomUUID(),
        body: JSON.stringify(wishOf(world, shopper, args)),
        payment: { key: randomUUID(), token: tokenOf(args.card) },
      };
      shopper.asked = asked;
      await reserve(world, { shopper, asked, process: args.process });
      return withCheckout(world, args, (_, checkout) => payWith(world, { shopper, checkout, process: args.process }));
    },
  },
  'reserve again': {
    weight: 3,
    draw(world, random) {
      const shopper = drawShopper(world, random, ({ asked }) => asked !== null);
      return shopper === null ? null : { shopper, process: random.below(2) };
    },
    async run(world, args) {
      const shopper = shopperOf(world, args);
      if (shopper.asked === null) return NOTHING;
      return reserve(world, { shopper, asked: shopper.asked, process: args.process });
    },
  },
  'change the checkout': {
    weight: 3,
    draw(world, random) {
      const shopper = drawShopper(world, random, isShopping);
      return shopper === null ? null : { shopper, ...drawWish(random), process: random.below(2) };
    },
    run: (world, args) =>
      withCheckout(world, args, async (shopper, { id }) => {
        const target = { storeId: world.storeId, checkoutId: id, clientAddress: clientOf(shopper) };
        await changeCheckout(world.processAt(Number(args.process)).deps, wishOf(world, shopper, args), target);
        return DONE;
      }),
  },
  pay: {
    weight: 18,
    draw(world, random) {
      const shopper = drawShopper(world, random, isShopping);
      return shopper === null ? null : { shopper, card: drawCard(random), process: random.below(2) };
    },
    run: (world, args) =>
      withCheckout(world, args, (shopper, checkout) => {
        checkout.payment = { key: randomUUID(), token: tokenOf(args.card) };
        return payWith(world, { shopper, checkout, process: args.process });
      }),
  },
  'pay again': {
    weight: 3,
    draw(world, random) {
      const shopper = drawShopper(world, random, ({ checkout }) => (checkout?.payment ?? null) !== null);
      return shopper === null ? null : { shopper, process: random.below(2) };
    },
    run: (world, args) =>
      withCheckout(world, args, (shopper, checkout) => payWith(world, { shopper, checkout, process: args.process })),
  },
  'answer the bank': {
    weight: 5,
    draw(world, random) {
      const shopper = drawShopper(world, random, ({ checkout }) => (checkout?.payment ?? null) !== null);
      return shopper === null ? null : { shopper, approve: random.chance(75), process: random.below(2) };
    },
    run: (world, args) =>
      withCheckout(world, args, async (shopper, { id }) => {
        const { deps } = world.processAt(Number(args.process));
        const attempt = await readLatestAttempt(world.sql, world.storeId, id);
        if (!attempt) return NOTHING;
        const before = await settle(deps, { storeId: world.storeId, attemptId: attempt.id });
        if (before.kind !== 'requires_action') return NOTHING;
        await deps.testProvider.answerChallenge(before.ref, before.clientSecret, args.approve === true);
        return noteSettled(world, shopper, await settle(deps, { storeId: world.storeId, attemptId: attempt.id }));
      }),
  },
  'ask how it stands': {
    weight: 5,
    draw(world, random) {
      const shopper = drawShopper(world, random, isShopping);
      return shopper === null ? null : { shopper, process: random.below(2) };
    },
    run: (world, args) =>
      withCheckout(world, args, async (shopper, { id }) => {
        const attempt = await readLatestAttempt(world.sql, world.storeId, id);
        if (!attempt) return NOTHING;
        const { deps } = world.processAt(Number(args.process));
        return noteSettled(world, shopper, await settle(deps, { storeId: world.storeId, attemptId: attempt.id }));
      }),
  },
  'give the checkout up': {
    weight: 2,
    draw(world, random) {
      const shopper = drawShopper(world, random, isShopping);
      return shopper === null ? null : { shopper, process: random.below(2) };
    },
    run: (world, args) =>
      withCheckout(world, args, async (shopper, { id }) => {
        const target = { storeId: world.storeId, checkoutId: id };
        const end = await endCheckout(world.processAt(Number(args.process)).deps, target, 'abandoned');
        if (end !== 'pending') await leave(world, shopper);
        return end;
      }),
  },
  'close the page': {
    weight: 2,
    draw(world, random) {
      const shopper = drawShopper(world, random, isShopping);
      return shopper === null ? null : { shopper };
    },
    run: (world, args) =>
      withCheckout(world, args, async (shopper) => {
        await leave(world, shopper);
        shopper.asked = null;
        return DONE;
      }),
  },
};

type Reserving = { shopper: Shopper; asked: OpenCheckout; process: unknown };

async function reserve(world: World, { shopper, asked, process }: Reserving): Promise<string> {
  const client = { clientAddress: clientOf(shopper), idempotencyKey: asked.key };
  const id = await makeCheckout(world.processAt(Number(process)).deps, JSON.parse(asked.body), client);
  shopper.checkout ??= { ...asked, id };
  return DONE;
}

/** Runs an action on the shopper's open checkout, or does nothing without one. */
async function withCheckout(
  world: World,
  args: Args,
  work: (shopper: Shopper, checkout: OpenCheckout) => Promise<string>,
): Promise<string> {
  const shopper = shopperOf(world, args);
  if (shopper.checkout === null) return NOTHING;
  try {
    return await work(shopper, shopper.checkout);
  } catch (error) {
    const isOver = error instanceof AppError && ['checkout_not_held', 'checkout_completed'].includes(error.code);
    if (isOver) await leave(world, shopper);
    throw error;
  }
}

async function payWith(
  world: World,
  { shopper, checkout, process }: { shopper: Shopper; checkout: OpenCheckout; process: unknown },
): Promise<string> {
  if (checkout.payment === null) return NOTHING;
  const { deps } = world.processAt(Number(process));
  const { total, dueNow } = await viewCheckout(deps, checkout.id);
  const { key, token } = checkout.payment;
  const idempotency = { key, bodyHash: token };
  const { storeId } = world;
  const settled = await pay(deps, {
    storeId,
    checkoutId: checkout.id,
    token,
    total,
    dueNow,
    marketingConsent: false,
    idempotency,
  });
  return noteSettled(world, shopper, settled);
}

async function noteSettled(world: World, shopper: Shopper, settled: Settled): Promise<string> {
  if (settled.kind === 'completed') await leave(world, shopper);
  return settled.kind;
}

/** Reads the confirmation again and records it as told to the shopper. */
async function leave(world: World, shopper: Shopper): Promise<void> {
  const { checkout } = shopper;
  shopper.checkout = null;
  if (checkout === null) return;
  const { preorder, id } = await viewCheckout({ db: world.db, secrets: world.processAt(0).deps.secrets }, checkout.id);
  if (preorder === null) return;
  const [row] = await world.sql.query<{ id: string }>(
    'SELECT id FROM preorder WHERE store_id = $1 AND checkout_id = $2',
    [world.storeId, id],
  );
  if (row === undefined || world.confirmed.some((known) => known.id === row.id)) return; // confirmed before, in another tab
  const placed = {
    id: row.id,
    reference: preorder.reference,
    total: preorder.total,
    ships: preorder.ships,
    lineIds: preorder.lineItems.map((line) => line.id),
    cancelled: new Set<string>(),
    parcels: 0,
  };
  shopper.preorders.push(placed);
  world.confirmed.push(placed);
}
