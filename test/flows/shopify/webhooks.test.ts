import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { TOPICS } from '../../../src/integrations/commerce/shopify/webhooks.ts';
import type { WebhookReading } from '../../../src/integrations/commerce/webhook-port.ts';
import { storeOrder } from '../../support/commerce-contract.ts';
import { ship } from '../../support/shopify/fulfilments.ts';
import { openShopify } from '../../support/shopify/open.ts';
import { addProduct, changeProduct, deleteProduct, setStock } from '../../support/shopify/products.ts';
import { signed } from '../../support/shopify/webhooks.ts';
import { testData } from '../../support/test-data.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A store that posts to a receiver, which reads what comes. */
async function openReceiver() {
  const open = await openShopify();
  const readings: { topic: string; reading: WebhookReading }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const headers = request.headers as Record<string, string>;
    const incoming = { body: Buffer.concat(chunks), headers, secrets: [open.shop.clientSecret], now: new Date() };
    readings.push({ topic: headers['x-shopify-topic'] ?? '', reading: open.platform.readWebhook(incoming) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  stops.push(open.stop, () => new Promise((resolve) => server.close(resolve)));
  const changesOf = async (topic: string) => {
    await open.delivered();
    const found = readings.filter((one) => one.topic === topic);
    expect(found.filter(({ reading }) => reading.kind === 'refused')).toEqual([]);
    return found.flatMap(({ reading }) => (reading.kind === 'genuine' ? reading.changes : []));
  };
  return { ...open, uri: `http://127.0.0.1:${address.port}/hook`, readings, changesOf };
}

describe.skipIf(testData === undefined)('webhooks of Shopify', () => {
  test('are subscribed to once each', async () => {
    const { platform, shop, uri } = await openReceiver();
    await platform.subscribe?.(uri);
    await platform.subscribe?.(uri);
    expect(shop.subscriptions.map(({ topic }) => topic)).toEqual([...TOPICS]);
  });

  test('tell of products, and of their stock', async () => {
    const { platform, shop, uri, changesOf } = await openReceiver();
    await platform.subscribe?.(uri);
    addProduct(shop, { id: '501', variants: [{ id: '601' }] });
    expect(await changesOf('products/create')).toEqual([{ what: 'product', id: '501' }]);
    changeProduct(shop, '501', { title: 'Another' });
    setStock(shop, '601', 7);
    expect(await changesOf('products/update')).toEqual([
      { what: 'product', id: '501' },
      { what: 'product', id: '501' },
    ]);
    deleteProduct(shop, '501');
    expect(await changesOf('products/delete')).toEqual([{ what: 'product', id: '501' }]);
  });

  test('tell of orders that were sent, and that the app was removed', async () => {
    const { platform, shop, uri, changesOf, uninstall } = await openReceiver();
    await platform.subscribe?.(uri);
    addProduct(shop, { id: '1001', variants: [{ id: '2001' }] });
    const { ref } = await platform.orders.create(storeOrder());
    const [order] = shop.orders;
    if (!order) throw new Error('no order');
    ship(shop, order);
    expect(await changesOf('orders/updated')).toContainEqual({ what: 'order', ref });
    uninstall();
    expect(await changesOf('app/uninstalled')).toEqual([{ what: 'connection' }]);
  });

  test('of another store, or about nothing, are refused; an unknown topic says nothing', async () => {
    const { shop, adapter } = await openReceiver();
    const read = (topic: string, payload: Record<string, unknown>, headers: Record<string, string> = {}) => {
      const webhook = signed(shop, topic, payload);
      const platform = adapter({ url: 'https://north-and-pine.myshopify.com' });
      const all = { ...webhook.headers, ...headers };
      return platform.readWebhook({
        body: Buffer.from(webhook.body),
        headers: all,
        secrets: [shop.clientSecret],
        now: new Date(),
      });
    };
    expect(read('products/update', { id: 501 })).toMatchObject({
      kind: 'genuine',
      changes: [{ what: 'product', id: '501' }],
    });
    expect(read('products/update', { id: 501 }, { 'x-shopify-shop-domain': 'other.myshopify.com' }).kind).toBe(
      'refused',
    );
    expect(read('products/update', { id: { a: 1 } }).kind).toBe('refused');
    expect(read('themes/publish', { id: 1 })).toMatchObject({ kind: 'genuine', changes: [] });
  });
});
