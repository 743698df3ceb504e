import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileFacts } from '../../test/support/file-rows.ts';
import { productExternalId, variantExternalId } from './catalog.ts';
import { createRowReader } from './catalog-csv.ts';
import { readHeader } from './catalog-csv-columns.ts';

const { sha256 } = fileFacts();

const OLD =
  'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty,Variant Inventory Policy,Image Src,Image Position,Variant Image';
const NEW =
  'Title,URL handle,Description,Vendor,Option1 name,Option1 value,Option2 name,Option2 value,SKU,Price,Compare-at price,Inventory quantity,Continue selling when out of stock,Product image URL,Image position,Variant image URL';

/** Reads one row, given as values by column name. */
function readOne(values: Record<string, string>, names: string = OLD) {
  const header = names.split(',');
  const unknown = Object.keys(values).filter((name) => !header.includes(name));
  if (unknown.length > 0) throw new Error(`No such column: ${unknown.join(', ')}`);
  const read = createRowReader(readHeader(header), fileFacts());
  return read({ line: 2, cells: header.map((name) => values[name] ?? ''), unterminated: false });
}

const shirt = { Handle: 'shirt', Title: 'Shirt', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant Price': '10' };

test('both versions of the format are read alike', () => {
  const old = readOne({
    Handle: 'shirt',
    Title: 'Shirt',
    'Body (HTML)': '<p>Soft</p>',
    Vendor: 'Acme',
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Variant SKU': 'SH-S',
    'Variant Price': '1,299.00',
    'Variant Compare At Price': '1500',
    'Variant Inventory Qty': '-2',
    'Variant Inventory Policy': 'continue',
    'Image Src': 'https://cdn.example/a.jpg',
    'Image Position': '1',
    'Variant Image': '//cdn.example/s.jpg',
  });
  const fresh = readOne(
    {
      'URL handle': 'shirt',
      Title: 'Shirt',
      Description: '<p>Soft</p>',
      Vendor: 'Acme',
      'Option1 name': 'Size',
      'Option1 value': 'S',
      SKU: 'SH-S',
      Price: '1,299.00',
      'Compare-at price': '1500',
      'Inventory quantity': '-2',
      'Continue selling when out of stock': 'CONTINUE',
      'Product image URL': 'https://cdn.example/a.jpg',
      'Image position': '1',
      'Variant image URL': 'https://cdn.example/s.jpg',
    },
    NEW,
  );
  expect(old).toEqual(fresh);
  expect(old).toEqual({
    issues: [],
    row: {
      line: 2,
      productKey: 'shirt',
      handle: 'shirt',
      handleGuess: null,
      productId: { given: null, made: productExternalId(sha256, 'shirt') },
      productSku: null,
      stock: null,
      unreadable: false,
      product: {
        title: 'Shirt',
        descriptionHtml: '<p>Soft</p>',
        vendor: 'Acme',
        imageUrl: 'https://cdn.example/a.jpg',
        imagePosition: 1,
        optionNames: ['Size'],
      },
      variant: {
        id: { given: null, made: variantExternalId(sha256, 'shirt', ['S']) },
        optionValues: ['S'],
        named: true,
        bare: false,
        fit: true,
        sku: 'SH-S',
        price: 129_900,
        compareAtPrice: 150_000,
        imageUrl: 'https://cdn.example/s.jpg',
        isRounded: false,
        inStock: -2,
        oversellEnabled: true,
      },
    },
  });
});

test('columns are found in any order, whatever the case and spacing of their names', () => {
  const header = readHeader([' VARIANT  PRICE ', 'url Handle', 'Tags', 'option 1 value']);
  expect(header.columns).toEqual({
    price: { index: 0, name: 'VARIANT  PRICE' },
    handle: { index: 1, name: 'url Handle' },
    option1Value: { index: 3, name: 'option 1 value' },
  });
});

test('an id has 15 digits and depends on handle and options alone', () => {
  expect(productExternalId(sha256, 'shirt')).toMatch(/^[1-9]\d{14}$/);
  const { row } = readOne(shirt);
  const other = readOne({ ...shirt, Title: 'Renamed', 'Variant SKU': 'X', 'Variant Price': '12', Vendor: 'Y' }).row;
  expect(other?.variant?.id).toEqual(row?.variant?.id);
  expect(other?.productId).toEqual(row?.productId);
  expect(readOne({ ...shirt, 'Option1 Value': 'M' }).row?.variant?.id).not.toEqual(row?.variant?.id);
  expect(readOne({ ...shirt, Handle: 'shirt-2' }).row?.variant?.id).not.toEqual(row?.variant?.id);
  // Fixed values: a change of these ids would cut all waitlists off from their variants.
  expect([productExternalId(sha256, 'shirt'), variantExternalId(sha256, 'shirt', ['S'])]).toEqual([
    '631942033833441',
    '602073867426767',
  ]);
});

test('different handles and options have different ids, also when they are equal as joined text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', ' ', '"', ',', '\u0000'), maxLength: 4 });
  const variant = fc.record({ handle: text, values: fc.array(text, { maxLength: 3 }) });
  const idOf = (v: { handle: string; values: string[] }) => variantExternalId(sha256, v.handle, v.values);
  fc.assert(
    fc.property(variant, variant, (one, other) => {
      expect(idOf(one) === idOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(idOf(one)).toMatch(/^[1-9]\d{14}$/);
    }),
  );
});

test('a product without options has one variant with neither names nor values', () => {
  const written = readOne({
    Handle: 'cap',
    Title: 'Cap',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
  }).row;
  expect(written).toMatchObject({ product: { optionNames: [] }, variant: { optionValues: [], named: true } });
  const blank = readOne({ Handle: 'cap', Title: 'Cap', 'Variant Price': '5' }).row;
  expect(blank).toMatchObject({
    product: { optionNames: null },
    variant: { optionValues: [], named: false, bare: false },
  });
  expect(blank?.variant?.id).toEqual(written?.variant?.id);
});

test('a row that only has an image has no variant', () => {
  const { row, issues } = readOne({ Handle: 'cap', 'Image Src': 'https://cdn.example/b.jpg', 'Image Position': '3' });
  expect(issues).toEqual([]);
  expect(row).toMatchObject({ variant: null, unreadable: false, product: { imagePosition: 3, title: null } });
});

test('an empty price is read as no price, and empty cells of a product as null', () => {
  const { row } = readOne({ Handle: 'shirt', 'Option1 Value': 'M' });
  expect(row?.variant).toMatchObject({
    price: null,
    compareAtPrice: null,
    inStock: 0,
    oversellEnabled: false,
    fit: true,
  });
  expect(Object.values(row?.product ?? {})).toEqual(Array(6).fill(null));
});

test('marks that nobody sees are no part of a SKU, a title or a product code', () => {
  const read = readOne({
    Handle: '\u200eshirt',
    Title: '\u200eShirt\u200f',
    'Variant SKU': '\u202aAB-1\u202c',
    'Variant Price': '\u200e5',
  });
  expect(read).toMatchObject({
    issues: [],
    row: { handle: 'shirt', product: { title: 'Shirt' }, variant: { sku: 'AB-1', price: 500 } },
  });
});

test.each([
  ['Variant Price', 'a word', 'abc'],
  ['Variant Price', 'negative', '-5'],
  ['Variant Price', 'with two readings', '1.299'],
  ['Variant Price', 'of another currency', '$10'],
  ['Variant Price', 'too precise', '10.123'],
  ['Variant Price', 'endless', '9'.repeat(400)],
  ['Variant Inventory Qty', 'half a unit', '1.5'],
  ['Variant Inventory Qty', 'a word', 'many'],
  ['Variant Inventory Qty', 'too large', '99999999999'],
  ['Variant Inventory Policy', 'unknown', 'sometimes'],
  ['Variant SKU', 'too long', 'x'.repeat(256)],
  ['Variant SKU', 'with a NUL', 'a\0b'],
  ['Variant Image', 'a script', 'javascript:alert(1)'],
  ['Image Src', 'a local file', 'C:\\shirt.jpg'],
  ['Title', 'too long', 'x'.repeat(256)],
  ['Title', 'with a NUL', 'a\0b'],
  ['Body (HTML)', 'with a NUL', 'a\0b'],
  ['Body (HTML)', 'too long', 'x'.repeat(600_000)],
])('%s that is %s is refused, and its variant with it', (column, _, value) => {
  const { row, issues } = readOne({ ...shirt, [column]: value });
  expect(issues).toMatchObject([{ line: 2, column, code: 'invalid_value', handle: 'shirt' }]);
  expect(issues[0]?.reason.length).toBeLessThan(120);
  expect(issues[0]?.reason).not.toMatch(/\p{Cc}/u);
  expect(row).toMatchObject({ unreadable: false, variant: { fit: false, optionValues: ['S'] } });
});

test.each([
  { 'Option1 Value': 'x'.repeat(256) },
  { 'Option1 Value': 'a\0b' },
  { 'Option1 Value': '', 'Option2 Value': 'Red' },
])('a row whose options cannot be read has no known variant', (values) => {
  const { row, issues } = readOne({ ...shirt, ...values });
  expect(issues).toMatchObject([{ column: 'Option1 Value' }]);
  expect(row).toMatchObject({ variant: null, unreadable: true, product: { title: 'Shirt' } });
});

test('the mark before numbers and formulas is no part of a cell, in any column', () => {
  const { row, issues } = readOne({
    Handle: "'2030",
    Title: "'-Minus",
    Vendor: "'47 Brand",
    'Option1 Name': "'1",
    'Option1 Value': '="00013"',
    'Variant SKU': "'10012",
    'Variant Price': "'18.00",
    'Variant Inventory Qty': "'-4",
  });
  expect(issues).toEqual([]);
  expect(row).toMatchObject({
    handle: '2030',
    product: { title: '-Minus', vendor: "'47 Brand", optionNames: ['1'] },
    variant: { sku: '10012', price: 1_800, inStock: -4, optionValues: ['00013'] },
  });
});

test('what Shopify does not track is on the shelf and sold for ever', () => {
  const names = `${OLD},Variant Inventory Tracker`;
  const stockOf = (changes: Record<string, string>, header = names) =>
    readOne({ ...shirt, 'Variant Inventory Policy': 'deny', ...changes }, header).row?.variant;
  expect(stockOf({ 'Variant Inventory Qty': '0' })).toMatchObject({ inStock: 1, oversellEnabled: true });
  expect(stockOf({ 'Variant Inventory Qty': '5' })).toMatchObject({ inStock: 5, oversellEnabled: true });
  expect(stockOf({ 'Variant Inventory Tracker': 'shopify' })).toMatchObject({ inStock: 0, oversellEnabled: false });
  expect(stockOf({ 'Variant Inventory Qty': '0' }, OLD)).toMatchObject({ inStock: 0, oversellEnabled: false });
});

test('a struck price that cannot be read refuses nothing, because it is never used', () => {
  for (const [text, amount] of [
    ['1038229500000.00', null],
    ['free', null],
    ['1,200.00', 120_000],
  ] as const) {
    const { row, issues } = readOne({ ...shirt, 'Variant Compare At Price': text });
    expect(issues).toEqual([]);
    expect(row?.variant).toMatchObject({ price: 1_000, compareAtPrice: amount, fit: true });
  }
});

test('a row without a handle is refused', () => {
  expect(readOne({ ...shirt, Handle: ' ' })).toMatchObject({
    row: null,
    issues: [{ line: 2, column: 'Handle', code: 'missing_value' }],
  });
});

test('a row with too many cells, or cut off by the end of the file, is unreadable', () => {
  const read = createRowReader(readHeader(OLD.split(',')), fileFacts());
  const cells = OLD.split(',').map(() => '');
  cells[0] = 'shirt';
  const shifted = read({ line: 7, cells: [...cells, 'x'], unterminated: false });
  expect(shifted).toMatchObject({
    row: { unreadable: true, variant: null, product: { title: null } },
    issues: [{ line: 7, column: 'cell 17', code: 'too_many_cells' }],
  });
  expect(read({ line: 7, cells: [...cells, '', ' '], unterminated: false }).issues).toEqual([]);
  expect(read({ line: 9, cells: ['shirt', 'Shi'], unterminated: true }).issues).toMatchObject([{ code: 'cut_off' }]);
  expect(read({ line: 9, cells: ['shirt', 'Shirt'], unterminated: false }).issues).toEqual([]);
});

test('a row of any cells is read without an error', () => {
  const header = OLD.split(',');
  const read = createRowReader(readHeader(header), fileFacts());
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '1,299.00', 'shirt', '__proto__', '-0', '1e9'),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: header.length + 2 }), fc.boolean(), (cells, unterminated) => {
      const { row, issues } = read({ line: 2, cells, unterminated });
      if (row?.variant) expect(row.variant.fit).toBe(issues.length === 0);
      if (row) expect(JSON.stringify(row)).not.toContain('\\u0000');
    }),
  );
});
