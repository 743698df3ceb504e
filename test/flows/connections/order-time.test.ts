import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setOrderTime } from '../../../src/core/connections/commands/order-time.ts';
import { ordersByConnection } from '../../../src/core/connections/commands/store-orders.ts';
import type { OrdersAt } from '../../../src/core/connections/queries.ts';
import type { OutboxRow } from '../../../src/core/outbox/row.ts';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { followOrders } from '../../../src/core/releases/commands/follow.ts';
import { prepareOrders } from '../../../src/core/releases/commands/order.ts';
import { endWithdrawal } from '../../../src/core/withdrawals/commands/end.ts';
import { parseMoney } from '../../../src/domain/money.ts';
import type { PlanChange } from '../../../src/domain/payment-plan.ts';
import { CommerceError } from '../../../src/integrations/commerce/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom, placeFrom } from '../../support/buy.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import type { Core } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { LATER, moveDates } from '../../support/promises.ts';
import { preorderOf, releaseAll } from '../../support/release.ts';
import { createSizes, type Sizes } from '../../support/sizes.ts';

const own = await useConnectedStore();
const { db } = own;
const files = { name: 'files', put: async () => ({ ref: 'a file' }) };
const core: Core = { ...own.core, commerce: ordersByConnection(own.core, files) };

let seen = 0;

/** Runs the jobs that follow what was written since the last time, as the dispatcher and a worker do. */
async function follow(storeId: string): Promise<void> {
  const rows = await db.query<OutboxRow>(
    `SELECT id::integer AS id, store_id AS "storeId", topic, subject_id AS "subjectId", detail, created_at AS "createdAt"
     FROM outbox WHERE store_id = $1 AND id > $2 ORDER BY id`,
    [storeId, seen],
  );
  seen = Math.max(seen, ...rows.map(({ id }) => id));
  for (const job of await db.transaction((tx) => followOrders(tx, rows))) {
    const ids = job.topic === 'orders.due' ? job.detail.preorderIds : [job.subjectId];
    for (const preorderId of ids) await prepareOrders(core, { storeId, preorderId });
  }
}

async function openStore(at: OrdersAt, plan?: PlanChange): Promise<Sizes> {
  const offer = await createSizes(core, plan ? { plan } : {});
  own.storeId = offer.storeId;
  await own.connect();
  await setOrderTime(core, offer.storeId, at);
  return offer;
}

type OrderOnPlatform = {
  paid: boolean;
  ship_window: unknown;
  refunds: { amount: string }[];
  lines: { id: string; held: boolean; cancelled: boolean; variant_id: string; total: string }[];
};
const onPlatform = () => [...own.served.shop.orders.values()] as unknown as OrderOnPlatform[];

async function buy(offer: Sizes, quantity = 1) {
  const reference = await buyFrom(core, offer, { quantity });
  await follow(offer.storeId);
  const { id, lines } = await preorderOf(core, offer, reference);
  return { reference, id, lineIds: lines.map((line) => line.id) };
}

describe('an order that is created at placing', () => {
  test('waits unpaid and held, shows its ship window, and goes paid at its release', async () => {
    const offer = await openStore('placing', { plan: 'pay_later' });
    await buy(offer, 2);
    const window = { from: '2030-06-10', until: '2030-06-15' };
    expect(onPlatform()).toMatchObject([{ paid: false, ship_window: window, lines: [{ held: true }, { held: true }] }]);
    await moveDates({ core, offer }, LATER);
    await follow(offer.storeId);
    expect(onPlatform()).toMatchObject([{ ship_window: { from: LATER[0], until: LATER[1] } }]);
    await releaseAll(core, offer, 1);
    await follow(offer.storeId);
    expect(onPlatform()).toMatchObject([{ paid: false }]);
    await releaseAll(core, offer, 2);
    expect(onPlatform()).toMatchObject([{ paid: true, lines: [{ held: false }, { held: false }] }]);
    expect(onPlatform()).toHaveLength(1);
    await expectSoundBooks(db);
  });

  test('is cancelled there with its pre-order, and was never paid', async () => {
    const offer = await openStore('placing', { plan: 'pay_later' });
    const { id, lineIds } = await buy(offer, 2);
    await cancelLines(core, { storeId: offer.storeId, preorderId: id, lineIds, reason: 'shopper' });
    await follow(offer.storeId);
    expect(onPlatform()).toMatchObject([
      { paid: false, refunds: [], lines: [{ cancelled: true }, { cancelled: true }] },
    ]);
  });

  test('is held there while a withdrawal is declared, also after its release', async () => {
    const offer = await openStore('release', { plan: 'pay_later' });
    const { storeId } = offer;
    const { reference, id: preorderId } = await buy(offer, 2);
    await releaseAll(core, offer, 2);
    expect(onPlatform()).toMatchObject([{ paid: true, lines: [{ held: false }, { held: false }] }]);
    const { contact } = await preorderOf(core, offer, reference);
    const declaration = { name: 'Ada', email: contact?.email ?? '', reference, postalCode: '', items: '' };
    const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
    await prepareOrders(core, { storeId, preorderId });
    expect(onPlatform()).toMatchObject([{ paid: true, lines: [{ held: true }, { held: true }] }]);
    await db.transaction((tx) => endWithdrawal(tx, { storeId, id }, { state: 'undone' }));
    await prepareOrders(core, { storeId, preorderId });
    expect(onPlatform()).toMatchObject([{ paid: true, lines: [{ held: false }, { held: false }] }]);
  });

  test('is created once when its answer was lost', async () => {
    const offer = await openStore('placing');
    const put = core.commerce.put;
    let lost = 0;
    core.commerce.put = async (order) => {
      const answer = await put(order);
      if (lost++ === 0) throw new CommerceError('unreachable', 'the answer was lost');
      return answer;
    };
    const reference = await placeFrom(core, offer);
    await expect(follow(offer.storeId)).rejects.toThrow('lost');
    const { id } = await preorderOf(core, offer, reference);
    await prepareOrders(core, { storeId: offer.storeId, preorderId: id });
    core.commerce.put = put;
    expect(onPlatform()).toMatchObject([{ paid: false }]);
    await moveMoney(core, offer.storeId, id);
    await follow(offer.storeId);
    expect(onPlatform()).toMatchObject([{ paid: true, lines: [{ held: true }] }]);
  });

  test('gives way to another order for a line item that was swapped', async () => {
    const offer = await openStore('placing');
    const { id, lineIds } = await buy(offer);
    const { variantExternalId: variantId } = offer.sizes.small;
    const swap = {
      storeId: offer.storeId,
      preorderId: id,
      lineId: lineIds[0] ?? '',
      variantExternalId: variantId,
      now: 0,
      later: 0,
    };
    expect(await swapVariant(core, swap)).toEqual({ kind: 'done' });
    await follow(offer.storeId);
    expect(onPlatform()).toMatchObject([
      { lines: [{ cancelled: true }], refunds: [{ amount: expect.anything() }] },
      { paid: true, refunds: [], lines: [{ variant_id: variantId, cancelled: false, held: true }] },
    ]);
    await follow(offer.storeId);
    expect(onPlatform()).toHaveLength(2);
  });
});

describe('an order that is created at payment', () => {
  test('comes paid and held, and a refund is recorded', async () => {
    const offer = await openStore('payment');
    await placeFrom(core, offer);
    await follow(offer.storeId);
    expect(onPlatform()).toEqual([]);
    const { id, lineIds } = await buy(offer, 2);
    expect(onPlatform()).toMatchObject([{ paid: true, lines: [{ held: true }, { held: true }] }]);
    await cancelLines(core, {
      storeId: offer.storeId,
      preorderId: id,
      lineIds: lineIds.slice(0, 1),
      reason: 'merchant',
    });
    await moveMoney(core, offer.storeId, id);
    await follow(offer.storeId);
    const [order] = onPlatform();
    expect(order?.lines.map(({ cancelled }) => cancelled).sort()).toEqual([false, true]);
    expect(order?.refunds).toHaveLength(1);
  });
});

describe('money that went back before the platform heard of it', () => {
  const moneyOf = (order: OrderOnPlatform | undefined) => {
    const sum = (amounts: string[]) => amounts.reduce((whole, amount) => whole + parseMoney(amount, 'EUR'), 0);
    const paid = order?.paid ? sum(order.lines.map(({ total }) => total)) : 0;
    return paid - sum((order?.refunds ?? []).map(({ amount }) => amount));
  };
  const keptOf = async (preorderId: string) => {
    const [row] = await db.query<{ kept: number }>(
      `SELECT sum(amount)::integer AS kept FROM ledger_entry e JOIN preorder_line l ON l.store_id = e.store_id AND l.id = e.line_id
       WHERE l.preorder_id = $1 AND e.account = 'provider'`,
      [preorderId],
    );
    return row?.kept ?? 0;
  };

  test.each(['payment', 'release'] as const)('is recorded once: a part of a price, created at %s', async (at) => {
    const offer = await openStore(at);
    const reference = await buyFrom(core, offer, { quantity: 2 });
    const { id, lines } = await preorderOf(core, offer, reference);
    const given = { storeId: offer.storeId, preorderId: id, lineId: lines[0]?.id ?? '', amount: 500, reason: 'late' };
    await giveBack(core, given);
    await moveMoney(core, offer.storeId, id);
    await releaseAll(core, offer, 2);
    for (let times = 0; times < 2; times += 1) await prepareOrders(core, { storeId: offer.storeId, preorderId: id });
    const [order] = onPlatform();
    expect(order?.refunds).toHaveLength(1);
    expect(moneyOf(order)).toBe(await keptOf(id));
  });

  test('is recorded once: a line item that was paid and cancelled, of an order that waits there unpaid', async () => {
    const offer = await openStore('placing');
    const reference = await placeFrom(core, offer, { quantity: 2 });
    await follow(offer.storeId);
    expect(onPlatform()).toMatchObject([{ paid: false }]);
    const { id, lines } = await preorderOf(core, offer, reference);
    const cancelled = {
      storeId: offer.storeId,
      preorderId: id,
      lineIds: [lines[0]?.id ?? ''],
      reason: 'merchant' as const,
    };
    await moveMoney(core, offer.storeId, id);
    await cancelLines(core, cancelled);
    await prepareOrders(core, { storeId: offer.storeId, preorderId: id });
    await moveMoney(core, offer.storeId, id);
    for (let times = 0; times < 2; times += 1) await prepareOrders(core, { storeId: offer.storeId, preorderId: id });
    const [order] = onPlatform();
    expect(order).toMatchObject({ paid: true, refunds: [{ amount: expect.anything() }] });
    expect(moneyOf(order)).toBe(await keptOf(id));
  });
});

test('pre-orders from before the change wait for their release', async () => {
  const offer = await openStore('release');
  await buy(offer);
  await setOrderTime(core, offer.storeId, 'placing');
  await follow(offer.storeId);
  expect(onPlatform()).toEqual([]);
  await releaseAll(core, offer, 1);
  expect(onPlatform()).toMatchObject([{ paid: true, ship_window: null }]);
});

test('a platform that cannot keep an order waiting gets orders at release alone', async () => {
  const offer = await createSizes(core);
  own.storeId = offer.storeId;
  await expect(setOrderTime(core, offer.storeId, 'placing')).rejects.toMatchObject({ code: 'not_connected' });
  await own.connect({ cannot: 'hold' });
  const refused = { code: 'invalid_parameter' };
  await expect(setOrderTime(core, offer.storeId, 'payment')).rejects.toMatchObject(refused);
  await own.connect({ cannot: 'unpaid' });
  await expect(setOrderTime(core, offer.storeId, 'placing')).rejects.toMatchObject(refused);
  await setOrderTime(core, offer.storeId, 'payment');
});
