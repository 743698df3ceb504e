import { correctTracking, markDelivered } from '../../../src/core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../src/core/preorders/commands/send.ts';
import { AppError } from '../../../src/domain/error.ts';
import type { Random } from '../../support/faults.ts';
import type { World } from '../world.ts';
import { type Args, type Commands, DONE, drawPreorder, numbered, withPreorder } from './command.ts';

const TRACKINGS = [
  {},
  { carrier: 'UPS', number: '1Z999AA10123456784' },
  { carrier: 'Bike', link: 'https://bike.example/7' },
] as const;

function drawParcel(world: World, random: Random): Args | null {
  const args = drawPreorder(world, random);
  return (
    args && { ...args, number: 1 + random.below(2), tracking: random.below(TRACKINGS.length), mail: random.chance(50) }
  );
}

/** What the merchant says of parcels. */
export const fulfilments: Commands = {
  'send a parcel': {
    weight: 3,
    draw(world, random) {
      const args = drawParcel(world, random);
      return args && { ...args, line: random.chance(50) ? random.below(3) : -1, key: random.below(4) };
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
        return sent.lineIds.length > 0 ? DONE : 'nothing left to send';
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
