import { randomUUID } from 'node:crypto';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { endWithdrawal } from '../../src/core/withdrawals/commands/end.ts';
import { type Received, receiveReturn } from '../../src/core/withdrawals/commands/end-return.ts';
import { acceptReturn } from '../../src/core/withdrawals/commands/open-return.ts';
import { trackReturn } from '../../src/core/withdrawals/commands/track-return.ts';
import { readWithdrawal } from '../../src/core/withdrawals/queries.ts';
import { buyFrom } from './buy.ts';
import { type Core, createOffer, type OfferOptions, shiftClock } from './core.ts';
import { declareAndFollow } from './declare.ts';

const DAY = 86_400;

export type Sent = {
  quantity?: number;
  sent?: number;
  plan?: OfferOptions['plan'];
  deliveredDaysAgo?: number;
  known?: boolean;
};

/** Somebody buys, the first line items are sent, and they withdraw by their own link. */
export async function soldAndSent(
  core: Core,
  { quantity = 2, sent = quantity, plan, deliveredDaysAgo, known = true }: Sent = {},
) {
  const email = `${randomUUID()}@shopper.example`;
  const offer = await createOffer(core, { allocation: 10, ...(plan && { plan }) });
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { quantity, email });
  const read = () => readPreorder(core.db, storeId, reference);
  const { id: preorderId, lines } = await read();
  const money = () => moveMoney(core, storeId, preorderId);
  const lineIds = lines.slice(0, sent).map(({ id }) => id);
  await advanceLines(core, { storeId, preorderId, lineIds, to: 'released' });
  await money();
  await advanceLines(core, { storeId, preorderId, lineIds, to: 'fulfilled' });
  if (deliveredDaysAgo !== undefined) {
    await core.db.query('UPDATE fulfilment SET delivered_at = app_now() WHERE preorder_id = $1', [preorderId]);
    await shiftClock(core.db, deliveredDaysAgo * DAY);
  }
  const declare = async (only: readonly string[] | null = null) => {
    const declaration = { name: 'Zoë', email, reference, postalCode: '', items: '' };
    const { id } = await declareAndFollow(core, {
      storeId,
      id: randomUUID(),
      locale: 'en',
      declaration,
      ...(known && { known: { preorderId, lineIds: only } }),
    });
    const key = { storeId, id };
    return {
      id,
      withdrawal: () => readWithdrawal(core.db, storeId, id),
      track: (returnId?: string) =>
        core.db.transaction((tx) => trackReturn(tx, { ...key, returnId }, { carrier: 'dhl', number: 'JD 1' })),
      receive: ({
        returnId,
        lines = null,
        reduced = null,
      }: Partial<Received> & { returnId?: string | undefined } = {}) =>
        core.db.transaction((tx) => receiveReturn(tx, { ...key, returnId }, { lines, reduced })),
      accept: () => core.db.transaction((tx) => acceptReturn(tx, key, null)),
      end: (state: 'settled' | 'undone' | 'refused') =>
        core.db.transaction((tx) => endWithdrawal(tx, key, { state, answer: 'As agreed.' })),
    };
  };
  /** Hands the second line item over to the store's system, which may send it. */
  const handOver = async () => {
    await advanceLines(core, { storeId, preorderId, lineIds: [lines[1]?.id ?? ''], to: 'released' });
    await money();
    await core.db.query(
      `WITH made AS (INSERT INTO store_order (store_id, id, preorder_id, number, state, handed_at, external_ref)
         VALUES ($1, $2, $3, 1, 'handed_over', app_now(), 'A-1'))
       INSERT INTO store_order_line (store_id, order_id, line_id, variant_id, total)
       SELECT $1, $2, id, variant_id, total FROM preorder_line WHERE preorder_id = $3 AND position = 1`,
      [storeId, randomUUID(), preorderId],
    );
  };
  return { storeId, preorderId, reference, email, lines, read, money, handOver, declare };
}
