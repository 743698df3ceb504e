import { expect, test } from 'vitest';
import { undoImport } from '../../../src/core/imports/commands/act.ts';
import { listWaitlists } from '../../../src/core/waitlists/queries/list.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { createOffer } from '../../support/core.ts';
import { bringIn, finishImport } from '../../support/imports.ts';
import { createTestProduct, createTestStore } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const { db } = database;

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address1: 'Invalidenstraße 116',
  city: 'Berlin',
  postal_code: '10115',
  country_code: 'DE',
};

const line = (id: string, variant: string, changes = {}) => ({
  id,
  variant_id: variant,
  quantity: 1,
  unit_price: '129.00',
  total: '129.00',
  earliest_ship_date: '2030-06-10T00:00:00.000Z',
  latest_ship_date: '2030-06-15T00:00:00.000Z',
  cancelled: false,
  ...changes,
});
const order = (reference: string, lines: object[], changes = {}) => ({
  id: `id-${reference}`,
  reference,
  created_at: '2026-01-05T10:00:00.000Z',
  cancelled_at: null,
  currency: 'EUR',
  total_price: '133.90',
  customer: { email: `${reference.toLowerCase()}@shopper.example` },
  shipping_address: ADDRESS,
  line_items: lines,
  exported_orders: [],
  ...changes,
});
const page = (orders: object[]) => JSON.stringify({ meta: { success: true }, data: { orders, has_more: false } });

test('pages of the hosted service come in, a pre-order for each line item that goes on', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
  const content = [
    page([
      order('HS1', [line('l1', variant)]),
      order('HS2', [line('l1', variant, { cancelled: true }), line('l2', variant)], { total_price: '262.90' }),
    ]),
    page([
      order('HS3', [line('l1', variant)], { cancelled_at: '2026-02-01T00:00:00Z' }),
      order('HS4', [line('l1', variant)], { exported_orders: [{ id: '9', line_items: [{ id: 'l1' }] }] }),
      order('HS5', []),
      order('HS6', [line('l1', variant)], { currency: 'USD' }),
    ]),
  ].join('\n');
  const options = { storeId, content, format: 'json' as const };
  const refused = await bringIn(core, { ...options, dryRun: true });
  expect(refused.rows[0]).toMatchObject({ fate: 'refused', code: 'missing_parameter', param: 'paid' });
  const { rows } = await bringIn(core, { ...options, paid: 'all' });
  expect(rows.map(({ key, fate, param }) => [key, fate, param])).toEqual([
    ['HS1', 'imported', null],
    ['HS2 l1', 'skipped', null],
    ['HS2 l2', 'imported', null],
    ['HS3', 'skipped', null],
    ['HS4', 'skipped', null],
    ['HS5', 'refused', 'variant'],
    ['HS6', 'refused', 'currency'],
  ]);
  const made = await db.query<{ total: number }>('SELECT total, shipping FROM preorder WHERE store_id = $1', [storeId]);
  expect(made).toEqual([
    { total: 13_390, shipping: 490 },
    { total: 13_390, shipping: 490 },
  ]);
  await expectSoundBooks(db);
});

test.each([
  ['a broken document', '{"data":{"orders":[{"id":1},', 'json', 'invalid_json'],
  ['no JSON', 'reference,variant\nA,B\n', 'json', 'invalid_json'],
  ['nothing to bring in', page([]), 'json', 'csv_invalid'],
  ['an unknown column', 'reference,variant,colour\n', 'csv', 'csv_invalid'],
  ['no reference', 'email,variant\n', 'csv', 'csv_invalid'],
] as const)('a file with %s is refused, and nothing is left of it', async (_name, content, ...rest) => {
  const [format, code] = rest as ['json' | 'csv', string];
  const { storeId } = await createOffer(core, { allocation: 1 });
  await expect(bringIn(core, { storeId, content, format })).rejects.toMatchObject({ code });
  expect(await db.query('SELECT 1 FROM import WHERE store_id = $1', [storeId])).toEqual([]);
});

test('an element that goes on and on is refused before it takes the memory', async () => {
  const { storeId } = await createOffer(core, { allocation: 1 });
  const content = `[${'['.repeat(2_000_000)}`;
  const refused = { code: 'invalid_json', message: 'Element 1 of the file is too large.' };
  await expect(bringIn(core, { storeId, content, format: 'json' })).rejects.toMatchObject(refused);
});

test('waitlists come in as drafts, once, and go again', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { prices: [12_900, 14_900] });
  const [first, second] = product.variants;
  const waitlists = [
    {
      id: 'w1',
      state: 'Live',
      earliest_ship_date: '2030-06-10',
      latest_ship_date: '2030-06-15',
      launch_date: '2024-01-01T00:00:00Z',
      availability: {
        product: { product_id: product.externalId, buy_size: 30 },
        variants: [
          { variant_id: first?.externalId, buy_size: 10, committed: 4 },
          { variant_id: second?.externalId, buy_size: 20, committed: 0 },
        ],
      },
    },
    { id: 'w2', earliest_ship_date: '2030-06-10', latest_ship_date: '2030-06-15', availability: { variants: [] } },
  ];
  const file = {
    storeId,
    kind: 'waitlists',
    format: 'json',
    content: JSON.stringify({ data: { waitlists } }),
  } as const;
  const tried = await bringIn(core, { ...file, dryRun: true });
  expect(tried.import.fates).toEqual({ ready: 1, refused: 1 });
  expect(await listWaitlists(db, storeId)).toEqual([]);
  const brought = await bringIn(core, file);
  expect(brought.rows.map(({ fate, code }) => [fate, code])).toEqual([
    ['imported', null],
    ['refused', 'missing_parameter'],
  ]);
  const [waitlist] = await listWaitlists(db, storeId);
  expect(waitlist).toMatchObject({ state: 'DRAFT', launchesAt: null });
  expect(waitlist?.variants.map(({ allocated }) => allocated)).toEqual([10, 20]);
  expect((await bringIn(core, file)).import.fates).toEqual({ exists: 1, refused: 1 });
  const key = { storeId, importId: brought.import.id };
  await undoImport(core, key);
  expect((await finishImport(core, key)).import.fates).toEqual({ undone: 1, refused: 1 });
  expect((await listWaitlists(db, storeId)).map(({ state }) => state)).toEqual(['CLOSED']);
  await expectSoundBooks(db);
});

test('a waitlist needs neither a launch nor a product, and its units may be those of the product', async () => {
  const storeId = await createTestStore(db);
  const [one, two] = [
    await createTestProduct(db, storeId, { prices: [12_900] }),
    await createTestProduct(db, storeId, { prices: [12_900, 14_900] }),
  ];
  const days = { earliest_ship_date: '2030-06-10', latest_ship_date: '2030-06-15' };
  const ofVariants = (product: unknown, ...sizes: unknown[]) => ({
    product,
    variants: two.variants.slice(0, sizes.length).map(({ externalId }, index) => ({
      variant_id: externalId,
      buy_size: sizes[index],
    })),
  });
  const waitlists = [
    { id: 'w1', ...days, launch_date: null, availability: ofVariants({ product_id: two.externalId }, 5) },
    { id: 'w2', ...days, availability: ofVariants({ product_id: '' }, 6) },
    { id: 'w3', ...days, launch_date: '', availability: ofVariants(null, 7, '8') },
    { id: 'w4', ...days, availability: { product: { id: one.externalId, buy_size: 9 }, variants: [] } },
    { id: 'w5', ...days, availability: { product: { product_id: one.externalId, buy_size: 10 } } },
    { id: 'w6', ...days, availability: ofVariants({ product_id: two.externalId, buy_size: 11 }, null) },
    { id: 'w7', ...days, availability: { product: { product_id: two.externalId, buy_size: 12 }, variants: null } },
    { id: 'w8', ...days, availability: ofVariants({ product_id: two.externalId, buy_size: 12 }, 1, null) },
    { id: 'w9', ...days, availability: {} },
  ];
  const content = JSON.stringify({ data: { waitlists } });
  const { rows } = await bringIn(core, { storeId, kind: 'waitlists', format: 'json', content });
  expect(rows.map(({ key, fate, param, why }) => [key, fate, param, why?.reason ?? null])).toEqual([
    ...['w1', 'w2', 'w3', 'w4', 'w5', 'w6'].map((key) => [key, 'imported', null, null]),
    ['w7', 'refused', 'variant', 'units_of_product'],
    ['w8', 'refused', 'units', 'missing'],
    ['w9', 'refused', 'variant', 'missing'],
  ]);
  const made = await listWaitlists(db, storeId);
  const units = made.flatMap(({ variants }) => variants.map(({ allocated }) => allocated));
  expect(units.sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11]);
});

test('moments of a ship window are days on the store’s clock, in JSON and in CSV', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { prices: [12_900] });
  const [variant] = product.variants;
  const waitlists = [
    {
      id: 'day1',
      earliest_ship_date: '2030-08-31T22:00:00.000Z',
      latest_ship_date: '2030-09-14T22:00:00.000Z',
      availability: { product: {}, variants: [{ variant_id: variant?.externalId, buy_size: 20 }] },
    },
  ];
  await bringIn(core, { storeId, kind: 'waitlists', format: 'json', content: JSON.stringify({ data: { waitlists } }) });
  const csv = `reference,variant,units,ships_from,ships_until
day2,${variant?.externalId},5,2030-09-01 00:00:00 +0200,2030-09-15 00:00:00 +0200
day3,${variant?.externalId},5,soon,2030-09-15
`;
  const { rows } = await bringIn(core, { storeId, kind: 'waitlists', content: csv });
  expect(rows.map(({ fate, param }) => [fate, param])).toEqual([
    ['imported', null],
    ['refused', 'ships_from'],
  ]);
  const promised = (await listWaitlists(db, storeId)).map(({ promise: { from, until } }) => [from, until]);
  expect(promised).toEqual([
    ['2030-09-01', '2030-09-15'],
    ['2030-09-01', '2030-09-15'],
  ]);
});

test('a waitlist of a CSV has a row for each variant, and pre-orders may name it by its reference', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { prices: [12_900, 14_900] });
  const [first, second] = product.variants.map(({ externalId }) => externalId);
  const head = 'reference,product,variant,units,price,ships_from,ships_until';
  const rows = [
    `w1,${product.externalId},${first},5,99.00,2030-06-10,2030-06-15`,
    `w1,${product.externalId},${second},7,,,`,
  ];
  const content = [head, ...rows].join('\n');
  const brought = await bringIn(core, { storeId, kind: 'waitlists', content: `${content}\n` });
  expect(brought.import.fates).toEqual({ imported: 1 });
  const [waitlist] = await listWaitlists(db, storeId);
  expect(waitlist?.variants.map(({ allocated, price }) => [allocated, price])).toEqual([
    [5, 9_900],
    [7, 14_900],
  ]);
  const preorders = `reference,variant,waitlist,placed_at,email,first_name,last_name,line1,postal_code,city,country,price,paid
P1,${second},w1,2026-01-05,p1@shopper.example,Ada,Lovelace,Invalidenstraße 116,10115,Berlin,DE,149.00,149.00
P2,${second},nowhere,2026-01-05,p2@shopper.example,Ada,Lovelace,Invalidenstraße 116,10115,Berlin,DE,149.00,149.00
`;
  const { rows: fates } = await bringIn(core, { storeId, content: preorders });
  expect(fates.map(({ fate, code }) => [fate, code])).toEqual([
    ['imported', null],
    ['refused', 'waitlist_not_found'],
  ]);
  await expectSoundBooks(db);
});
