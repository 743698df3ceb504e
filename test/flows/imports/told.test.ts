import { expect, test } from 'vitest';
import { expectSoundBooks } from '../../support/books.ts';
import { createOffer } from '../../support/core.ts';
import { bringIn, foreignFile, foreignRow } from '../../support/imports.ts';
import { createTestProduct, createTestStore } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const { db } = core;

const contactsOf = (storeId: string) =>
  db.query<{ email: string; locale: string; phone: string | null }>(
    `SELECT k.email, p.locale, k.address ->> 'phoneNumber' AS phone FROM preorder p
     JOIN preorder_contact k ON k.store_id = p.store_id AND k.preorder_id = p.id
     WHERE p.store_id = $1 ORDER BY p.placed_at, k.email`,
    [storeId],
  );

/** Adds columns that the rows of the other tests do not have. */
const withColumns = (file: string, names: string, ...cells: string[]) =>
  file
    .trim()
    .split('\n')
    .map((line, index) => (index === 0 ? `${line},${names}` : `${line},${cells[index - 1]}`))
    .join('\n');

test('a language without texts becomes the store’s, and the row says so when it is looked at and when it came in', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
  await db.query(`UPDATE store SET locale = 'de' WHERE id = $1`, [storeId]);
  const asked = ['fi_FI', 'klingon', 'de_DE_formal', 'pt-BR', ''];
  const rows = asked.map((_, index) => foreignRow(`L-${index}`, variant, { email: `l${index}@shopper.example` }));
  const content = withColumns(foreignFile(...rows), 'language', ...asked);
  for (const dryRun of [true, false]) {
    const { rows: told } = await bringIn(core, { storeId, content, dryRun });
    expect(told.map(({ fate, code, notes }) => [fate, code, notes.map(({ param, why }) => [param, why.text])])).toEqual(
      ['fi_FI', 'klingon', null, null, null].map((text) => [
        dryRun ? 'ready' : 'imported',
        null,
        text === null ? [] : [['language', text]],
      ]),
    );
    expect(told[0]?.notes[0]?.message).toContain('“fi_FI”');
  }
  expect((await contactsOf(storeId)).map(({ locale }) => locale)).toEqual(['de', 'de', 'de', 'pt', 'de']);
});

test('the apostrophe that exporters put before text is none of an e-mail address', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
  const emails = ["'ada@shopper.example", "''bo@shopper.example", "o'neil@shopper.example"];
  const content = foreignFile(...emails.map((email, index) => foreignRow(`E-${index}`, variant, { email })));
  const { rows } = await bringIn(core, { storeId, content });
  expect(rows.map(({ fate }) => fate)).toEqual(['imported', 'imported', 'imported']);
  const kept = (await contactsOf(storeId)).map(({ email }) => email);
  expect(kept).toEqual(['ada@shopper.example', 'bo@shopper.example', "o'neil@shopper.example"]);
});

test('what a spreadsheet has rounded is refused by its column, or told where nothing depends on it', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
  const content = withColumns(
    foreignFile(
      foreignRow('1.23457E+17', variant),
      foreignRow('R-2', '"1,23457E+17"'),
      foreignRow('R-3', variant),
      foreignRow('R-4', variant),
      foreignRow('R-5', variant),
    ),
    'product,waitlist,phone',
    ',,',
    ',,',
    '8.12346E+12,,',
    ',6.1E+12,',
    ',,4.91512E+11',
  );
  const { rows } = await bringIn(core, { storeId, content });
  expect(
    rows.map(({ fate, param, why, notes }) => [fate, param, why?.reason, notes.map((note) => note.param)]),
  ).toEqual([
    ['refused', 'reference', 'id_rounded', []],
    ['refused', 'variant', 'id_rounded', []],
    ['refused', 'product', 'id_rounded', []],
    ['refused', 'waitlist', 'id_rounded', []],
    ['imported', null, undefined, ['phone']],
  ]);
});

test('no rounded name makes a waitlist', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { prices: [12_900] });
  const [variant] = product.variants;
  const content = [
    'reference,product,variant,units,ships_from,ships_until',
    `1.2E+17,,${variant?.externalId},5,2030-06-10,2030-06-15`,
    `W-2,8.1E+12,${variant?.externalId},5,2030-06-10,2030-06-15`,
    'W-3,,9.9E+12,5,2030-06-10,2030-06-15',
    `W-4,,${variant?.externalId},5,2030-06-10,2030-06-15`,
  ].join('\n');
  const { rows } = await bringIn(core, { storeId, kind: 'waitlists', content });
  expect(rows.map(({ fate, param, why }) => [fate, param, why?.reason])).toEqual([
    ['refused', 'reference', 'id_rounded'],
    ['refused', 'product', 'id_rounded'],
    ['refused', 'variant', 'id_rounded'],
    ['imported', null, undefined],
  ]);
});

test('a discount of the whole order is shared by its line items, and each row says its part', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 10 });
  const line = (id: string, price: string, changes = {}) => ({
    id,
    variant_id: variant,
    quantity: 1,
    unit_price: price,
    total: price,
    ...changes,
  });
  const order = (reference: string, total: string, ...lines: object[]) => ({
    reference,
    created_at: '2026-01-05T10:00:00.000Z',
    currency: 'EUR',
    total_price: total,
    customer: { email: `${reference.toLowerCase()}@shopper.example` },
    shipping_address: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      address1: 'Invalidenstraße 116',
      city: 'Berlin',
      postal_code: '10115',
      country_code: 'DE',
    },
    line_items: lines,
  });
  const orders = [
    order('D1', '90.00', line('a', '33.33'), line('b', '66.67')),
    order('D2', '140.00', line('a', '50.00'), line('b', '99.00', { total_discount: '9.00', total: '90.00' })),
    order('D3', '105.00', line('a', '50.00'), line('b', '100.00', { cancelled: true })),
  ];
  const content = JSON.stringify({ data: { orders } });
  const { rows } = await bringIn(core, { storeId, content, format: 'json', paid: 'all' });
  expect(
    rows.map(({ key, fate, why, notes }) => [key, fate, why?.reason, notes.map((note) => note.why.amount)]),
  ).toEqual([
    ['D1 a', 'imported', undefined, ['3.3300']],
    ['D1 b', 'imported', undefined, ['6.6700']],
    ['D2 a', 'imported', undefined, []],
    ['D2 b', 'imported', undefined, []],
    ['D3 a', 'refused', 'order_price_unclear', []],
    ['D3 b', 'skipped', undefined, []],
  ]);
  const made = await db.query<{ total: number; discount: number }>(
    'SELECT total, discount FROM preorder WHERE store_id = $1 ORDER BY total',
    [storeId],
  );
  expect(made).toEqual([
    { total: 3_000, discount: 333 },
    { total: 5_000, discount: 0 },
    { total: 6_000, discount: 667 },
    { total: 9_000, discount: 900 },
  ]);
  await expectSoundBooks(db);
});

test('what was agreed to elsewhere is told in the language of each shopper', async () => {
  const { storeId, variantExternalId: variant } = await createOffer(core, { allocation: 20 });
  const languages = ['de', 'ja', 'pt-BR', 'klingon'];
  const rows = languages.map((_, index) => foreignRow(`C-${index}`, variant));
  await bringIn(core, { storeId, content: withColumns(foreignFile(...rows), 'language', ...languages) });
  const kept = await db.query<{ text: string }>(
    'SELECT consent_text AS text FROM preorder WHERE store_id = $1 ORDER BY consent_text COLLATE "C"',
    [storeId],
  );
  const [portuguese, german, english, japanese] = kept.map(({ text }) => text);
  expect(portuguese).toContain('outro serviço, com a referência C-2');
  expect(german).toContain('einem anderen Dienst als C-0');
  expect(english).toContain('another service, as C-3');
  expect(japanese).toContain('別のサービスでC-1');
});
