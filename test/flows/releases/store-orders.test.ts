import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { planErasure } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { prepareOrders, retryOrders } from '../../../src/core/releases/commands/order.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { createFileCommerce } from '../../../src/integrations/commerce/files.ts';
import { type CommerceConnector, CommerceError, type StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { keepBooksSound } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { preorderOf, releaseAll } from '../../support/release.ts';

let database: TestDatabase;
let core: Core;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'orders-'));
  core = { ...createCore(database.db), commerce: createFileCommerce(join(folder, 'orders')) };
});
afterAll(async () => {
  await core.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
keepBooksSound(() => database.db);

const CHARGE_DECLINED = '4000000000006348';
const sellLater = () => createOffer(core, { allocation: 9, plan: { plan: 'pay_later' } });

async function orders(offer: Offer) {
  return listStoreOrders(database.db, offer.storeId, { limit: 10 });
}

async function filesOf(offer: Offer): Promise<StoreOrder[]> {
  const paths = await Promise.all((await orders(offer)).map(({ id }) => core.commerce.archive?.filesOf(id) ?? []));
  return Promise.all(paths.flat().map(async (path) => JSON.parse(await readFile(path, 'utf8'))));
}

/** Returns a core whose store system gives this answer. */
function answering(answer: () => Promise<{ ref: string }>): Core {
  const commerce: CommerceConnector = { name: 'shop', put: answer };
  return { ...core, commerce };
}

test('hands over paid line items, in parts as they arrive', async () => {
  const offer = await sellLater();
  const reference = await buyFrom(core, offer, { quantity: 3, lineItemProperties: { Engraving: 'For Ada' } });
  const { slug } = await readStore(database.db, offer.storeId);
  await releaseAll(core, offer, 2);
  const { lines, contact } = await preorderOf(core, offer, reference);
  const [file] = await filesOf(offer);
  expect(file).toMatchObject({ store: slug, test: true, reference, number: 1, currency: 'EUR', email: contact?.email });
  expect(file?.address).toMatchObject({ lastName: 'Lovelace', postalCode: '10115' });
  expect(file?.lines).toHaveLength(2);
  expect(file?.lines[0]).toMatchObject({
    id: lines[0]?.id,
    sku: 'AUR-M',
    title: 'Aurora Jacket – Medium',
    unitPrice: 12_900,
    cancelled: false,
    total: lines[0]?.total,
    properties: { Engraving: 'For Ada' },
  });
  await releaseAll(core, offer, 3);
  expect((await filesOf(offer)).map(({ number }) => number).sort()).toEqual([1, 2]);
});

test('does not hand over an unpaid line item', async () => {
  const offer = await sellLater();
  const reference = await buyFrom(core, offer, { card: CHARGE_DECLINED });
  await releaseAll(core, offer, 1);
  expect(await orders(offer)).toEqual([]);
  const { id: preorderId } = await preorderOf(core, offer, reference);
  await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: null });
  await moveMoney(core, offer.storeId, preorderId);
  await prepareOrders(core, { storeId: offer.storeId, preorderId });
  expect(await orders(offer)).toEqual([]);
});

test('hands over a prepaid line item on release by hand', async () => {
  const offer = await createOffer(core, { allocation: 9 });
  const reference = await buyFrom(core, offer);
  const { id: preorderId } = await preorderOf(core, offer, reference);
  await advanceLines(core, { storeId: offer.storeId, preorderId, to: 'released', lineIds: null });
  await prepareOrders(core, { storeId: offer.storeId, preorderId });
  expect(await orders(offer)).toMatchObject([
    { reference, number: 1, state: 'handed_over', lines: 1, externalRef: `${reference}/1` },
  ]);
});

test('tells the store not to send a cancelled line item', async () => {
  const offer = await sellLater();
  const reference = await buyFrom(core, offer, { quantity: 2 });
  await releaseAll(core, offer, 2);
  const { id: preorderId, lines } = await preorderOf(core, offer, reference);
  await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: [lines[1]?.id ?? ''] });
  await moveMoney(core, offer.storeId, preorderId);
  await prepareOrders(core, { storeId: offer.storeId, preorderId });
  const [file] = await filesOf(offer);
  expect(file?.lines.map(({ cancelled }) => cancelled)).toEqual([false, true]);
  expect(await orders(offer)).toMatchObject([{ attempts: 2, state: 'handed_over' }]);
  await prepareOrders(core, { storeId: offer.storeId, preorderId });
  expect(await orders(offer)).toMatchObject([{ attempts: 2 }]); // nothing has changed
});

test('asks an unreachable system again, and keeps an alert while it refuses', async () => {
  const offer = await sellLater();
  const reference = await buyFrom(core, offer);
  const away = answering(() => Promise.reject(new CommerceError('unreachable', 'no answer within 10 s')));
  const { id: preorderId } = await preorderOf(core, offer, reference);
  const target = { storeId: offer.storeId, preorderId };
  await expect(releaseAll(away, offer, 1)).rejects.toThrow('no answer');
  expect(await orders(offer)).toMatchObject([{ state: 'waiting', attempts: 1, failure: 'no answer within 10 s' }]);

  const strict = answering(() => Promise.reject(new CommerceError('refused', 'unknown SKU AUR-M')));
  await prepareOrders(strict, target);
  await prepareOrders(strict, target); // a refused order is not sent again by itself
  expect(await orders(offer)).toMatchObject([{ state: 'refused', attempts: 2, failure: 'unknown SKU AUR-M' }]);
  const alerts = () => listAlerts(database.db, offer.storeId, { resolved: false });
  expect(await alerts()).toMatchObject([{ code: 'store_order_refused', message: expect.stringContaining(reference) }]);

  expect(await retryOrders(strict, offer.storeId)).toBe(1);
  expect(await orders(offer)).toMatchObject([{ state: 'refused', attempts: 3 }]);
  expect(await retryOrders(core, offer.storeId)).toBe(1);
  expect(await orders(offer)).toMatchObject([{ state: 'handed_over', failure: null }]);
  expect(await alerts()).toEqual([]);
  expect(await retryOrders(core, offer.storeId)).toBe(0);
});

test('hands over the last state when workers overlap and the order changes meanwhile', async () => {
  const offer = await sellLater();
  const reference = await buyFrom(core, offer, { quantity: 2 });
  const { id: preorderId, lines } = await preorderOf(core, offer, reference);
  const target = { storeId: offer.storeId, preorderId };
  const puts: StoreOrder[] = [];
  let cancelled = false;
  const commerce: CommerceConnector = {
    name: 'slow',
    async put(order) {
      puts.push(order);
      if (!cancelled) {
        cancelled = true; // this happens while the first answer is on its way
        await cancelLines(core, { ...target, lineIds: [lines[0]?.id ?? ''] });
        await moveMoney(core, target.storeId, preorderId);
      }
      return { ref: 'S-1' };
    },
  };
  await releaseAll({ ...core, commerce }, offer, 2);
  await Promise.all([1, 2, 3].map(() => prepareOrders({ ...core, commerce }, target)));
  expect(new Set(puts.map(({ id }) => id)).size).toBe(1);
  expect(puts.at(-1)?.lines.map(({ cancelled: gone }) => gone)).toEqual([true, false]);
  expect(await orders(offer)).toMatchObject([{ state: 'handed_over', externalRef: 'S-1', lines: 2 }]);
});

test('names the files that an erasure deletes, and lists orders of the own store alone', async () => {
  const [offer, elsewhere] = [await sellLater(), await sellLater()];
  const email = 'grace@shopper.example';
  await buyFrom(core, offer, { email });
  await releaseAll(core, offer, 1);
  const { orderFiles } = await planErasure(core, { storeId: offer.storeId, email });
  expect(orderFiles).toEqual([expect.stringContaining(join(folder, 'orders'))]);
  expect(await readdir(join(folder, 'orders'))).toContain(orderFiles[0]?.split('/').at(-1));

  const cli = commandLine({
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: folder,
  });
  const store = async ({ storeId }: Offer) => ['--store', (await readStore(database.db, storeId)).slug];
  const listed = await cli.json('orders', 'list', ...(await store(offer)));
  expect(listed.data).toMatchObject([{ number: 1, state: 'handed_over', lines: 1 }]);
  expect((await cli.json('orders', 'list', '--state', 'refused', ...(await store(offer)))).data).toEqual([]);
  expect((await cli.json('orders', 'list', ...(await store(elsewhere)))).data).toEqual([]);
  expect(await cli.json('orders', 'retry', ...(await store(offer)))).toMatchObject({
    code: 0,
    data: { retried: 0, refused: 0 },
  });
  expect((await cli.run('orders', 'list', ...(await store(offer)))).out).toMatch(/1 +handed over +1/);
});
