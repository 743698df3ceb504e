import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeOrder } from '../../../../test/support/commerce-contract.ts';
import { seedProduct } from '../../../../test/support/platform-contract/under-test.ts';
import { openWooCommerce } from '../../../../test/support/woocommerce/open.ts';
import { orderOf, updateOrder, view } from '../../../../test/support/woocommerce/orders.ts';
import { quote, quoteLines } from '../../../domain/checkout.ts';
import { PAY_NOW } from '../../../domain/payment-plan.ts';
import { ordersOnPlatform } from '../orders-on-platform.ts';
import type { StoreOrder, StoreOrderLine } from '../port.ts';

let opened: Awaited<ReturnType<typeof openWooCommerce>>;
beforeAll(async () => {
  opened = await openWooCommerce('EUR');
});
afterAll(() => opened.close());

async function newOrder(): Promise<StoreOrder> {
  const { id, variantIds } = await opened.hand.add(seedProduct());
  const order = storeOrder();
  const lines = order.lines.map((line) => ({ ...line, productId: id, variantId: variantIds[0] ?? '' }));
  return { ...order, reference: `PO-${order.id.slice(0, 8)}`, lines };
}

const put = (order: StoreOrder) => ordersOnPlatform(opened.platform).put(order);
const inShop = (ref: string) => orderOf(opened.shop, Number(ref));

test('an order takes nothing from the shelf, also without our plugin', async () => {
  const order = await newOrder();
  const variantId = order.lines[0]?.variantId ?? '';
  const before = await opened.platform.stock([variantId]);
  await put({ ...order, unpaid: true, lines: order.lines.map((line) => ({ ...line, held: true })) });
  await put(order);
  expect(await opened.platform.stock([variantId])).toEqual(before);
});

/** An order with the amounts of our own quote, for random prices. */
async function quotedOrder(pricesIncludeTax: boolean, taxMillionths: number): Promise<StoreOrder> {
  const order = await newOrder();
  const whole = { unitPrice: randomInt(1, 30_000), quantity: randomInt(1, 6), shipping: randomInt(0, 2_000) };
  const terms = { ...whole, discount: randomInt(0, whole.unitPrice), taxMillionths, pricesIncludeTax, plan: PAY_NOW };
  const shares = quoteLines(quote(terms), terms);
  const lines = shares.map((share) => ({ ...(order.lines[0] as StoreOrderLine), id: randomUUID(), ...share }));
  return { ...order, lines, taxRate: taxMillionths };
}

test.each([
  ['with', true],
  ['without', false],
] as const)('prices %s tax need no fee where the store taxes as we do', async (_, included) => {
  Object.assign(opened.shop, { pricesIncludeTax: included, roundsTaxOnce: !included });
  for (const rate of [19, 7, 14.975, 25]) {
    opened.shop.taxRate = rate;
    for (let times = 0; times < 25; times += 1) {
      const order = await quotedOrder(included, Math.round(rate * 10_000));
      const { ref } = await put(order);
      const total = order.lines.reduce((sum, line) => sum + line.total, 0);
      expect({ ...inShop(ref), lines: order.lines, rate }).toMatchObject({ fee_lines: [] });
      expect(view(opened.shop, inShop(ref)).total).toBe((total / 100).toFixed(2));
    }
  }
  Object.assign(opened.shop, { taxRate: null, pricesIncludeTax: true, roundsTaxOnce: false });
});

test('where the store rounds the tax of each line, a fee of some cents gives the agreed total', async () => {
  Object.assign(opened.shop, { taxRate: 19, pricesIncludeTax: false });
  let fees = 0;
  for (let times = 0; times < 40; times += 1) {
    const order = await quotedOrder(false, 190_000);
    const kept = inShop((await put(order)).ref);
    expect(view(opened.shop, kept).total).toBe(
      (order.lines.reduce((sum, line) => sum + line.total, 0) / 100).toFixed(2),
    );
    fees += kept.fee_lines.length;
  }
  expect(fees).toBeGreaterThan(0);
  Object.assign(opened.shop, { taxRate: null, pricesIncludeTax: true });
});

test('a refund carries the tax of what it is for, to the cent', async () => {
  opened.shop.taxRate = 19;
  const order = await newOrder();
  const { ref } = await put(order);
  const [line] = order.lines;
  const amounts = [line?.total ?? 0, 1, 777];
  const refunds = amounts.map((amount, nth) => ({
    id: randomUUID(),
    amount,
    lineIds: nth === 0 && line ? [line.id] : [],
  }));
  await put({ ...order, refunds });
  const kept = inShop(ref).refunds as unknown as { line_items: { total: number; total_tax: number }[] }[];
  const sums = kept.map(({ line_items }) =>
    Math.round(line_items.reduce((sum, part) => sum - part.total - part.total_tax, 0) * 100),
  );
  expect(sums).toEqual(amounts);
  const [first] = kept;
  const tax = first?.line_items.reduce((sum, part) => sum - part.total_tax, 0) ?? 0;
  expect(Math.abs(tax - ((line?.total ?? 0) / 100) * (19 / 119))).toBeLessThan(0.02);
  opened.shop.taxRate = null;
});

test('a refund says no id of ours where shoppers read it, and is recorded once', async () => {
  const order = await newOrder();
  const { ref } = await put(order);
  const refund = { id: randomUUID(), amount: 500, lineIds: [] };
  for (let times = 0; times < 2; times += 1) await put({ ...order, refunds: [refund] });
  const { refunds } = inShop(ref);
  expect(refunds.map(({ reason }) => reason)).toEqual([`Pre-order refund ${refund.id.slice(0, 8).toUpperCase()}`]);
  expect(await opened.platform.orders.find(order)).toMatchObject({ refundIds: [refund.id] });
  // It broke off before the field was written.
  Object.assign(refunds[0] ?? {}, { meta_data: [] });
  await put({ ...order, refunds: [refund] });
  expect(inShop(ref).refunds).toHaveLength(1);
});

test('a refund that was recorded with our whole id as its reason is still known', async () => {
  const order = await newOrder();
  const { ref } = await put(order);
  const refund = { id: randomUUID(), amount: 500, lineIds: [] };
  inShop(ref).refunds.push({ id: 1, reason: `Pre-order refund ${refund.id}`, total: '-5.00' });
  await put({ ...order, refunds: [refund] });
  expect(inShop(ref).refunds).toHaveLength(1);
});

const parcel = (id: number, itemIds: number[], tracking: string) => ({
  id,
  status: 'fulfilled',
  date_updated: '2030-06-12T08:00:00Z',
  date_deleted: null,
  meta_data: [
    { id, key: '_items', value: itemIds.map((item_id) => ({ item_id, qty: 1 })) },
    { id, key: '_tracking_number', value: tracking },
    { id, key: '_shipment_provider', value: 'dhl' },
  ],
});

test('parcels of WooCommerce 11 are told with their tracking numbers, and the rest once the order is completed', async () => {
  const order = await newOrder();
  const { ref } = await put(order);
  const [one = 0, ...others] = inShop(ref).line_items.map(({ id }) => id);
  opened.shop.fulfillments = new Map([[Number(ref), [parcel(7, [one], 'JD1')]]]);
  updateOrder(opened.shop, Number(ref), { meta_data: [{ key: '_fulfillment_status', value: 'partially_fulfilled' }] });
  const [firstId, ...restIds] = order.lines.map(({ id }) => id);
  const told = await opened.platform.orders.fulfilments(ref);
  expect(told).toMatchObject([{ ref, lineIds: [firstId], carrier: 'dhl', trackingNumber: 'JD1' }]);
  updateOrder(opened.shop, Number(ref), { status: 'completed' });
  const whole = await opened.platform.orders.fulfilments(ref);
  expect(whole.map(({ lineIds }) => lineIds)).toEqual([[firstId], restIds]);
  opened.shop.fulfillments.get(Number(ref))?.push(parcel(8, others, 'JD2'));
  const refs = (await opened.platform.orders.fulfilments(ref)).map((one) => [one.ref, one.trackingNumber]);
  expect(refs).toEqual([
    [ref, 'JD1'],
    [`${ref}/8`, 'JD2'],
  ]);
  opened.shop.fulfillments = null; // the merchant switched them off
  expect(await opened.platform.orders.fulfilments(ref)).toMatchObject([{ ref, lineIds: [firstId, ...restIds] }]);
});

test('an order in the bin is not made a second time, before a person asks for that', async () => {
  const order = await newOrder();
  const { ref, name } = await put(order);
  inShop(ref).status = 'trash';
  const { put: putAgain } = ordersOnPlatform(opened.platform);
  const known = { ref, name };
  await expect(putAgain(order, { known })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('deleted'),
  });
  expect(await opened.hand.countOrders(order.reference)).toBe(1);
  inShop(ref).status = 'processing'; // it was restored
  expect(await putAgain(order, { known })).toMatchObject({ ref });
  opened.shop.orders.delete(Number(ref));
  await expect(putAgain(order, { known })).rejects.toMatchObject({ kind: 'refused' });
  const anew = await putAgain(order, { known, again: true });
  expect(anew.ref).not.toBe(ref);
  expect(await opened.hand.countOrders(order.reference)).toBe(1);
});
