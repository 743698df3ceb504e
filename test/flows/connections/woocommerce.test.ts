import { afterAll, beforeEach, expect, test } from 'vitest';
import { findNamedProduct } from '../../../src/core/catalog/names.ts';
import { askForSync } from '../../../src/core/connections/commands/ask.ts';
import { connect } from '../../../src/core/connections/commands/connect.ts';
import { receiveChange } from '../../../src/core/connections/commands/receive.ts';
import { askForChanges, readChanged, readEverything } from '../../../src/core/connections/jobs.ts';
import { readConnection } from '../../../src/core/connections/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { createTestStore, createTestWaitlist } from '../../support/merchant.ts';
import { seedProduct, seedVariant } from '../../support/platform-contract/under-test.ts';
import { useCore } from '../../support/use-core.ts';
import { openWooCommerce } from '../../support/woocommerce/open.ts';

const { core, database } = await useCore();
const { db } = database;
const deps = { ...core, baseUrl: 'https://preorders.example' };

let woo: Awaited<ReturnType<typeof openWooCommerce>>;
let storeId = '';
const opened: (typeof woo)[] = [];

beforeEach(async () => {
  woo = await openWooCommerce('EUR');
  opened.push(woo);
  storeId = await createTestStore(db);
});
afterAll(async () => {
  for (const one of opened) await one.close();
});

const settings = (more: Record<string, string> = {}) => ({
  url: woo.way.url,
  consumer_key: woo.shop.key.consumerKey,
  consumer_secret: woo.shop.key.consumerSecret,
  ...more,
});
const connectNow = async (more?: Record<string, string>) =>
  connect(deps, await readStore(db, storeId), { kind: 'woocommerce', settings: settings(more) });

async function ask(): Promise<void> {
  woo.shop.aheadMs += 60_000;
  await db.query('UPDATE connection SET next_read_at = app_now() WHERE store_id = $1', [storeId]);
  await askForChanges(deps);
  await readAll();
}

async function readAll(): Promise<void> {
  while ((await readEverything(deps)) + (await readChanged(deps)) > 0);
}

async function offer(externalId: string): Promise<void> {
  const product = await findNamedProduct(db, storeId, externalId);
  if (!product) throw new Error('no such product');
  const waitlistId = await createTestWaitlist(db, { storeId, product });
  await changeWaitlistState(deps, { storeId, waitlistId }, 'open');
}

const alerts = async () =>
  (
    await db.query<{ code: string }>(
      'SELECT code FROM alert WHERE store_id = $1 AND resolved_at IS NULL ORDER BY code',
      [storeId],
    )
  ).map(({ code }) => code);

const secrets = () => new Set([...woo.shop.webhooks.values()].map(({ secret }) => secret));

test('connecting makes the webhooks with a secret of ours, which stays when the settings are given anew', async () => {
  await connectNow();
  const [secret = ''] = secrets();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(woo.shop.webhooks.size).toBe(5);
  await connectNow();
  expect([...secrets()]).toEqual([secret]);
  const change = { what: 'product', id: '7' } as const;
  const hear = (signedBy: string) =>
    receiveChange(deps, { hookId: storeId, ...woo.webhook(change, { secret: signedBy, at: new Date() }) });
  await hear(secret);
  await expect(hear('another secret of somebody')).rejects.toMatchObject({ code: 'invalid_signature' });
  // Sealed with a key that is lost: new ones are made.
  await db.query(`UPDATE connection SET sealed = '\\x00' WHERE store_id = $1`, [storeId]);
  await connectNow();
  expect([...secrets()][0]).toMatch(/^[\w-]{43}$/);
  await connectNow({ webhook_secret: 'the-new-one-of-the-merchant the-secret-of-before' });
  expect([...secrets()]).toEqual(['the-new-one-of-the-merchant']);
});

test('a webhook that WooCommerce switched off is told, and reading everything again switches it on', async () => {
  await connectNow();
  await ask();
  expect(await alerts()).toEqual([]);
  for (const webhook of woo.shop.webhooks.values()) {
    if (webhook.topic === 'order.updated') webhook.status = 'disabled';
  }
  await ask();
  expect(await alerts()).toEqual(['connection_silent']);
  await db.transaction((tx) => askForSync(tx, storeId, { dryRun: false, productId: undefined }));
  await readAll();
  await ask();
  expect(await alerts()).toEqual([]);
});

test('prices that are entered otherwise after connecting are told, until both sides agree', async () => {
  const readEverything = async () => {
    await db.transaction((tx) => askForSync(tx, storeId, { dryRun: false, productId: undefined }));
    await readAll();
    return alerts();
  };
  woo.shop.taxRate ??= 0.19;
  await connectNow();
  expect(await readEverything()).toEqual([]);
  woo.shop.pricesIncludeTax = false;
  expect(await readEverything()).toEqual(['prices_tax']);
  await db.query('UPDATE store SET prices_include_tax = false WHERE id = $1', [storeId]);
  expect(await readEverything()).toEqual([]);
});

test('without any webhook a change, a sale and a product that is gone are found by asking', async () => {
  const one = await woo.hand.add(seedProduct({ variants: [seedVariant({ inStock: 3 })] }));
  const other = await woo.hand.add(seedProduct());
  await connectNow();
  await readAll();
  await woo.hand.change(one.id, { title: 'Another name' });
  await woo.hand.setStock(one.variantIds[0] ?? '', 2);
  await ask();
  expect(await findNamedProduct(db, storeId, one.id)).toMatchObject({
    title: 'Another name',
    variants: [{ inStock: 2 }],
  });
  woo.shop.products.delete(Number(other.id));
  await ask();
  expect(await findNamedProduct(db, storeId, other.id)).toMatchObject({ variants: [{ goneAt: expect.any(Date) }] });
  expect((await readConnection(db, storeId))?.changesReadAt).toBeInstanceOf(Date);
});

test('changes are read also where the store answers nothing about webhooks', async () => {
  const { id } = await woo.hand.add(seedProduct());
  await connectNow();
  await readAll();
  await woo.hand.change(id, { title: 'Another name' });
  woo.shop.webhooks = { values: () => [{ id: 'broken' }] } as never;
  await ask();
  expect(await findNamedProduct(db, storeId, id)).toMatchObject({ title: 'Another name' });
});

test('a store whose prices are entered without tax is refused with what to do', async () => {
  Object.assign(woo.shop, { taxRate: 19, pricesIncludeTax: false });
  await expect(connectNow()).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringMatching(/prices entered without tax.*Change the tax in prices/),
    info: { param: 'settings' },
  });
  expect(woo.shop.webhooks.size).toBe(0);
  woo.shop.pricesIncludeTax = true;
  await connectNow();
});

test('a waitlist of a draft, and of goods with another tax class, is told when it opens', async () => {
  const draft = await woo.hand.add(seedProduct({ published: false }));
  const book = await woo.hand.add(seedProduct());
  Object.assign(woo.shop.products.get(Number(book.id)) ?? {}, { tax_class: 'reduced-rate' });
  await connectNow();
  await readAll();
  expect((await readConnection(db, storeId))?.issues).toBe(1);
  await offer(draft.id);
  await offer(book.id);
  await ask();
  expect(await alerts()).toEqual(['product_tax_class', 'product_unpublished']);
  // Who closed them by hand is not told each minute.
  await db.query('UPDATE alert SET resolved_at = app_now() WHERE store_id = $1', [storeId]);
  await ask();
  expect(await alerts()).toEqual([]);
  await woo.hand.change(draft.id, { published: true });
  await ask();
  expect(await alerts()).toEqual([]);
});
