import { changeAddress } from '../../../src/core/preorders/commands/change-address.ts';
import { type Swapped, type SwapRequest, swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { writeToStore } from '../../../src/core/preorders/commands/write-to-store.ts';
import { AppError } from '../../../src/domain/error.ts';
import type { Deps } from '../../../src/surfaces/deps.ts';
import type { TestVariant } from '../../support/merchant.ts';
import type { World } from '../world.ts';
import {
  type Args,
  type Commands,
  DONE,
  drawPreorder,
  NOTHING,
  numbered,
  preorderOf,
  shopperOf,
  withPreorder,
} from './command.ts';
import { payAnyAmount } from './orders.ts';
import { drawCard, tokenOf } from './shopping.ts';

/** Changes of pre-orders by shoppers. */
export const self: Commands = {
  'swap a variant': {
    weight: 6,
    draw(world, random) {
      const args = drawPreorder(world, random);
      return args && { ...args, line: random.below(3), dearer: random.chance(40), equals: random.below(3) };
    },
    async run(world, args) {
      const cheap = args.dearer === true ? await cheapOne(world, args) : undefined;
      const preorder = cheap?.preorder ?? preorderOf(world, args);
      const lineId = cheap?.lineId ?? (preorder && numbered(preorder.lineIds, args.line));
      const variant = lineId === undefined ? undefined : await otherVariant(world, lineId);
      if (!preorder || lineId === undefined || !variant) return NOTHING;
      // The total may have changed even if the answer is lost.
      preorder.total = null;
      const { deps } = world.processAt(Number(args.process));
      const alsoLineIds = (await equalLines(world, lineId)).slice(0, Number(args.equals ?? 0));
      const request = {
        storeId: world.storeId,
        preorderId: preorder.id,
        lineId,
        alsoLineIds,
        variantExternalId: variant.externalId,
      };
      const swapped = await swapAtAnyPrice(deps, request);
      if (swapped.kind === 'payment') preorder.swapId = swapped.swapId;
      return alsoLineIds.length > 0 ? `${swapped.kind} of ${1 + alsoLineIds.length}` : swapped.kind;
    },
  },
  'pay for a swap': {
    weight: 16, // frequent, because the swap expires soon
    draw(world, random) {
      const shopper = world.shoppers.find(({ preorders }) => preorders.some(({ swapId }) => swapId !== undefined));
      if (!shopper) return null;
      const preorder = shopper.preorders.findLastIndex(({ swapId }) => swapId !== undefined);
      return { shopper: shopper.number, preorder, card: drawCard(random), process: random.below(2) };
    },
    async run(world, args) {
      const preorder = preorderOf(world, args);
      if (!preorder?.swapId) return NOTHING;
      const { deps } = world.processAt(Number(args.process));
      const { swapId } = preorder;
      const request = { storeId: world.storeId, preorderId: preorder.id, token: tokenOf(args.card) };
      if (Number(args.card) === 0) delete preorder.swapId; // the shopper believes that it is paid
      return payAnyAmount(deps, { ...request, purpose: 'swap', swapId });
    },
  },
  'change the address': {
    weight: 2,
    draw(world, random) {
      const args = drawPreorder(world, random);
      return args && { ...args, house: random.below(100) };
    },
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, key }) => {
        const { mark, address } = shopperOf(world, args);
        await changeAddress(deps, { ...key, address: { ...address, line1: `Elderberry Lane ${args.house} ${mark}` } });
        return DONE;
      }),
  },
  'write to the store': {
    weight: 1,
    draw: drawPreorder,
    run: (world, args) =>
      withPreorder(world, args, async ({ deps, key }) => {
        await writeToStore(deps, { ...key, words: `This is ${shopperOf(world, args).mark}. When does it come?` });
        return DONE;
      }),
  },
};

/** Finds the first other variant of the line item's product. */
async function otherVariant({ sql, storeId, products }: World, lineId: string): Promise<TestVariant | undefined> {
  const [line] = await sql.query<{ variantId: string }>(
    'SELECT variant_id AS "variantId" FROM preorder_line WHERE store_id = $1 AND id = $2',
    [storeId, lineId],
  );
  const product = products.find(({ variants }) => variants.some(({ id }) => id === line?.variantId));
  return product?.variants.find(({ id }) => id !== line?.variantId);
}

/** Lists the other line items of the pre-order that the status page shows together with this one. */
async function equalLines({ sql, storeId }: World, lineId: string): Promise<string[]> {
  const lines = await sql.query<{ id: string }>(
    `SELECT o.id FROM preorder_line l JOIN preorder_line o ON o.store_id = l.store_id AND o.preorder_id = l.preorder_id
     WHERE l.store_id = $1 AND l.id = $2 AND o.id <> l.id AND o.variant_id = l.variant_id AND o.unit_price = l.unit_price
       AND o.state = l.state
     ORDER BY o.position`,
    [storeId, lineId],
  );
  return lines.map(({ id }) => id);
}

/**
 * Finds a waiting line item with a dearer variant. Few are drawn by chance, but their payments can fail in special
 * ways.
 */
async function cheapOne({ sql, storeId, shoppers, products }: World, { line }: Args) {
  const waiting = await sql.query<{ lineId: string; preorderId: string }>(
    `SELECT l.id AS "lineId", l.preorder_id AS "preorderId" FROM preorder_line l
     JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id AND o.payment_plan <> 'pay_later'
     WHERE l.store_id = $1 AND l.state = 'placed' AND l.variant_id = ANY($2::uuid[])
     ORDER BY o.placed_at DESC, l.position`,
    [storeId, products.map(({ variants }) => variants.at(1)?.id ?? null)],
  );
  const chosen = numbered(waiting, line);
  const preorder = shoppers.flatMap(({ preorders }) => preorders).find(({ id }) => id === chosen?.preorderId);
  return chosen && preorder && { preorder, lineId: chosen.lineId };
}

/** Swaps at the present price, like a shopper who agrees to the shown difference. */
async function swapAtAnyPrice(deps: Deps, request: Omit<SwapRequest, 'now' | 'later'>): Promise<Swapped> {
  try {
    return await swapVariant(deps, { ...request, now: 0, later: 0 });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'swap_changed') throw error;
    const { now, later } = error.info.data as { now: number; later: number };
    return swapVariant(deps, { ...request, now, later });
  }
}
