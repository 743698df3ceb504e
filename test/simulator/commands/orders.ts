import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import {
  type PayPreorderDeps,
  type PreorderPayment,
  payPreorder,
} from '../../../src/core/payments/commands/pay-preorder.ts';
import { advanceLines, type Stage } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { AppError } from '../../../src/domain/error.ts';
import type { Random } from '../../support/faults.ts';
import type { PlacedByShopper } from '../store-fixture.ts';
import type { World } from '../world.ts';
import { type Args, type Commands, DONE, drawPreorder, NOTHING, numbered, withPreorder } from './command.ts';
import { drawCard, tokenOf } from './shopping.ts';

const STAGES: readonly Stage[] = ['released', 'fulfilled', 'returned'];

/** Picks one line item or all. */
function linesOf({ lineIds }: PlacedByShopper, { line }: Args): readonly string[] | null {
  const id = Number(line) < 0 ? undefined : numbered(lineIds, line);
  return id === undefined ? null : [id];
}

/** Pays the present amount due, like a shopper who agrees to the amount on the page. */
export async function payAnyAmount(deps: PayPreorderDeps, request: Omit<PreorderPayment, 'amount'>): Promise<string> {
  try {
    return (await payPreorder(deps, { ...request, amount: 0 })).kind;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payment_changed') throw error;
    const { amount } = error.info.data as { amount: number };
    return (await payPreorder(deps, { ...request, amount })).kind;
  }
}

function drawPreorderAndCard(world: World, random: Random): Args | null {
  const args = drawPreorder(world, random);
  return args && { ...args, card: drawCard(random) };
}

/** Actions of shoppers and merchant on pre-orders. */
export const orders: Commands = {
  'cancel line items': {
    weight: 6,
    draw(world, random) {
      const args = drawPreorder(world, random);
      return args && { ...args, line: random.chance(65) ? random.below(3) : -1, byMerchant: random.chance(30) };
    },
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, preorder, key }) => {
        const reason = args.byMerchant === true ? 'merchant' : 'shopper';
        const { lineIds } = await cancelLines(deps, { ...key, lineIds: linesOf(preorder, args), reason });
        for (const id of lineIds) preorder.cancelled.add(id);
        return lineIds.length > 0 ? DONE : 'nothing to cancel';
      }),
  },
  'move line items on': {
    weight: 5,
    draw(world, random) {
      const args = drawPreorder(world, random);
      return args && { ...args, line: random.chance(50) ? random.below(3) : -1, stage: random.below(STAGES.length) };
    },
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, preorder, key }) => {
        const to = numbered(STAGES, args.stage) ?? 'released';
        const moved = await advanceLines(deps, { ...key, lineIds: linesOf(preorder, args), to });
        if (moved.some((id) => preorder.cancelled.has(id)))
          throw new AppError('internal_error', 'a cancelled line moved on');
        return moved.length > 0 ? `${DONE}: ${to}` : 'nothing moved';
      }),
  },
  'pay what is owed': {
    weight: 5,
    draw: drawPreorderAndCard,
    run: (world, args) =>
      withPreorder(world, args, ({ deps, key }) =>
        payAnyAmount(deps, { ...key, token: tokenOf(args.card), purpose: 'balance' }),
      ),
  },
  'give another card': {
    weight: 2,
    draw: drawPreorderAndCard,
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, key }) => {
        const paid = await payPreorder(deps, { ...key, token: tokenOf(args.card), purpose: 'card', amount: 0 });
        return paid.kind;
      }),
  },
  'give a part back': {
    weight: 2,
    draw(world, random) {
      const args = drawPreorder(world, random);
      return args && { ...args, line: random.below(3), amount: 1 + random.below(3_000) };
    },
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, preorder, key }) => {
        const lineId = numbered(preorder.lineIds, args.line);
        if (lineId === undefined) return NOTHING;
        await giveBack(deps, { ...key, lineId, amount: Number(args.amount), reason: 'A scratch.' });
        return DONE;
      }),
  },
};
