import { correctTracking, markDelivered } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { AppError } from '../../../src/domain/error.ts';
import type { Random } from '../../support/faults.ts';
import type { PlacedByShopper } from '../store-fixture.ts';
import type { World } from '../world.ts';
import { type Args, type Commands, DONE, drawPreorder, numbered, withPreorder } from './command.ts';

const TRACKINGS = [
  {},
  { carrier: 'UPS', number: '1Z999AA10123456784' },
  { carrier: 'Bike', link: 'https://bike.example/7' },
] as const;

/** Draws the arguments of an action on one of these pre-orders, at times on any other. */
function drawAmong(fits: (preorder: PlacedByShopper) => boolean, world: World, random: Random): Args | null {
  const fitting = world.shoppers.flatMap(({ preorders }, shopper) =>
    preorders.flatMap((placed, preorder) => (fits(placed) ? [{ shopper, preorder }] : [])),
  );
  if (fitting.length === 0 || random.chance(20)) return drawPreorder(world, random);
  return { ...random.pick(fitting), process: random.below(2) };
}

/** Draws mostly among the pre-orders whose order the store's own system has. */
function drawReady(world: World, random: Random): Args | null {
  const ordered = new Set([...world.outside.orders.values()].map(({ reference }) => reference));
  return drawAmong(({ reference }) => ordered.has(reference), world, random);
}

function drawParcel(world: World, random: Random): Args | null {
  const args = drawAmong(({ parcels }) => parcels > 0, world, random);
  return args && { ...args, number: 1 + random.below(2), ...drawTracking(random) };
}

const drawTracking = (random: Random): Args => ({
  tracking: random.below(TRACKINGS.length),
  mail: random.chance(50),
});

/** What the merchant says of parcels. */
export const fulfilments: Commands = {
  'send a parcel': {
    weight: 3,
    draw(world, random) {
      const args = drawReady(world, random);
      const line = random.chance(50) ? random.below(3) : -1;
      return args && { ...args, ...drawTracking(random), line, key: random.below(4) };
    },
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, preorder, key }) => {
        const id = Number(args.line) < 0 ? undefined : numbered(preorder.lineIds, args.line);
        const sent = await sendLines(deps, {
          ...key,
          lineIds: id === undefined ? null : [id],
          tracking: numbered(TRACKINGS, args.tracking) ?? {},
          key: Number(args.key) === 0 ? null : `parcel ${args.key}`, // few keys, so that some are repeated
        });
        if (sent.lineIds.some((line) => preorder.cancelled.has(line)))
          throw new AppError('internal_error', 'a cancelled line item was sent');
        if (sent.lineIds.length === 0) return 'nothing left to send';
        preorder.parcels += 1;
        return DONE;
      }),
  },
  'correct a tracking': {
    weight: 2,
    draw: drawParcel,
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, key }) => {
        const tracking = { ...numbered(TRACKINGS, args.tracking), mail: args.mail === true };
        return (await correctTracking(deps, { ...key, number: Number(args.number) }, tracking)) ? DONE : 'the same';
      }),
  },
  'deliver a parcel': {
    weight: 2,
    draw: drawParcel,
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, key }) =>
        (await markDelivered(deps, { ...key, number: Number(args.number) })) ? DONE : 'known',
      ),
  },
};
