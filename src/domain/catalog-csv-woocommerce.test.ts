import { describe, expect, test } from 'vitest';
import { readRows } from '../../test/support/file-rows.ts';
import { readHeader } from './catalog-csv-columns.ts';

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
    const [product, variation] = readRows(HEADER, [HOODIE, BLUE]);
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
    const [byId] = readRows(HEADER, [BLUE.with(12, 'id:41')]);
    expect(byId?.row?.productKey).toBe('id:41');
  });

  test('knows a product in one form by one id for product and variant, at its regular price', () => {
    const [read] = readRows(HEADER, [CAP]);
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
    [['1,5', '1', '0'], 1, false],
    [['1,200', '1', '0'], 1_200, false],
    [['-0.5', '0', '0'], -1, false],
    [['', '1', '0'], 1, false],
    [['', '0', '0'], 0, false],
    [['', 'backorder', '0'], 0, true],
    [['', '', ''], 1, false],
    [['parent', '1', 'notify'], null, true],
  ] as const)('with the stock %j has %s units', ([stock, status, backorders], inStock, oversellEnabled) => {
    const [read] = readRows(HEADER, [CAP.with(7, stock).with(6, status).with(8, backorders)]);
    expect(read?.issues).toEqual([]);
    expect(read?.row?.variant).toMatchObject({ inStock, oversellEnabled });
  });

  test('says what a product counts for its variations', () => {
    const [counted, uncounted] = readRows(HEADER, [HOODIE.with(7, '40').with(8, 'notify'), HOODIE]);
    expect(counted?.row?.stock).toEqual({ inStock: 40, oversellEnabled: true });
    expect(uncounted?.row?.variant).toBeNull();
  });

  test.each([
    ['16.8067', 1_681, true],
    ['8,403361', 840, true],
    ['45,5', 4_550, false],
  ])('rounds the net price %s, and tells', (price, amount, isRounded) => {
    const [read] = readRows(HEADER, [CAP.with(10, price)]);
    expect(read?.issues).toEqual([]);
    expect(read?.row?.variant).toMatchObject({ price: amount, isRounded });
  });

  test('has line breaks, commas and entities as they are meant', () => {
    const [product, variation] = readRows(HEADER, [
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

  test.each([['grouped'], ['external']])('leaves out a %s product, and says so by its title', (type) => {
    const [read] = readRows(HEADER, [CAP.with(1, type)]);
    expect(read?.row).toBeNull();
    expect(read?.issues).toMatchObject([{ column: 'Type', title: 'Cap', why: { reason: 'not_sold_itself' } }]);
  });

  test.each([
    [CAP.with(0, ''), 'ID', 'missing_value'],
    [BLUE.with(12, ''), 'Parent', 'missing_value'],
    [CAP.with(10, 'dear'), 'Regular price', 'invalid_value'],
    [CAP.with(8, 'perhaps'), 'Backorders allowed?', 'invalid_value'],
    [CAP.with(11, 'javascript:alert(1)'), 'Images', 'invalid_value'],
    [[...CAP, 'x'], 'cell 18', 'too_many_cells'],
  ])('refuses a bad cell: %j', (cells, column, code) => {
    const [read] = readRows(HEADER, [cells]);
    expect(read?.issues[0]).toMatchObject({ line: 2, column, code });
    expect(read?.row?.variant?.fit ?? false).toBe(false);
  });

  test('in another language is refused with what to do', () => {
    expect(() => readHeader(['ID', 'Typ', 'Artikelnummer', 'Name'])).toThrow(/profile there to English/);
  });
});
