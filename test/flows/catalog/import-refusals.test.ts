import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { saveProduct } from '../../../src/core/catalog/commands/save-product.ts';
import { findProduct } from '../../../src/core/catalog/queries.ts';
import { productExternalId } from '../../../src/domain/catalog.ts';
import { sha256Hex } from '../../../src/platform/crypto.ts';
import { createCatalog, exportOf, liveTitles, plainRow, SHIRT, type TestCatalog } from '../../support/catalog.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await createCatalog(db);
});

describe('a bad row', () => {
  test.each([
    ['an unreadable price', 'shirt,,,,,M,SH-M,abc,,,,,', 'Variant Price'],
    ['a negative price', 'shirt,,,,,M,SH-M,-1,,,,,', 'Variant Price'],
    ['an unreadable inventory', 'shirt,,,,,M,SH-M,1,,lots,,,', 'Variant Inventory Qty'],
    ['an SKU that is too long', `shirt,,,,,M,${'x'.repeat(300)},1,,,,,`, 'Variant SKU'],
    ['a NUL', 'shirt,,,,,M,a\0b,1,,,,,', 'Variant SKU'],
    ['a script as its image', 'shirt,,,,,M,SH-M,1,,,,javascript:alert(1),2', 'Image Src'],
    ['too many cells', 'shirt,,,,,M,SH-M,1,299.00,,,,,x', 'cell 14'],
    ['options that are too long', `shirt,,,,,${'x'.repeat(300)},SH-M,1,,,,,`, 'Option1 Value'],
    ['no options', 'shirt,,,,,,SH-M,1,,,,,', 'Option1 Value'],
  ])('with %s leaves that variant as it was, and imports all others', async (_, bad, column) => {
    await catalog.load(exportOf(...SHIRT));
    const rows = [plainRow('cap', 5), 'shirt,Shirt,,,Size,S,SH-S,7,,,,,', bad, 'shirt,,,,,L,,8,,,,,'];
    const report = await catalog.load(exportOf(...rows));
    expect(report.issues).toMatchObject([{ line: 4, column, handle: 'shirt' }]);
    expect(report).toMatchObject({ rows: { read: 4, refused: 1 }, products: { created: 1, updated: 1 } });
    const { variants } = await catalog.product('shirt');
    expect(variants.map(({ title, price, goneAt }) => [title, price, goneAt]).sort()).toEqual([
      ['L', 800, null],
      ['M', 1_250, null],
      ['S', 700, null],
    ]);
  });

  test('that repeats the options of another row is refused', async () => {
    const report = await catalog.load(exportOf(...SHIRT, 'shirt,,,,,S,SH-X,1,,,,,'));
    const reason = expect.stringContaining('Line 2');
    expect(report.issues).toMatchObject([{ line: 5, column: 'Option1 Value', code: 'duplicate_variant', reason }]);
    expect((await catalog.product('shirt')).variants[0]).toMatchObject({ sku: 'SH-S', price: 129_900 });
  });

  test('does not keep other variants of its product from being marked gone', async () => {
    await catalog.load(exportOf(...SHIRT, 'shirt,,,,,L,,8,,,,,'));
    await catalog.load(exportOf('shirt,Shirt,,,Size,S,,7,,,,,', 'shirt,,,,,M,,abc,,,,,'));
    expect(liveTitles(await catalog.product('shirt'))).toEqual(['S', 'M']);
  });

  test('on the first line of a product still gives title and options', async () => {
    const report = await catalog.load(exportOf('shirt,Shirt,,,Size,S,,abc,,,,,', 'shirt,,,,,M,,5,,,,,'));
    expect(report).toMatchObject({ products: { created: 1 }, variants: { created: 1 }, rows: { refused: 1 } });
    expect(await catalog.product('shirt')).toMatchObject({
      title: 'Shirt',
      optionNames: ['Size'],
      variants: [{ title: 'M' }],
    });
  });

  test('leaves no product behind without variants', async () => {
    const report = await catalog.load(exportOf('shirt,Shirt,,,Size,S,,abc,,,,,', plainRow('cap', 5)));
    expect(report).toMatchObject({ products: { created: 1 }, rows: { refused: 1 } });
    expect(await findProduct(db, catalog.storeId, { handle: 'shirt' })).toBeNull();
  });

  test('leaves out a new product without a title, with its variants', async () => {
    const report = await catalog.load(
      exportOf('shirt,,,,Size,S,,5,,,,,', 'shirt,,,,,M,,5,,,,,', 'ghost,,,,,,,,,,,https://cdn.example/1.jpg,1'),
    );
    expect(report.issues).toMatchObject([
      { line: 2, column: 'Title', code: 'missing_value', reason: expect.stringContaining('2 variants') },
      { line: 4, column: 'Title', code: 'missing_value' },
    ]);
    expect(report).toMatchObject({ products: { created: 0 }, rows: { refused: 3 } });
    expect(await catalog.products()).toEqual([]);
  });

  test('asks for a value for each option of the product', async () => {
    const header = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value';
    const { issues } = await catalog.load(`${header}\nshirt,Shirt,Size,S,Colour,Red\nshirt,,,M,,\n`);
    expect(issues).toMatchObject([{ line: 3, column: 'Option1 Value', code: 'missing_value' }]);
    expect(liveTitles(await catalog.product('shirt'))).toEqual(['S / Red']);
  });

  test('lists 1,000 issues at most, and counts the rest', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => plainRow(`p${i}`, 'x'));
    const report = await catalog.load(exportOf(...rows));
    expect(report.issues).toHaveLength(1_000);
    expect(report).toMatchObject({ issuesLeftOut: 200, rows: { refused: 1_200 } });
  });
});

describe('an id that is taken', () => {
  test('is refused with its code, for a product and for a variant', async () => {
    await catalog.load(exportOf(...SHIRT));
    const { id, variants } = await catalog.product('shirt');
    // Simulates a collision: another handle, and then other options, that hash to the same digits.
    await db.query("UPDATE product SET handle = 'other', external_id = $3 WHERE store_id = $1 AND id = $2", [
      catalog.storeId,
      id,
      productExternalId(sha256Hex, 'shirt'),
    ]);
    const taken = await catalog.load(exportOf(...SHIRT, plainRow('cap', 5)));
    expect(taken.issues).toMatchObject([{ line: 2, column: 'Handle', code: 'id_collision' }]);
    expect(taken).toMatchObject({ products: { created: 1 }, rows: { refused: 2 } });

    await db.query("UPDATE product SET handle = 'shirt' WHERE store_id = $1 AND id = $2", [catalog.storeId, id]);
    await db.query("UPDATE variant SET option_values = '{XS}' WHERE store_id = $1 AND id = $2", [
      catalog.storeId,
      variants[0]?.id,
    ]);
    const { issues } = await catalog.load(exportOf(...SHIRT));
    expect(issues).toMatchObject([{ line: 2, column: 'Handle', code: 'id_collision' }]);
    expect(liveTitles(await catalog.product('shirt'))).toEqual(['M']);
  });

  test('is refused when one product repeats it', async () => {
    const variant = { sku: '', price: 1, compareAtPrice: null, imageUrl: null, inStock: 0, oversellEnabled: false };
    const saved = saveProduct({ db }, catalog.storeId, {
      externalId: '1',
      handle: 'shirt',
      title: 'Shirt',
      descriptionHtml: '',
      vendor: '',
      imageUrl: null,
      optionNames: ['Size'],
      variants: ['S', 'M'].map((size) => ({ ...variant, externalId: '11', optionValues: [size] })),
    });
    await expect(saved).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await catalog.products()).toEqual([]);
  });

  test('may be used in another store', async () => {
    await catalog.load(exportOf(...SHIRT));
    const other = await createCatalog(db);
    expect(await other.load(exportOf(...SHIRT))).toMatchObject({ variants: { created: 2 }, issues: [] });
  });
});

describe('refuses a whole file', () => {
  const good = exportOf(...SHIRT);
  test.each([
    ['JSON', '[{"title":"Shirt"}]', 'csv_invalid'],
    ['XML that is no feed', '<html><body>x</body></html>', 'csv_invalid'],
    ['no handle column', 'Title,Price\nShirt,5\n', 'csv_no_handle_column'],
    ['no content', '', 'csv_invalid'],
    ['blank lines only', '\n\n\n', 'csv_invalid'],
    ['the bytes of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'csv_invalid'],
    ['UTF-16 text', Buffer.from(`\uFEFF${good}`, 'utf16le'), 'csv_encoding'],
    ['Latin-1 on its last line', Buffer.from(`${good}caf\xe9,Caf\xe9\n`, 'latin1'), 'csv_encoding'],
    ['a cut inside a quote', `${good}hat,Hat,"<p>Warm and`, 'csv_invalid'],
  ])('with %s', async (_, content, code) => {
    expect(await catalog.refusal(content)).toBe(code);
    expect(await catalog.products()).toEqual([]);
  });

  test('that is cut after thousands of good rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => plainRow(`p${i}`, 5));
    expect(await catalog.refusal(`${exportOf(...rows)}hat,Hat,"cut`)).toBe('csv_invalid');
    expect(await catalog.products()).toEqual([]);
  });
});
