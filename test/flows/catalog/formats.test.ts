import { afterAll, beforeEach, expect, test } from 'vitest';
import { createCatalog, liveTitles, type TestCatalog } from '../../support/catalog.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await createCatalog(db);
});

const WOO = 'ID,Type,SKU,Name,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)';
const woo = (...rows: string[]) => `${[WOO, ...rows].join('\n')}\n`;

test('WooCommerce’s variations find their product by id and by SKU, in any order', async () => {
  const report = await catalog.load(
    woo(
      '43,variation,HOOD-R,Hoodie - Red,1,45,id:41,Colour,Red',
      '42,variation,HOOD-B,Hoodie - Blue,7,45,HOOD,Colour,Blue',
      '41,variable,HOOD,Hoodie,,,,Colour,"Blue, Red"',
      '50,simple,,Hoodie,3,12,,,',
      '60,grouped,,A set,,,,,',
    ),
  );
  expect(report).toMatchObject({
    issues: [{ line: 6, title: 'A set' }],
    rows: { read: 5, refused: 1 },
    products: { created: 2 },
    variants: { created: 3 },
    ids: { columns: { products: 'ID' }, made: { products: 0, variants: 0 } },
  });
  const hoodie = await catalog.byId('41');
  expect(hoodie?.variants.map(({ externalId, title }) => [externalId, title])).toEqual([
    ['43', 'Red'],
    ['42', 'Blue'],
  ]);
  // Two products of one name: pages name them by id, and their handles differ all the same.
  expect((await catalog.products()).map(({ handle, externalId }) => [handle, externalId])).toEqual([
    ['hoodie', '41'],
    ['hoodie-50', '50'],
  ]);
  expect(await catalog.idsOf('hoodie-50')).toEqual(['50', '50']);
});

test('variations that are counted with their product have its units, wherever its row stands', async () => {
  const head =
    'ID,Type,SKU,Name,In stock?,Stock,Backorders allowed?,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)';
  const report = await catalog.load(
    [
      head,
      '502,variation,TENT-M,Tent - Moss,1,parent,0,249,TENT,Colour,Moss',
      '501,variable,TENT,Tent,1,40,notify,,,Colour,"Moss, Sand"',
      '503,variation,TENT-S,Tent - Sand,1,parent,0,249,id:501,Colour,Sand',
      '504,variation,TENT-R,Tent - Red,0,-3,0,249,id:501,Colour,Red',
      '601,variable,CAP,Cap,1,,0,,,Colour,"Blue, Grey"',
      '602,variation,CAP-B,Cap - Blue,1,parent,0,9,CAP,Colour,Blue',
      '',
    ].join('\n'),
  );
  expect(report).toMatchObject({ issues: [], products: { created: 2 }, variants: { created: 4 } });
  const shelf = (variants: { sku: string; inStock: number; oversellEnabled: boolean }[] = []) =>
    variants.map(({ sku, inStock, oversellEnabled }) => [sku, inStock, oversellEnabled]);
  expect(shelf((await catalog.byId('501'))?.variants)).toEqual([
    ['TENT-M', 40, true],
    ['TENT-S', 40, true],
    ['TENT-R', -3, false],
  ]);
  expect(shelf((await catalog.byId('601'))?.variants)).toEqual([['CAP-B', 1, false]]);
});

test('prices that are finer than the currency are rounded and told, and entities are decoded once', async () => {
  const report = await catalog.load(
    woo('901,simple,OIL,Salt &amp; Smoke &#8211; gift box,4,16.8067,,,', '902,simple,JAR,Jar,4,"8,403361",,,'),
  );
  expect(report).toMatchObject({
    issues: [],
    products: { created: 2 },
    prices: { warnings: [{ code: 'prices_rounded', column: 'Regular price', rows: 2, example: '16.8067 → 16.81' }] },
  });
  const product = await catalog.product('salt-smoke-gift-box');
  expect(product).toMatchObject({ title: 'Salt & Smoke – gift box', variants: [{ price: 1_681 }] });
  expect((await catalog.product('jar')).variants).toMatchObject([{ price: 840 }]);
});

test('a second export of WooCommerce changes what changed, and renames no handle', async () => {
  await catalog.load(woo('50,simple,CAP,Cap,3,12,,,'));
  const report = await catalog.load(woo('50,simple,CAP,Better cap,2,12,,,'));
  expect(report).toMatchObject({ products: { created: 0, updated: 1 }, variants: { updated: 1 } });
  expect(await catalog.product('cap')).toMatchObject({ externalId: '50', title: 'Better cap' });
});

test('a variation without its product, and a product without variations, are refused', async () => {
  const { issues } = await catalog.load(
    woo('42,variation,,Hoodie - Blue,7,45,GONE,Colour,Blue', '41,variable,HOOD,Hoodie,,,,Colour,Blue'),
  );
  expect(issues).toMatchObject([
    { line: 2, code: 'missing_value' },
    { line: 3, code: 'missing_value', reason: expect.stringContaining('no row for a variant') },
  ]);
  expect(await catalog.products()).toEqual([]);
});

test('WooCommerce’s ids replace those that a file without ids made', async () => {
  await catalog.load('Handle,Title,Variant Price\ncap,Cap,12\n');
  const { id, externalId } = await catalog.product('cap');
  expect((await catalog.load(woo('50,simple,CAP,Cap,3,12,,,'))).ids.changed).toEqual({ products: 1, variants: 1 });
  expect(await catalog.product('cap')).toMatchObject({ id, externalId: '50', earlierIds: [externalId] });
});

test('a feed of Google as XML comes in like one with tabs', async () => {
  const item = (id: string, color: string) =>
    `<item><g:id>${id}</g:id><g:title>Jacket &amp; hood</g:title><g:price>129,00 EUR</g:price><g:item_group_id>JKT</g:item_group_id>
     <g:color>${color}</g:color><g:availability>in_stock</g:availability><link>https://s.example/products/jacket</link></item>`;
  const report = await catalog.load(
    `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${item('J1', 'Red')}${item('J2', 'Blue')}</channel></rss>`,
  );
  expect(report).toMatchObject({ issues: [], products: { created: 1 }, variants: { created: 2 } });
  expect(await catalog.product('jacket')).toMatchObject({
    title: 'Jacket & hood',
    externalId: 'JKT',
    variants: [
      { price: 12_900, inStock: 1 },
      { price: 12_900, inStock: 1 },
    ],
  });
});

test('what a feed as XML never says stays as it is', async () => {
  await catalog.load('ID,Handle,Title,Vendor,Variant ID,SKU,Price\n7,cap,Cap,Fjord,7,CAP,9\n');
  const feed = (items: string) => `<rss><channel>${items}</channel></rss>`;
  const item =
    '<item><id>7</id><title>Better cap</title><price>10 EUR</price><availability>in_stock</availability></item>';
  expect(await catalog.load(feed(item))).toMatchObject({ issues: [], products: { updated: 1 } });
  expect(await catalog.byId('7')).toMatchObject({
    title: 'Better cap',
    vendor: 'Fjord',
    variants: [{ sku: 'CAP', price: 1_000, inStock: 1 }],
  });
  expect(await catalog.refusal(feed('<item><title>Cap</title><availability>in_stock</availability></item>'))).toBe(
    'csv_no_handle_column',
  );
});

test('a line that names the separator is no header', async () => {
  const report = await catalog.load('sep=;\nHandle;Title;Variant Price\ncap;Cap, warm;12\ncap2;;x\n');
  expect(report).toMatchObject({ products: { created: 1 }, issues: [{ line: 4 }, { line: 4 }] });
  expect((await catalog.product('cap')).title).toBe('Cap, warm');
});

test('what a file has and the catalogue gets not is counted and named by its title', async () => {
  const report = await catalog.load(
    woo('41,variable,HOOD,Hoodie,,,,Colour,Blue', '60,grouped,,A set,,,,,', '50,simple,CAP,Cap,3,12,,,'),
  );
  expect(report).toMatchObject({ rows: { read: 3, refused: 2 }, products: { created: 1 } });
  expect(report.issues).toMatchObject([
    { line: 2, title: 'Hoodie' },
    { line: 3, title: 'A set' },
  ]);
});

test('a feed of Google with tabs brings groups as products', async () => {
  const HEAD = ['id', 'title', 'link', 'price', 'availability', 'item_group_id', 'color', 'description'];
  const item = (id: string, group: string, color: string) =>
    [
      id,
      'Jacket, warm',
      'https://s.example/products/jacket',
      '129.00 EUR',
      'in_stock',
      group,
      color,
      'Soft, "light"',
    ].join('\t');
  const file = [
    HEAD.join('\t'),
    item('shopify_DE_1_11', 'x', 'Red'),
    item('shopify_DE_1_12', 'x', 'Blue'),
    item('77', '', ''),
  ];
  const report = await catalog.load(`${file.join('\n')}\n`);
  expect(report).toMatchObject({ issues: [], products: { created: 2 }, variants: { created: 3 } });
  const jacket = await catalog.product('jacket');
  expect(liveTitles(jacket)).toEqual(['Red', 'Blue']);
  expect(await catalog.idsOf('jacket')).toEqual(['1', '11', '12']);
  expect(await catalog.idsOf('jacket-77')).toEqual(['77', '77']);
});
