import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRowReader } from './catalog-csv.ts';
import { readHeader } from './catalog-csv-columns.ts';
import { guessHandle } from './catalog-rows.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const decodeEntities = (text: string) => text.replaceAll('&amp;', '&');

/** Reads rows of a file whose header has these names. */
function readAll(header: string, rows: string[][], currency = 'EUR') {
  const read = createRowReader(readHeader(header.split(',')), { currency, sha256, decodeEntities });
  return rows.map((cells, index) => read({ line: index + 2, cells, unterminated: false }));
}

describe('WooCommerce’s export', () => {
  // A part of the header of WooCommerce 9, in its order.
  const HEADER =
    'ID,Type,SKU,Name,Published,Description,In stock?,Stock,Backorders allowed?,Sale price,Regular price,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)';
  const HOODIE = [
    '41',
    'variable',
    'HOOD',
    'Hoodie ÄÖ',
    '1',
    '<p>Warm</p>',
    '1',
    '',
    '0',
    '',
    '',
    'https://s.example/a.jpg, https://s.example/b.jpg',
    '',
    'Colour',
    'Blue, Red',
    'Size',
    'S, M',
  ];
  const BLUE = [
    '42',
    'variation',
    'HOOD-B',
    'Hoodie - Blue',
    '1',
    '',
    '1',
    '7',
    'notify',
    '',
    '45,5',
    'https://s.example/c.jpg',
    'HOOD',
    'Colour',
    'Blue',
    'Size',
    '',
  ];
  const CAP = ['50', 'simple, virtual', '', 'Cap', '1', '', '1', '-2', '0', '10', '12', '', '', '', '', '', ''];

  test('has a row for a product and one for each of its variations', () => {
    const [product, variation] = readAll(HEADER, [HOODIE, BLUE]);
    expect(product?.issues).toEqual([]);
    expect(product?.row).toMatchObject({
      productKey: 'id:41',
      handle: null,
      handleGuess: 'hoodie-ao',
      productId: { given: '41' },
      productSku: 'HOOD',
      product: { title: 'Hoodie ÄÖ', imageUrl: 'https://s.example/a.jpg', optionNames: null },
      variant: null,
    });
    expect(variation?.issues).toEqual([]);
    expect(variation?.row).toMatchObject({
      productKey: 'sku:HOOD',
      product: { title: null, optionNames: ['Colour', 'Size'] },
      variant: {
        id: { given: '42' },
        optionValues: ['Blue', 'Any'],
        sku: 'HOOD-B',
        price: 4_550,
        inStock: 7,
        oversellEnabled: true,
        imageUrl: 'https://s.example/c.jpg',
        fit: true,
      },
    });
    const [byId] = readAll(HEADER, [BLUE.with(12, 'id:41')]);
    expect(byId?.row?.productKey).toBe('id:41');
  });

  test('knows a product in one form by one id for product and variant, at its regular price', () => {
    const [read] = readAll(HEADER, [CAP]);
    expect(read?.row).toMatchObject({
      productId: { given: '50' },
      product: { optionNames: [] },
      variant: { id: { given: '50' }, optionValues: [], named: true, price: 1_200, inStock: -2 },
    });
  });

  test.each([
    // Stock, in stock?, back orders?: units and whether it goes on selling.
    [['7', '1', '0'], 7, false],
    [["'-3", '0', 'notify'], -3, true],
    [['-2', '0', '0'], -2, false],
    [['2.5', '1', '0'], 2, false],
    [['-0.5', '0', '0'], -1, false],
    [['', '1', '0'], 1, false],
    [['', '0', '0'], 0, false],
    [['', 'backorder', '0'], 0, true],
    [['', '', ''], 1, false],
    [['parent', '1', 'notify'], null, true],
  ] as const)('with the stock %j has %s units', ([stock, status, backorders], inStock, oversellEnabled) => {
    const [read] = readAll(HEADER, [CAP.with(7, stock).with(6, status).with(8, backorders)]);
    expect(read?.issues).toEqual([]);
    expect(read?.row?.variant).toMatchObject({ inStock, oversellEnabled });
  });

  test('says what a product counts for its variations', () => {
    const [counted, uncounted] = readAll(HEADER, [HOODIE.with(7, '40').with(8, 'notify'), HOODIE]);
    expect(counted?.row?.stock).toEqual({ inStock: 40, oversellEnabled: true });
    expect(uncounted?.row?.variant).toBeNull();
  });

  test.each([
    ['16.8067', 1_681, true],
    ['8,403361', 840, true],
    ['45,5', 4_550, false],
  ])('rounds the net price %s, and tells', (price, amount, isRounded) => {
    const [read] = readAll(HEADER, [CAP.with(10, price)]);
    expect(read?.issues).toEqual([]);
    expect(read?.row?.variant).toMatchObject({ price: amount, isRounded });
  });

  test('has line breaks, commas and entities as they are meant', () => {
    const [product, variation] = readAll(HEADER, [
      HOODIE.with(3, 'Salt &amp; Smoke &amp;amp; more').with(5, '<p>One.</p>\\n<p>C:\\\\new &amp; old</p>'),
      BLUE.with(14, 'Red\\, dark &amp; deep').with(13, 'Hue &amp; cry'),
    ]);
    expect(product?.row).toMatchObject({
      handleGuess: 'salt-smoke-amp-more',
      product: { title: 'Salt & Smoke &amp; more', descriptionHtml: '<p>One.</p>\n<p>C:\\new &amp; old</p>' },
    });
    expect(variation?.row).toMatchObject({
      product: { optionNames: ['Hue & cry', 'Size'] },
      variant: { optionValues: ['Red, dark & deep', 'Any'] },
    });
  });

  test.each([
    ['grouped', 0],
    ['external', 0],
  ])('leaves out a %s product without an issue', (type, count) => {
    const [read] = readAll(HEADER, [CAP.with(1, type)]);
    expect(read?.row).toBeNull();
    expect(read?.issues).toHaveLength(count);
  });

  test.each([
    [CAP.with(0, ''), 'ID', 'missing_value'],
    [BLUE.with(12, ''), 'Parent', 'missing_value'],
    [CAP.with(10, 'dear'), 'Regular price', 'invalid_value'],
    [CAP.with(8, 'perhaps'), 'Backorders allowed?', 'invalid_value'],
    [CAP.with(11, 'javascript:alert(1)'), 'Images', 'invalid_value'],
    [[...CAP, 'x'], 'cell 18', 'too_many_cells'],
  ])('refuses a bad cell: %j', (cells, column, code) => {
    const [read] = readAll(HEADER, [cells]);
    expect(read?.issues[0]).toMatchObject({ line: 2, column, code });
    expect(read?.row?.variant?.fit ?? false).toBe(false);
  });

  test('in another language is refused with what to do', () => {
    expect(() => readHeader(['ID', 'Typ', 'Artikelnummer', 'Name'])).toThrow(/profile there to English/);
  });
});

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
    const [read] = readAll(HEADER, [row()]);
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
    expect(readAll(HEADER, [row({ availability })])[0]?.row?.variant).toMatchObject({ inStock, oversellEnabled });
    const counted = [...row({ availability }), '7'];
    expect(readAll(`${HEADER},quantity`, [counted])[0]?.row?.variant).toMatchObject({ inStock: 7 });
  });

  test.each([
    [{ id: 'shopify_DE_8123456789012_44123456789012' }, '8123456789012', '44123456789012'],
    [{ id: 'gla_42', item_group_id: 'gla_41' }, '41', '42'],
    [{ id: 'gla_red' }, 'AUR', 'gla_red'],
    [{ id: '007', item_group_id: '' }, '007', '007'],
  ])('is read for the platform’s ids: %j', (changes, product, variant) => {
    const [read] = readAll(HEADER, [row(changes)]);
    expect(read?.row).toMatchObject({ productId: { given: product }, variant: { id: { given: variant } } });
  });

  test('without a group is a product in one form, whatever its colour', () => {
    const [read] = readAll(HEADER, [row({ item_group_id: '' })]);
    expect(read?.row).toMatchObject({ product: { optionNames: [] }, variant: { optionValues: [] } });
  });

  test.each([
    ['EUR 129.00', 12_900],
    ['129.00', 12_900],
    ['', null],
  ])('has the price %j', (price, amount) => {
    expect(readAll(HEADER, [row({ price })])[0]?.row?.variant?.price).toBe(amount);
  });

  test.each([
    [row({ price: '129.00 USD' }), 'price'],
    [row({ price: 'free' }), 'price'],
    [row({ image_link: 'no address' }), 'image_link'],
  ])('refuses a bad cell: %j', (cells, column) => {
    const [read] = readAll(HEADER, [cells]);
    expect(read?.issues[0]).toMatchObject({ column, code: 'invalid_value' });
  });

  test.each([
    ['https://shop.example/', 'aurora-jacket'],
    ['https://shop.example/p.php?id=5', 'aurora-jacket'],
    ['https://shop.example/p/%E0%A4%A', 'aurora-jacket'],
    ['no address', 'aurora-jacket'],
    ['https://shop.example/p/m%C3%BCtze/', 'mütze'],
  ])('takes the handle from the address %s, else from the title', (link, handle) => {
    expect(readAll(HEADER, [row({ link })])[0]?.row?.handleGuess).toBe(handle);
  });
});

test('a plain file without handles names products by their id', () => {
  const [first, second] = readAll('Product ID,Title,Option1 Name,Option1 Value,Variant ID,Price', [
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
