import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ordersOnPlatform } from '../../../src/integrations/commerce/orders-on-platform.ts';
import type { StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { storeOrder } from '../commerce-contract.ts';
import { WAY_FAULTS } from './faulty-way.ts';
import { type ContractOptions, type PlatformUnderTest, seedProduct, testIf } from './under-test.ts';

/** Returns an order of two units of a product that the platform has. */
export async function orderOn({ hand, currency }: PlatformUnderTest): Promise<StoreOrder> {
  const { id, variantIds } = await hand.add(seedProduct());
  const order = storeOrder();
  const reference = `PO-${randomUUID().slice(0, 4)}-${randomUUID().slice(9, 13)}-X`.toUpperCase();
  const known = { productId: id, variantId: variantIds[0] ?? '' };
  return { ...order, reference, currency, lines: order.lines.map((line) => ({ ...line, ...known })) };
}

const lineIdsOf = ({ lines }: StoreOrder) => lines.map(({ id }) => id);

export function orderContract(options: ContractOptions, open: () => Promise<PlatformUnderTest>): void {
  const { can, wholeOrders } = options;

  test('creates an order once, with what was agreed', async () => {
    const tested = await open();
    const { platform, hand } = tested;
    const order = await orderOn(tested);
    expect(await platform.orders.find(order)).toBeNull();
    const properties = { 'Engraving ✒️': 'für Ada', '<b>': '../../etc/passwd' };
    order.lines = order.lines.map((line) => ({ ...line, properties }));
    const created = await platform.orders.create(order);
    expect(created).toMatchObject({ paid: true, cancelledLineIds: [], heldLineIds: [], refundIds: [] });
    expect(created.name).not.toBe('');
    expect(await platform.orders.find(order)).toMatchObject({ ref: created.ref, name: created.name });
    expect(await hand.countOrders(order.reference)).toBe(1);
    expect(await hand.propertiesOf(created.ref, lineIdsOf(order)[0] ?? '')).toEqual(properties);
  });

  test.each(WAY_FAULTS)('never creates a second order after “%s”', async (fault) => {
    const tested = await open();
    const { way, hand } = tested;
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    way.plan(null, fault); // the question whether it exists, and its creation
    const first = await put(order).catch((error: unknown) => error);
    if (first instanceof Error) expect(first).toMatchObject({ name: 'CommerceError' });
    way.plan();
    const { ref } = await put(order);
    expect((await put(order)).ref).toBe(ref);
    expect(await hand.countOrders(order.reference)).toBe(1);
  });

  test('is handed over once by several callers, and keeps orders of one pre-order apart', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    const refs = await Promise.all([1, 2, 3].map(() => put(order)));
    expect(new Set(refs.map(({ ref }) => ref)).size).toBe(1);
    const second = {
      ...order,
      id: randomUUID(),
      number: 2,
      lines: order.lines.map((line) => ({ ...line, id: randomUUID() })),
    };
    expect((await put(second)).ref).not.toBe(refs[0]?.ref);
  });

  test('changes an address', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    await put(order);
    await put({ ...order, address: { ...order.address, line1: 'Torstraße 1', city: 'Potsdam' } });
    expect((await tested.platform.orders.find(order))?.address).toMatchObject({
      line1: 'Torstraße 1',
      city: 'Potsdam',
    });
  });

  testIf(can.cancel !== 'no')('cancels line items, and does not mind doing so twice', async () => {
    const tested = await open();
    const { orders } = tested.platform;
    const order = await orderOn(tested);
    const { ref } = await orders.create(order);
    const cancelled = can.cancel === 'lines' ? lineIdsOf(order).slice(0, 1) : lineIdsOf(order);
    for (let times = 0; times < 2; times += 1) await orders.cancelLines(ref, cancelled);
    expect((await orders.find(order))?.cancelledLineIds).toEqual(cancelled);
  });

  testIf(can.cancel !== 'no')('cancels what somebody withdrew from, and says so', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    await put(order);
    const lines = order.lines.map((line, nth) => (can.cancel === 'lines' && nth > 0 ? line : { ...line, asked: true }));
    const asked = lines.filter((line) => 'asked' in line).map(({ id }) => id);
    for (let times = 0; times < 2; times += 1) expect((await put({ ...order, lines })).cancelledLineIds).toEqual(asked);
    expect((await tested.platform.orders.find(order))?.cancelledLineIds).toEqual(asked);
  });

  testIf(can.cancel !== 'no' && can.fulfilments)(
    'does not cancel what was sent, and says that it did not',
    async () => {
      const tested = await open();
      const { platform, hand } = tested;
      const { put } = ordersOnPlatform(platform);
      const order = await orderOn(tested);
      const { ref } = await put(order);
      const sentIds = wholeOrders || can.cancel === 'order' ? lineIdsOf(order) : lineIdsOf(order).slice(0, 1);
      await hand.fulfil(ref, sentIds, { carrier: 'DHL', trackingNumber: '1', trackingUrl: '' });
      const lines = order.lines.map((line) => (sentIds.includes(line.id) ? { ...line, asked: true } : line));
      expect((await put({ ...order, lines })).cancelledLineIds).toEqual([]);
      expect((await platform.orders.find(order))?.cancelledLineIds).toEqual([]);
    },
  );

  testIf(can.cancel !== 'lines')('says what a person has to cancel', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    await put(order);
    const lines = order.lines.map((line, nth) => ({ ...line, cancelled: nth === 0 }));
    await expect(put({ ...order, lines })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('by hand'),
    });
  });

  testIf(can.unpaidOrders && can.hold !== 'no')('keeps an unpaid order from being sent, until it is paid', async () => {
    const tested = await open();
    const { platform } = tested;
    const { put } = ordersOnPlatform(platform);
    const order = await orderOn(tested);
    const waiting = { ...order, unpaid: true, lines: order.lines.map((line) => ({ ...line, held: true })) };
    await put(waiting);
    expect(await platform.orders.find(order)).toMatchObject({ paid: false });
    expect((await platform.orders.find(order))?.heldLineIds).toHaveLength(2);
    await put(order);
    expect(await platform.orders.find(order)).toMatchObject({ paid: true, heldLineIds: [] });
  });

  testIf(can.hold === 'lines')('lets one line item be sent while another one waits', async () => {
    const tested = await open();
    const order = await orderOn(tested);
    const { ref } = await tested.platform.orders.create(order);
    await tested.platform.orders.hold(ref, lineIdsOf(order).slice(1));
    expect((await tested.platform.orders.find(order))?.heldLineIds).toEqual(lineIdsOf(order).slice(1));
  });

  testIf(can.shipWindow)('shows when it is sent, and the other window after that has moved', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = { ...(await orderOn(tested)), shipWindow: { from: '2030-06-10', until: '2030-06-15' } };
    await put(order);
    expect((await tested.platform.orders.find(order))?.shipWindow).toEqual(order.shipWindow);
    const moved = { from: '2030-07-01', until: '2030-07-31' };
    await put({ ...order, shipWindow: moved });
    expect((await tested.platform.orders.find(order))?.shipWindow).toEqual(moved);
  });

  testIf(can.refunds)('records a refund once', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    const { ref } = await put(order);
    const refund = { id: randomUUID(), amount: 500, lineIds: lineIdsOf(order).slice(0, 1) };
    for (let times = 0; times < 2; times += 1) await put({ ...order, refunds: [refund] });
    expect((await tested.platform.orders.find(order))?.refundIds).toEqual([refund.id]);
    const { kept, owed = 0 } = await tested.hand.seen(ref);
    expect([kept, owed]).toEqual([order.lines.reduce((sum, { total }) => sum + total, 0) - refund.amount, 0]);
  });

  testIf(can.refunds && can.cancel !== 'no')('still knows that all was cancelled once all went back', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    await put(order);
    const lines = order.lines.map((line) => ({ ...line, cancelled: true, wasPaid: true }));
    const amount = order.lines.reduce((sum, { total }) => sum + total, 0);
    const refunds = [{ id: randomUUID(), amount, lineIds: lineIdsOf(order) }];
    await put({ ...order, lines });
    const { ref } = await put({ ...order, lines, refunds });
    const found = await tested.platform.orders.find(order);
    expect(found?.cancelledLineIds.toSorted()).toEqual(lineIdsOf(order).toSorted());
    expect(await tested.hand.seen(ref)).toMatchObject({ openIds: [], sentIds: [], kept: 0 });
  });

  testIf(can.refunds && can.fulfilments)('still tells what was sent once all went back', async () => {
    const tested = await open();
    const { platform, hand } = tested;
    const { put } = ordersOnPlatform(platform);
    const order = await orderOn(tested);
    const { ref } = await put(order);
    const ids = lineIdsOf(order);
    await hand.fulfil(ref, ids, { carrier: 'DHL', trackingNumber: '1', trackingUrl: '' });
    const amount = order.lines.reduce((sum, { total }) => sum + total, 0);
    const refunds = [{ id: randomUUID(), amount, lineIds: ids }];
    await put({ ...order, refunds });
    const lines = order.lines.map((line) => ({ ...line, asked: true }));
    expect((await put({ ...order, refunds, lines })).cancelledLineIds).toEqual([]);
    const [parcel] = await platform.orders.fulfilments(ref);
    expect(parcel?.lineIds.toSorted()).toEqual(ids.toSorted());
    expect((await hand.seen(ref)).kept).toBe(0);
  });

  testIf(can.refunds && can.cancel === 'lines')(
    'has what was kept, of a line item that was paid and cancelled before the platform heard of it',
    async () => {
      const tested = await open();
      const { put } = ordersOnPlatform(tested.platform);
      const before = async (told: (order: StoreOrder) => Promise<unknown>) => {
        const order = await orderOn(tested);
        await told(order);
        const lines = order.lines.map((line, nth) => ({
          ...line,
          ...(nth === 0 && { cancelled: true, wasPaid: true }),
        }));
        const [gone, ...kept] = lines;
        const cancelled = { ...order, lines };
        const refunds = [{ id: randomUUID(), amount: gone?.total ?? 0, lineIds: [gone?.id ?? ''] }];
        // Its refund may be done in between, or later.
        for (const now of [cancelled, { ...cancelled, refunds }, { ...cancelled, refunds }]) await put(now);
        const found = await tested.platform.orders.find(order);
        expect(found).toMatchObject({ paid: true, cancelledLineIds: [gone?.id], refundIds: [refunds[0]?.id] });
        const rest = kept.reduce((sum, { total }) => sum + total, 0);
        expect(await tested.hand.seen(found?.ref ?? '')).toMatchObject({
          openIds: kept.map(({ id }) => id),
          kept: rest,
        });
      };
      await before(async () => {});
      if (can.unpaidOrders) {
        await before((order) =>
          put({ ...order, unpaid: true, lines: order.lines.map((line) => ({ ...line, held: true })) }),
        );
      }
    },
  );

  testIf(can.fulfilments)('tells what was sent, and how it is followed', async () => {
    const tested = await open();
    const { platform, hand } = tested;
    const order = await orderOn(tested);
    const { ref } = await platform.orders.create(order);
    expect(await platform.orders.fulfilments(ref)).toEqual([]);
    const cursor = can.changes ? (await platform.changes(null)).cursor : null;
    const tracking = {
      carrier: 'DHL',
      trackingNumber: '00340434161094000000',
      trackingUrl: options.withoutTrackingLinks ? '' : 'https://dhl.example/0034',
    };
    const sentIds = wholeOrders ? lineIdsOf(order) : lineIdsOf(order).slice(0, 1);
    await hand.fulfil(ref, sentIds, tracking);
    const [sent, ...others] = await platform.orders.fulfilments(ref);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ ...tracking, lineIds: sentIds });
    expect(Date.parse(sent?.sentAt ?? '')).toBeGreaterThan(0);
    if (cursor !== null) expect((await platform.changes(cursor)).changes).toContainEqual({ what: 'order', ref });
  });
}
