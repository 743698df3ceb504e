import { describe, expect, test } from 'vitest';
import { readRows } from '../../test/support/file-rows.ts';
import { readHeader } from './catalog-csv-columns.ts';
import { guessHandle } from './catalog-rows.ts';

describe('a feed for Google’s Merchant Center', () => {
  const HEADER = 'id,title,description,link,image_link,availability,price,item_group_id,color,size,brand';
  const row = (changes: Record<string, string> = {}) => {
    const cells: Record<string, string> = {
      id: 'AUR-S',
      title: 'Aurora Jacket',
      link: 'https://shop.example/products/aurora-jacket?variant=1',
      image_link: 'https://shop.example/a.jpg',
      availability: 'out_of_stock',
      price: '129.00 EUR',
      item_group_id: 'AUR',
      color: 'Red',
      size: 'S',
      brand: 'Fjord',
      ...changes,
    };
    return HEADER.split(',').map((name) => cells[name] ?? '');
  };

  test('has a row for each variant, and a group for each product', () => {
    const [read] = readRows(HEADER, [row()]);
    expect(read).toMatchObject({
      issues: [],
      row: {
        productKey: 'id:AUR',
        handle: null,
        handleGuess: 'aurora-jacket',
        productId: { given: 'AUR' },
        product: { title: 'Aurora Jacket', vendor: 'Fjord', optionNames: ['Colour', 'Size'] },
        variant: { id: { given: 'AUR-S' }, optionValues: ['Red', 'S'], price: 12_900, fit: true },
      },
    });
  });

  test.each([
    ['in_stock', 1, false],
    ['in stock', 1, false],
    ['out_of_stock', 0, false],
    ['preorder', 0, false],
    ['backorder', 0, true],
    ['', 0, false],
  ])('that is “%s” and not counted has %i on the shelf', (availability, inStock, oversellEnabled) => {
    expect(readRows(HEADER, [row({ availability })])[0]?.row?.variant).toMatchObject({ inStock, oversellEnabled });
    const counted = [...row({ availability }), '7'];
    expect(readRows(`${HEADER},quantity`, [counted])[0]?.row?.variant).toMatchObject({ inStock: 7 });
  });

  test.each([
    [{ id: 'shopify_DE_8123456789012_44123456789012' }, '8123456789012', '44123456789012'],
    [{ id: 'gla_42', item_group_id: 'gla_41' }, '41', '42'],
    [{ id: 'gla_red' }, 'AUR', 'gla_red'],
    [{ id: '007', item_group_id: '' }, '007', '007'],
  ])('is read for the platform’s ids: %j', (changes, product, variant) => {
    const [read] = readRows(HEADER, [row(changes)]);
    expect(read?.row).toMatchObject({ productId: { given: product }, variant: { id: { given: variant } } });
  });

  test('without a group is a product in one form, whatever its colour', () => {
    const [read] = readRows(HEADER, [row({ item_group_id: '' })]);
    expect(read?.row).toMatchObject({ product: { optionNames: [] }, variant: { optionValues: [] } });
  });

  test.each([
    ['EUR 129.00', 12_900],
    ['129.00', 12_900],
    ['24,90 EUR', 2_490],
    ['1.299,00 EUR', 129_900],
    ['1,299.00 EUR', 129_900],
    ["1'299.00 EUR", 129_900],
    ['1 299,00 EUR', 129_900],
    ['1,234,567.8 EUR', 123_456_780],
    ['1.234.567 EUR', 123_456_700],
    ['19.00 eur', 1_900],
    ['19.00EUR', 1_900],
    ['€19.00', 1_900],
    ['19,00 €', 1_900],
    ['19 €', 1_900],
    ['', null],
  ])('has the price %j', (price, amount) => {
    expect(readRows(HEADER, [row({ price })])[0]?.row?.variant?.price).toBe(amount);
  });

  test.each([
    [row({ price: '129.00 USD' }), 'price'],
    [row({ price: 'free' }), 'price'],
    [row({ price: '1.299 EUR' }), 'price'],
    [row({ price: '1,299 EUR' }), 'price'],
    [row({ price: '12.34.56 EUR' }), 'price'],
    [row({ price: '$19.00' }), 'price'],
    [row({ price: '-5 EUR' }), 'price'],
    [row({ price: '19.00 EUR 20.00' }), 'price'],
    [row({ image_link: 'no address' }), 'image_link'],
  ])('refuses a bad cell: %j', (cells, column) => {
    const [read] = readRows(HEADER, [cells]);
    expect(read?.issues[0]).toMatchObject({ column, code: 'invalid_value' });
  });

  test.each([
    ['https://shop.example/', 'aurora-jacket'],
    ['https://shop.example/p.php?id=5', 'aurora-jacket'],
    ['https://shop.example/p/%E0%A4%A', 'aurora-jacket'],
    ['no address', 'aurora-jacket'],
    ['https://shop.example/p/m%C3%BCtze/', 'mütze'],
  ])('takes the handle from the address %s, else from the title', (link, handle) => {
    expect(readRows(HEADER, [row({ link })])[0]?.row?.handleGuess).toBe(handle);
  });
});

describe('Medusa’s export', () => {
  const HEADER =
    'Product Id,Product Handle,Product Title,Product Description,Product Thumbnail,Variant Id,Variant SKU,Variant Allow Backorder,Variant Manage Inventory,Variant Price USD,Variant Price EUR,Variant Option 1 Name,Variant Option 1 Value';
  const CAP = [
    'prod_1',
    'cap',
    'Cap',
    'Warm',
    'https://s.example/a.jpg',
    'variant_1',
    'CAP',
    'FALSE',
    'TRUE',
    '14',
    '12',
  ];

  test('has a row for each variant, with prices in each currency', () => {
    const [only, red] = readRows(HEADER, [
      [...CAP, 'Default option', 'Default option value'],
      [...CAP.with(5, 'variant_2').with(8, 'false'), 'Colour', 'Red'],
    ]);
    expect(only).toMatchObject({
      issues: [],
      row: {
        handle: 'cap',
        productId: { given: 'prod_1' },
        product: { title: 'Cap', imageUrl: 'https://s.example/a.jpg', optionNames: [] },
        variant: { id: { given: 'variant_1' }, optionValues: [], sku: 'CAP', price: 1_200, inStock: 0 },
      },
    });
    expect(red?.row).toMatchObject({
      product: { optionNames: ['Colour'] },
      variant: { optionValues: ['Red'], inStock: 1, oversellEnabled: true },
    });
  });

  test.each([
    ['Price EUR', 'Price EUR'],
    ['Price Germany [EUR]', 'Price Germany [EUR]'],
    ['Price USD', undefined],
  ])('with the column %s has its prices in %s', (column, price) => {
    const header = readHeader(['Product Handle', 'Product Title', column], 'EUR');
    expect(header.columns.price?.name).toBe(price);
  });
});

describe('Vendure’s file', () => {
  const HEADER =
    'name:en,slug:en,description:en,assets,facets,optionGroups:en,optionValues:en,sku,price,taxCategory,stockOnHand,trackInventory';

  test('has the variants of a product below it', () => {
    const [s, m, cap] = readRows(HEADER, [
      ['Shirt', '', 'Soft', 'a.jpg|b.jpg', '', 'Size|Colour', 'S|Red', 'SH-S', '12.345', '', '3', 'true'],
      ['', '', '', '', '', '', 'M|Red', 'SH-M', '12.5', '', '0', 'false'],
      ['Cap', 'the-cap', '', 'https://s.example/c.jpg', '', '', '', 'CAP', '9', '', '2', ''],
    ]);
    expect([s?.issues, m?.issues, cap?.issues]).toEqual([[], [], []]);
    expect(s?.row).toMatchObject({
      handle: 'shirt',
      product: { title: 'Shirt', descriptionHtml: 'Soft', imageUrl: null, optionNames: ['Size', 'Colour'] },
      variant: { optionValues: ['S', 'Red'], sku: 'SH-S', price: 1_235, isRounded: true, inStock: 3 },
    });
    expect(m?.row).toMatchObject({
      productKey: 'shirt',
      product: { title: null, optionNames: null },
      variant: { optionValues: ['M', 'Red'], price: 1_250, inStock: 1, oversellEnabled: true },
    });
    expect(cap?.row).toMatchObject({
      handle: 'the-cap',
      product: { imageUrl: 'https://s.example/c.jpg', optionNames: [] },
      variant: { optionValues: [], inStock: 2, oversellEnabled: false },
    });
  });

  test('that begins without a product refuses the row', () => {
    const [read] = readRows(HEADER, [['', '', '', '', '', '', 'M', 'SH-M', '12.5', '', '0', '']]);
    expect(read).toMatchObject({ row: null, issues: [{ code: 'missing_value', column: 'name:en' }] });
  });
});

test.each([
  [['Title', 'Price'], 'file_unknown', /It has: Title, Price/],
  [['<!doctype html>'], 'file_page', /web page/],
  [['sku', '_store', '_attribute_set', '_type', 'name'], 'file_magento', /Magento/],
  [['sku', 'store_view_code', 'attribute_set_code', 'name', 'price'], 'file_magento', /Magento/],
  [['Type', 'SKU', 'Name', 'Regular price'], 'file_woocommerce_no_id', /without the column “ID”/],
  [['ID', 'Typ', 'Name'], 'file_woocommerce_language', /to English/],
  [['title', 'link', 'image_link'], 'file_google_no_id', /“id”/],
])('a file with the columns %j is refused as %s', (cells, reason, message) => {
  expect(() => readHeader(cells)).toThrow(
    expect.objectContaining({
      code: 'csv_no_handle_column',
      message: expect.stringMatching(message),
      info: { data: expect.objectContaining({ reason }) },
    }),
  );
});

test('a plain file without handles names products by their id', () => {
  const [first, second] = readRows('Product ID,Title,Option1 Name,Option1 Value,Variant ID,Price', [
    ['p_1', 'Cap', 'Size', 'S', 'v_1', '5'],
    ['p_1', '', '', 'M', 'v_2', '5'],
  ]);
  expect(first?.row).toMatchObject({
    productKey: 'id:p_1',
    handle: null,
    handleGuess: 'cap',
    variant: { id: { given: 'v_1' } },
  });
  expect(second?.row).toMatchObject({ productKey: 'id:p_1', variant: { id: { given: 'v_2' } } });
});

test.each([
  ['Hoodie – Blue & Red', 'hoodie-blue-red'],
  ['日本 帽子', '日本-帽子'],
  ['!!!', 'product'],
])('the title %s makes the handle %s', (title, handle) => {
  expect(guessHandle(title)).toBe(handle);
});

test.each([
  ['Handle,Title,Variant SKU,Variant Price', ['mug', 'Mug', '1.23457E+17', '14.00']],
  ['product code,product name,sku,price', ['mug', 'Mug', '1,23457E+17', '14.00']],
  ['ID,Type,SKU,Name,Regular price', ['42', 'simple', '1.2E+17', 'Mug', '14.00']],
  [
    'id,title,description,link,image_link,availability,price,sku',
    ['7', 'Mug', '', '', '', 'in_stock', '14.00', '9E+12'],
  ],
])('a SKU that a spreadsheet has rounded is refused in %s', (header, cells) => {
  const [read] = readRows(header, [cells]);
  expect(read?.issues).toMatchObject([{ why: { reason: 'id_rounded' } }]);
});
