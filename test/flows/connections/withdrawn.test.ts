import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { setOrderTime } from '../../../src/core/connections/commands/order-time.ts';
import { ordersByConnection } from '../../../src/core/connections/commands/store-orders.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { prepareOrders } from '../../../src/core/releases/commands/order.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { followWithdrawals } from '../../../src/core/withdrawals/commands/follow.ts';
import { readWithdrawal } from '../../../src/core/withdrawals/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import type { Core } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { preorderOf, releaseAll } from '../../support/release.ts';
import { createSizes } from '../../support/sizes.ts';

const own = await useConnectedStore();
const { db } = own;
const files = { name: 'files', put: async () => ({ ref: 'a file' }) };
const core: Core = { ...own.core, commerce: ordersByConnection(own.core, files) };

/** A released pre-order of two line items whose order the platform has, if there is one; its customer then withdraws. */
async function handedOver(cannot?: string) {
  const offer = await createSizes(core, {});
  const { storeId } = offer;
  own.storeId = storeId;
  if (cannot !== 'platform') {
    await own.connect(cannot === undefined ? {} : { cannot });
    await setOrderTime(core, storeId, 'release');
  }
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const { id: preorderId, lines, contact } = await preorderOf(core, offer, reference);
  await releaseAll(core, offer, 2);
  await moveMoney(core, storeId, preorderId);
  await prepareOrders(core, { storeId, preorderId });
  const read = () => preorderOf(core, offer, reference);
  return {
    storeId,
    lineIds: lines.map(({ id }) => id),
    read,
    orders: () => prepareOrders(core, { storeId, preorderId }),
    money: () => moveMoney(core, storeId, preorderId),
    async withdraw(lineIds: string[] | null = null) {
      const declaration = { name: 'Ada', email: contact?.email ?? '', reference, postalCode: '', items: '' };
      const known = { preorderId, lineIds };
      const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration, known });
      return () => readWithdrawal(db, storeId, id);
    },
  };
}

type OnPlatform = { lines: { id: string; held: boolean; cancelled: boolean }[] };
const onPlatform = () => [...own.served.shop.orders.values()] as unknown as OnPlatform[];
const statesOf = ({ lines }: { lines: { state: string }[] }) => lines.map(({ state }) => state);

test('what was handed over is cancelled once the platform has cancelled it, with everything back', async () => {
  const { read, orders, money, withdraw } = await handedOver();
  const withdrawal = await withdraw();
  expect(statesOf(await read())).toEqual(['released', 'released']);
  expect(await withdrawal()).toMatchObject({ state: 'declared', actedAt: expect.any(Date) });
  await orders();
  expect(onPlatform()).toMatchObject([{ lines: [{ cancelled: true }, { cancelled: true }] }]);
  expect(statesOf(await read())).toEqual(['cancelled', 'cancelled']);
  await money();
  expect((await read()).lines.every(({ paid, refunded }) => paid > 0 && paid === refunded)).toBe(true);
  expect((await withdrawal()).state).toBe('settled');
  await expectSoundBooks(db);
});

test('what the platform has sent is not cancelled, and comes back by a return', async () => {
  const { read, orders, money, withdraw, lineIds } = await handedOver();
  const [ref = ''] = own.served.shop.orders.keys();
  const tracking = { carrier: 'DHL', trackingNumber: '1', trackingUrl: '' };
  await own.hand.fulfil(ref, lineIds.slice(0, 1), tracking);
  const withdrawal = await withdraw();
  await orders();
  expect(statesOf(await read())).toEqual(['released', 'cancelled']);
  await own.ask();
  await followWithdrawals(core);
  expect(statesOf(await read())).toEqual(['fulfilled', 'cancelled']);
  expect(await withdrawal()).toMatchObject({ state: 'declared', returns: [{ state: 'open', lines: [{ number: 1 }] }] });
  await money();
});

test('a platform that cannot cancel holds it, and an alert asks a person', async () => {
  const { read, orders, withdraw } = await handedOver('cancel');
  const withdrawal = await withdraw();
  await orders().catch(() => undefined);
  expect(onPlatform()).toMatchObject([
    {
      lines: [
        { held: true, cancelled: false },
        { held: true, cancelled: false },
      ],
    },
  ]);
  expect(statesOf(await read())).toEqual(['released', 'released']);
  expect(await own.alerts()).toContainEqual({
    code: 'store_order_refused',
    message: expect.stringContaining('by hand in order #1001, and here. Once'),
  });
  expect((await withdrawal()).state).toBe('declared');
});

test('where the platform cannot hold the rest, what it has cancelled is cancelled here all the same', async () => {
  const { read, orders, money, withdraw, lineIds } = await handedOver('hold');
  const withdrawal = await withdraw(lineIds.slice(0, 1));
  await orders();
  expect(onPlatform()).toMatchObject([{ lines: [{ cancelled: true }, { cancelled: false }] }]);
  expect(statesOf(await read())).toEqual(['cancelled', 'released']);
  expect((await withdrawal()).state).toBe('settled');
  // Nothing waits any longer, so no alert says that the order had to be held.
  const refused = "SELECT message FROM alert WHERE store_id = $1 AND code = 'store_order_refused'";
  expect(await db.query(refused, [own.storeId])).toEqual([]);
  await orders();
  await money();
  const { lines } = await read();
  expect(lines.map(({ paid, refunded }) => paid - refunded)).toEqual([0, lines[1]?.paid]);
  await expectSoundBooks(db);
});

test('workers that hand an order over at once tell each version once, and none that is over', async () => {
  const { orders, money, withdraw, lineIds } = await handedOver();
  await withdraw(lineIds.slice(0, 1));
  await Promise.all([orders(), orders(), orders()]);
  await money();
  await Promise.all([orders(), orders(), orders()]);
  const told = await db.query<{ cancelled: boolean[] }>(
    `SELECT ARRAY(SELECT (l->>'cancelled')::boolean FROM jsonb_array_elements(detail->'lines') l) AS cancelled
     FROM outbox WHERE store_id = $1 AND topic = 'order.moved' ORDER BY id`,
    [own.storeId],
  );
  // Released, cancelled, and its refund.
  expect(told.map(({ cancelled }) => cancelled)).toEqual([
    [false, false],
    [true, false],
    [true, false],
  ]);
});

test('files cannot answer, so a person says what was sent', async () => {
  const { read, orders, withdraw } = await handedOver('platform');
  const withdrawal = await withdraw();
  await actOnWithdrawals(core);
  await orders();
  expect(statesOf(await read())).toEqual(['released', 'released']);
  expect((await withdrawal()).state).toBe('declared');
});
