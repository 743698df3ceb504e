import { expect, test } from 'vitest';
import { storeOrder } from '../../../test/support/commerce-contract.ts';
import { ordersOnPlatform } from './orders-on-platform.ts';
import { CommerceError, type CommercePlatform, type PlatformCan, type PlatformOrder, type StoreOrder } from './port.ts';

const CAN: PlatformCan = {
  changes: false,
  webhooks: false,
  stock: false,
  unpaidOrders: true,
  hold: 'lines',
  shipWindow: true,
  cancel: 'lines',
  refunds: true,
  fulfilments: false,
  deliveries: false,
};

const PARCEL = { ref: 'F1', carrier: '', trackingNumber: '', trackingUrl: '', sentAt: '', deliveredAt: null };

/** A platform that creates an order each time it is told to, as most do. Its answers to the first creations are lost. */
function forgetful({ lost = 0, can = CAN }: { lost?: number; can?: PlatformCan } = {}) {
  const created: { order: StoreOrder; known: PlatformOrder }[] = [];
  const calls: string[] = [];
  const sent: string[] = [];
  const refuse = () => Promise.reject(new Error('not asked here'));
  const call = async (what: string) => void calls.push(what);
  const platform: CommercePlatform = {
    kind: 'forgetful',
    can,
    check: refuse,
    listProducts: refuse,
    getProduct: refuse,
    changes: refuse,
    stock: refuse,
    readWebhook: () => ({ kind: 'refused', reason: 'not asked here' }),
    orders: {
      find: async ({ id }) => created.find(({ order }) => order.id === id)?.known ?? null,
      async create(order) {
        const known: PlatformOrder = {
          ref: `P-${created.length + 1}`,
          name: '#1',
          paid: !order.unpaid,
          email: order.email,
          address: order.address,
          shipWindow: order.shipWindow ?? null,
          heldLineIds: order.lines.filter(({ held }) => held).map(({ id }) => id),
          cancelledLineIds: [],
          refundIds: [],
        };
        created.push({ order, known });
        if (created.length <= lost) throw new CommerceError('unreachable', 'the answer was lost');
        return known;
      },
      markPaid: (ref, { amount }) => call(`paid ${ref} ${amount}`),
      setAddress: (ref) => call(`address ${ref}`),
      setShipWindow: (ref, { from }) => call(`window ${ref} ${from}`),
      hold: (ref, ids) => call(`hold ${ref} ${ids.length}`),
      cancelLines: (ref, ids) => call(`cancel ${ref} ${ids.length}`),
      recordRefund: (ref, { id }) => call(`refund ${ref} ${id}`),
      fulfilments: async () => [{ ...PARCEL, lineIds: sent }],
    },
  };
  return { put: ordersOnPlatform(platform).put, created, calls, sent };
}

test('an order whose answer was lost is found, not created again', async () => {
  const { put, created } = forgetful({ lost: 1 });
  const order = storeOrder();
  const refs = [await put(order), await put(order)].map(({ ref }) => ref);
  expect(refs).toEqual(['P-1', 'P-1']);
  expect(created).toHaveLength(1);
});

test('several hand-overs at once create one order', async () => {
  const { put, created } = forgetful();
  const order = storeOrder();
  await Promise.all([1, 2, 3, 4].map(() => put(order)));
  expect(created).toHaveLength(1);
});

test('an order that is as it should be is left alone', async () => {
  const { put, calls } = forgetful();
  const order = storeOrder();
  await put(order);
  await put(order);
  expect(calls).toEqual([]);
});

test('cancels and holds before it marks as paid', async () => {
  const { put, calls } = forgetful();
  const order = storeOrder();
  await put({ ...order, unpaid: true, lines: order.lines.map((line) => ({ ...line, held: true })) });
  const lines = order.lines.map((line, nth) => ({ ...line, cancelled: nth === 0, held: false }));
  const shipWindow = { from: '2030-06-10', until: '2030-06-15' };
  await put({ ...order, lines, shipWindow, refunds: [{ id: 'R1', amount: 100, lineIds: [] }] });
  expect(calls).toEqual(['cancel P-1 1', 'paid P-1 13145', 'hold P-1 0', 'window P-1 2030-06-10', 'refund P-1 R1']);
});

test('records the payment of what was cancelled and goes back, before it is cancelled', async () => {
  const { put, calls } = forgetful();
  const order = storeOrder();
  await put({ ...order, unpaid: true, lines: order.lines.map((line) => ({ ...line, held: true })) });
  const total = order.lines.reduce((sum, line) => sum + line.total, 0);
  const lines = order.lines.map((line, nth) => ({ ...line, cancelled: nth === 0, wasPaid: nth === 0, held: true }));
  await put({ ...order, lines, refunds: [{ id: 'R1', amount: lines[0]?.total ?? 0, lineIds: [] }] });
  expect(calls).toEqual([`paid P-1 ${total}`, 'cancel P-1 1', 'hold P-1 1', 'refund P-1 R1']);
});

test('what a platform cannot do is not asked for, and a person is told what to do there', async () => {
  const can: PlatformCan = { ...CAN, hold: 'no', cancel: 'order', shipWindow: false, refunds: false };
  const { put, calls } = forgetful({ can });
  const order = storeOrder();
  await put(order);
  const changed = { ...order, shipWindow: { from: '2030-06-10', until: '2030-06-15' } };
  await put({ ...changed, refunds: [{ id: 'R1', amount: 100, lineIds: [] }] });
  expect(calls).toEqual([]);
  const lines = order.lines.map((line, nth) => ({ ...line, cancelled: nth === 0 }));
  await expect(put({ ...order, lines })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('#1'),
  });
  const held = order.lines.map((line) => ({ ...line, held: true }));
  await expect(put({ ...order, lines: held })).rejects.toMatchObject({ kind: 'refused' });
});

test.each(['no', 'lines'] as const)(
  'what the platform has cancelled is told before the rest is held, by %s',
  async (hold) => {
    const { put, calls, created } = forgetful({ can: { ...CAN, hold } });
    const order = storeOrder();
    await put(order);
    const [first, ...others] = order.lines;
    const known = created[0]?.known;
    if (!first || !known || others.length === 0) throw new Error('an order of several line items is needed');
    known.cancelledLineIds.push(first.id);
    const lines = [{ ...first, asked: true, held: true }, ...others.map((line) => ({ ...line, held: true }))];
    expect((await put({ ...order, lines })).cancelledLineIds).toEqual([first.id]);
    expect(calls).toEqual([]);
  },
);

test('where nothing can be held, what was sent already is no reason to refuse', async () => {
  const { put, calls, sent } = forgetful({ can: { ...CAN, hold: 'no', fulfilments: true } });
  const order = storeOrder();
  await put(order);
  const lines = order.lines.map((line) => ({ ...line, asked: true, held: true }));
  const [, ...others] = lines.map(({ id }) => id);
  sent.push(...others);
  await expect(put({ ...order, lines: lines.slice(1) })).resolves.toMatchObject({ cancelledLineIds: [] });
  await expect(put({ ...order, lines })).rejects.toMatchObject({ kind: 'refused' });
  expect(calls).toEqual(['cancel P-1 1']);
});
