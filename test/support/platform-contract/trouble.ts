import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ordersOnPlatform } from '../../../src/integrations/commerce/orders-on-platform.ts';
import { CommerceError, type CommercePlatform, type PlatformProduct } from '../../../src/integrations/commerce/port.ts';
import type { WayFault } from './faulty-way.ts';
import { orderOn } from './orders.ts';
import { type ContractOptions, type PlatformUnderTest, seedProduct, testIf } from './under-test.ts';

const TRACKING = { carrier: 'DHL', trackingNumber: '1', trackingUrl: '' };
const AWAY: WayFault[] = Array.from({ length: 60 }, (_, nth) => (nth % 2 === 0 ? 'broken' : 'throttled'));
const HOUR_MS = 3_600_000;

/** What happens to every platform in a year of selling. */
export function troubleContract(options: ContractOptions, open: () => Promise<PlatformUnderTest>): void {
  const { can } = options;

  test('tells without a webhook what changed, what there is, and what was sent', async () => {
    const tested = await open();
    const { platform, hand } = tested;
    const order = await orderOn(tested);
    const { ref } = await ordersOnPlatform(platform).put(order);
    const { id, variantIds } = await hand.add(seedProduct());
    const before = can.changes ? (await platform.changes(null)).cursor : null;
    await hand.change(id, { title: 'Lighthouse Lamp' });
    if (can.stock) await hand.setStock(variantIds[0] ?? '', 41);
    await hand.fulfil(
      ref,
      order.lines.map((line) => line.id),
      TRACKING,
    );
    const seen = before === null ? await listed(platform, id) : await changedSince(platform, { cursor: before, id });
    expect(seen?.title).toBe('Lighthouse Lamp');
    if (can.stock) expect(seen?.variants[0]?.inStock).toBe(41);
    if (can.fulfilments) expect(await platform.orders.fulfilments(ref)).toHaveLength(1);
  });

  test('goes on after an hour in which it did not answer, with each order once', async () => {
    const tested = await open();
    const { platform, hand, way } = tested;
    const { put } = ordersOnPlatform(platform);
    const [earlier, late] = [await orderOn(tested), await orderOn(tested)];
    const { ref, name } = await put(earlier);
    const { id } = await hand.add(seedProduct());
    const cursor = can.changes ? (await platform.changes(null)).cursor : null;
    way.plan(null, 'lost', ...AWAY); // the order is made, and nothing is heard of it for an hour
    for (let times = 0; times < 3; times += 1) await expect(put(late)).rejects.toBeInstanceOf(CommerceError);
    await expect(put(earlier, { known: { ref, name } })).rejects.toBeInstanceOf(CommerceError);
    await hand.change(id, { title: 'Changed in the outage' });
    await hand.pass?.(HOUR_MS);
    way.plan();
    if (cursor !== null) expect((await changedSince(platform, { cursor, id }))?.title).toBe('Changed in the outage');
    expect(await put(earlier, { known: { ref, name } })).toMatchObject({ ref });
    await put(late);
    for (const { reference } of [earlier, late]) expect(await hand.countOrders(reference)).toBe(1);
  });

  testIf(can.refunds)('has each refund once, wherever an answer is lost', async () => {
    const tested = await open();
    const { put } = ordersOnPlatform(tested.platform);
    const order = await orderOn(tested);
    const { ref } = await put(order);
    const refunds: NonNullable<typeof order.refunds> = [];
    for (let requests = 0; requests < 4; requests += 1) {
      refunds.push({ id: randomUUID(), amount: 100, lineIds: [] });
      tested.way.plan(...Array.from({ length: requests }, () => null), 'lost');
      await put({ ...order, refunds }).catch((error: unknown) => expect(error).toBeInstanceOf(CommerceError));
      tested.way.plan();
      await put({ ...order, refunds });
    }
    const found = await tested.platform.orders.find(order);
    expect(found?.refundIds.toSorted()).toEqual(refunds.map(({ id }) => id).toSorted());
    const paid = order.lines.reduce((sum, { total }) => sum + total, 0);
    expect((await tested.hand.seen(ref)).kept).toBe(paid - 400);
  });

  testIf(options.deletesOrders ?? false)(
    'does not create an order again that people of the store deleted for good',
    async () => {
      const tested = await open();
      const { platform, hand } = tested;
      const { put } = ordersOnPlatform(platform);
      const order = await orderOn(tested);
      const known = await put(order);
      await hand.deleteOrder?.(known.ref);
      expect(await platform.orders.find(order)).toBeNull();
      await expect(platform.orders.fulfilments(known.ref)).rejects.toMatchObject({ kind: 'not_found' });
      const moved = { ...order, shipWindow: { from: '2030-07-01', until: '2030-07-31' } };
      await expect(put(moved, { known })).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('not created a second time'),
      });
      expect(await hand.countOrders(order.reference)).toBe(0);
      const lines = order.lines.map((line) => ({ ...line, cancelled: true }));
      expect((await put({ ...order, lines }, { known })).cancelledLineIds).toHaveLength(order.lines.length);
      expect(await hand.countOrders(order.reference)).toBe(0);
      await put(moved, { known, again: true });
      expect(await hand.countOrders(order.reference)).toBe(1);
    },
  );
}

async function listed(platform: CommercePlatform, id: string): Promise<PlatformProduct | undefined> {
  for (let cursor: string | null = null; ; ) {
    const page = await platform.listProducts(cursor);
    const found = page.products.find(({ externalId }) => externalId === id);
    if (found || page.next === null) return found;
    cursor = page.next;
  }
}

async function changedSince(
  platform: CommercePlatform,
  { cursor, id }: { cursor: string; id: string },
): Promise<PlatformProduct | null> {
  for (let at = cursor; ; ) {
    const page = await platform.changes(at);
    if (page.changes.some((one) => one.what === 'product' && one.id === id)) return platform.getProduct(id);
    if (!page.more) return null;
    at = page.cursor;
  }
}
