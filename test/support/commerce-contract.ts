import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CommerceConnector, StoreOrder } from '../../src/integrations/commerce/port.ts';

export type ConnectorUnderTest = {
  connector: CommerceConnector;
  /** Reads the order in the store's system, or null. */
  found(orderId: string): Promise<StoreOrder | null>;
  /** Lists all orders of the store's system. */
  count(): Promise<number>;
  /** Makes the store's system unreachable until the returned function is called. */
  cutOff(): Promise<() => Promise<void>>;
};

/** The contract that every adapter of the commerce port keeps. Each adapter runs it. */
export function commerceContract(open: () => Promise<ConnectorUnderTest>): void {
  describe('put', () => {
    test('creates the order with everything that sending it needs', async () => {
      const { connector, found } = await open();
      const order = storeOrder();
      const { ref } = await connector.put(order);
      expect(ref).not.toBe('');
      expect(await found(order.id)).toEqual(order);
    });

    test('is idempotent by id, also in parallel, and returns the same ref each time', async () => {
      const { connector, count } = await open();
      const before = await count();
      const order = storeOrder();
      const answers = await Promise.all([1, 2, 3, 4].map(() => connector.put(order)));
      answers.push(await connector.put(order));
      expect(new Set(answers.map(({ ref }) => ref)).size).toBe(1);
      expect(await count()).toBe(before + 1);
    });

    test('updates an order: a cancelled line item is not to be sent', async () => {
      const { connector, found } = await open();
      const order = storeOrder();
      const { ref } = await connector.put(order);
      const [first, ...others] = order.lines;
      if (!first) throw new Error('order without line items');
      const changed = { ...order, lines: [{ ...first, cancelled: true }, ...others] };
      expect((await connector.put(changed)).ref).toBe(ref);
      expect((await found(order.id))?.lines.map(({ cancelled }) => cancelled)).toEqual([true, false]);
    });

    test('keeps the orders of one pre-order apart', async () => {
      const { connector, found } = await open();
      const [one, two] = [storeOrder(), { ...storeOrder(), number: 2 }];
      const refs = [await connector.put(one), await connector.put(two)].map(({ ref }) => ref);
      expect(new Set(refs).size).toBe(2);
      expect([(await found(one.id))?.number, (await found(two.id))?.number]).toEqual([1, 2]);
    });

    test('stores names and properties of every kind unchanged', async () => {
      const { connector, found } = await open();
      const order = storeOrder();
      const address = { ...order.address, firstName: 'Ærin "Ö" <b>', line1: '日本橋 1\u20112' };
      const lines = order.lines.map((line) => ({ ...line, properties: { 'Engraving ✒️': '../../etc/passwd' } }));
      await connector.put({ ...order, address, lines });
      expect(await found(order.id)).toMatchObject({ address, lines });
    });

    test('fails with CommerceError while the system cannot be reached, and works again later', async () => {
      const { connector, found, cutOff } = await open();
      const order = storeOrder();
      const restore = await cutOff();
      await expect(connector.put(order)).rejects.toMatchObject({ name: 'CommerceError', kind: 'unreachable' });
      await restore();
      await connector.put(order);
      expect(await found(order.id)).toEqual(order);
    });
  });
}

export function storeOrder(): StoreOrder {
  const line = {
    productId: '1001',
    variantId: '2001',
    sku: 'AUR-M',
    title: 'Aurora Jacket – Medium',
    unitPrice: 12_900,
    shipping: 245,
    tax: 2_099,
    discount: 0,
    total: 13_145,
    properties: null,
    cancelled: false,
  };
  const address = { firstName: 'Ada', lastName: 'Lovelace', line1: 'Invalidenstraße 116', line2: '', city: 'Berlin' };
  return {
    id: randomUUID(),
    store: 'north-pine',
    test: true,
    reference: 'PO-7K2M-9QXT-X',
    number: 1,
    currency: 'EUR',
    placedAt: '2030-05-01T09:00:00Z',
    email: 'ada@shopper.example',
    address: { ...address, region: '', postalCode: '10115', country: 'DE', phoneNumber: '' },
    lines: [
      { id: randomUUID(), ...line },
      { id: randomUUID(), ...line },
    ],
  };
}
