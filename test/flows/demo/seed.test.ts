import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PRODUCTS, DEMO_STORE } from '../../../demo/catalogue.ts';
import { readPictures } from '../../../demo/pictures.ts';
import { seedDemo } from '../../../demo/seed.ts';
import { findProduct } from '../../../src/core/catalog/queries.ts';
import { listDiscounts } from '../../../src/core/discounts/queries.ts';
import { findStoreByKey, type Store } from '../../../src/core/stores/queries.ts';
import { listWaitlists } from '../../../src/core/waitlists/queries/list.ts';
import { createTestProvider } from '../../../src/integrations/payments/test-provider.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { testSecrets } from '../../support/merchant.ts';

const DEMO_URL = 'http://localhost:4001';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  // Two processes start over one database at once.
  await Promise.all([seed(), seed()]);
  const found = await findStoreByKey(database.db, DEMO_STORE.publicKey);
  if (!found) throw new Error('no demo store');
  store = found;
});
afterAll(() => database.drop());

function seed(demoUrl = DEMO_URL): Promise<void> {
  const { db } = database;
  const provider = createTestProvider({ db, onChange: async () => {} });
  return seedDemo({ db, secrets: testSecrets, paymentsFor: async () => provider }, demoUrl);
}

const waitlistsByHandle = async () =>
  new Map((await listWaitlists(database.db, store.id)).map((waitlist) => [waitlist.product.handle, waitlist]));

test('gives the store its fixed key, links to the demo’s pages and a dozen shipping countries', () => {
  expect(store).toMatchObject({ slug: 'demo', mode: 'test', termsUrl: `${DEMO_URL}/pages/terms`, origins: [DEMO_URL] });
  expect(store.shipping.length).toBeGreaterThanOrEqual(12);
});

test('creates every product once, with the ids that pages and tests use', async () => {
  const jacket = await findProduct(database.db, store.id, { externalId: '1001' });
  expect(jacket).toMatchObject({ handle: 'aurora-jacket', imageUrl: `${DEMO_URL}/images/aurora-jacket-lichen.jpg` });
  expect(jacket?.variants).toHaveLength(12);
  const [count] = await database.db.query<{ products: number }>('SELECT count(*) AS products FROM product');
  expect(count?.products).toBe(DEMO_PRODUCTS.length);
});

test('creates open, scheduled, sold-out, nearly sold-out and missing waitlists', async () => {
  const waitlists = await waitlistsByHandle();
  expect(waitlists.get('aurora-jacket')).toMatchObject({ state: 'OPEN', open: true });
  expect(waitlists.get('fell-boots')).toMatchObject({ state: 'SCHEDULED', open: false });
  expect(waitlists.get('skjul-tent')).toMatchObject({ limitPerCustomer: 2 });
  expect(waitlists.get('tarn-blanket')?.variants).toContainEqual(
    expect.objectContaining({ sku: 'TAR-HEA', allocated: 1 }),
  );
  expect(waitlists.get('birk-mug')?.variants.map(({ allocated }) => allocated)).toEqual([0, 0]);
  expect(waitlists.has('loden-beanie')).toBe(false);
});

test('offers a deposit, paying later and a discount code', async () => {
  const waitlists = await waitlistsByHandle();
  expect(waitlists.get('skjul-tent')?.plan).toMatchObject({
    plan: 'deposit',
    deposit: { kind: 'percent', value: 2_000 },
  });
  expect(waitlists.get('lull-headphones')?.plan).toMatchObject({ plan: 'pay_later' });
  expect(waitlists.get('aurora-jacket')?.plan).toMatchObject({ plan: 'pay_now' });
  const codes = await listDiscounts(database.db, store.id, { over: true });
  expect(codes).toMatchObject([{ code: DEMO_STORE.discountCode, state: 'on', value: 1_000 }]);
});

test('ships everything in the future', async () => {
  const today = new Date().toISOString().slice(0, 10);
  for (const { promise } of (await waitlistsByHandle()).values()) expect(promise.from > today).toBe(true);
});

test('changes nothing at a second start', async () => {
  const before = await snapshot();
  await seed();
  expect(await snapshot()).toEqual(before);
});

test('completes a start that was interrupted', async () => {
  const before = await waitlistsByHandle();
  await database.db.query(`UPDATE waitlist SET state = 'DRAFT', opened_at = NULL WHERE id = $1`, [
    before.get('rune-kettle')?.id,
  ]);
  await seed();
  expect((await waitlistsByHandle()).get('rune-kettle')?.state).toBe('OPEN');
});

test('moves links and pictures to another address of the demo', async () => {
  await seed('http://localhost:5001');
  const moved = await findStoreByKey(database.db, DEMO_STORE.publicKey);
  expect(moved).toMatchObject({
    privacyUrl: 'http://localhost:5001/pages/privacy',
    withdrawalUrl: 'http://localhost:5001/pages/returns',
    origins: ['http://localhost:5001'],
  });
  const beanie = await findProduct(database.db, store.id, { handle: 'loden-beanie' });
  expect(beanie?.variants[1]?.imageUrl).toBe('http://localhost:5001/images/loden-beanie-moss.jpg');
});

test('has every picture that a product names', async () => {
  const pictures = await readPictures();
  const names = DEMO_PRODUCTS.flatMap(({ variants }) => variants.map(({ picture }) => picture));
  for (const name of new Set(names)) expect(pictures.get(name), name).toMatch(/^<svg /);
});

async function snapshot(): Promise<unknown> {
  const { db } = database;
  const tables = ['store', 'product', 'variant', 'waitlist', 'promise', 'unit', 'stock_ledger', 'outbox'];
  return Promise.all(
    tables.map((table) => db.query(`SELECT coalesce(json_agg(t ORDER BY t::text), '[]') AS rows FROM ${table} t`)),
  );
}
