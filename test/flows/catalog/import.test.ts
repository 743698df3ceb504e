import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { saveProduct } from '../../../src/core/catalog/commands/save-product.ts';
import type { Product } from '../../../src/core/catalog/queries.ts';
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

describe('an import', () => {
  test('creates products and variants in the order of the file', async () => {
    expect(await catalog.load(exportOf(...SHIRT))).toEqual({
      dryRun: false,
      rows: { read: 3, refused: 0 },
      prices: { currency: 'EUR', column: 'Variant Price', warnings: [] },
      products: { created: 1, updated: 0, unchanged: 0 },
      variants: { created: 2, updated: 0, unchanged: 0, gone: 0 },
      ids: {
        columns: { products: null, variants: null },
        made: { products: 1, variants: 2 },
        changed: { products: 0, variants: 0 },
      },
      issues: [],
      issuesLeftOut: 0,
    });
    expect(await catalog.product('shirt')).toMatchObject({
      externalId: productExternalId(sha256Hex, 'shirt'),
      title: 'Shirt',
      descriptionHtml: '<p>Soft</p>',
      vendor: 'Acme',
      imageUrl: 'https://cdn.example/1.jpg',
      optionNames: ['Size'],
      variants: [
        { title: 'S', optionValues: ['S'], sku: 'SH-S', price: 129_900, compareAtPrice: 150_000, inStock: 3 },
        { title: 'M', sku: 'SH-M', price: 1_250, compareAtPrice: null, inStock: -1, oversellEnabled: true },
      ],
    });
  });

  test('gives a product without options one untitled variant, and reads an empty price as no price', async () => {
    await catalog.load(exportOf('cap,Cap,,,Title,Default Title,,,,,,,'));
    expect(await catalog.product('cap')).toMatchObject({
      optionNames: [],
      variants: [{ title: '', price: null, sku: '' }],
    });
  });

  test('accepts a byte order mark, CRLF, and HTML with line breaks and quotes', async () => {
    const html = '<p class="a">One\r\ntwo</p>\r\n<script>alert(1)</script>';
    const rows = [`mug,Mug,"${html.replaceAll('"', '""')}",,,,,5,,,,,`, plainRow('cap', 'abc')];
    const { issues } = await catalog.load(`\uFEFF${exportOf(...rows).replace(/\r?\n/g, '\r\n')}`);
    expect((await catalog.product('mug')).descriptionHtml).toBe(html);
    expect(issues).toMatchObject([{ line: 5, column: 'Variant Price' }]);
  });

  test('accepts up to 2,048 variants of one product', async () => {
    const rows = Array.from(
      { length: 2_100 },
      (_, i) => `deck,${i === 0 ? 'Deck' : ''},,,${i === 0 ? 'No' : ''},${i},,5,,,,,`,
    );
    expect(await catalog.load(exportOf(...rows.slice(0, 2_000)))).toMatchObject({
      variants: { created: 2_000 },
      issues: [],
    });
    const report = await catalog.load(exportOf(...rows));
    expect(report).toMatchObject({ variants: { created: 48, unchanged: 2_000 }, rows: { refused: 52 } });
    expect(report.issues[0]).toMatchObject({ line: 2_050, code: 'too_many_variants' });
    expect(liveTitles(await catalog.product('deck')).slice(0, 3)).toEqual(['0', '1', '2']);
  });

  test('takes the image with the lowest position, also from a later row', async () => {
    await catalog.load(
      exportOf(
        'a,A,,,Title,Default Title,,1,,,,https://cdn.example/2.jpg,2',
        'a,,,,,,,,,,,https://cdn.example/1.jpg,1',
      ),
    );
    expect((await catalog.product('a')).imageUrl).toBe('https://cdn.example/1.jpg');
  });

  test('joins rows of one product that stand apart', async () => {
    const [s, m] = SHIRT;
    const others = Array.from({ length: 1_500 }, (_, i) => plainRow(`other-${i}`, 1));
    const report = await catalog.load(exportOf(s, ...others, m, 'shirt,,,,,S,,7,,,,,'));
    expect(report).toMatchObject({ products: { created: 1_501 }, variants: { created: 1_502, gone: 0 } });
    expect(report.issues).toMatchObject([
      { line: 1_504, code: 'duplicate_variant', reason: expect.stringContaining('Line 2') },
    ]);
    expect(liveTitles(await catalog.product('shirt'))).toEqual(['S', 'M']);
  });

  test('creates no variant from a title that is repeated beside an image', async () => {
    const report = await catalog.load(exportOf(...SHIRT, 'shirt,Shirt,,,,,,,,,,https://cdn.example/4.jpg,4'));
    expect(report).toMatchObject({ variants: { created: 2 }, issues: [] });
  });
});

describe('a second import', () => {
  test('of the same file changes nothing and notifies no process', async () => {
    await catalog.load(exportOf(...SHIRT));
    const before = await catalog.products();
    expect(await catalog.load(exportOf(...SHIRT))).toMatchObject({
      products: { created: 0, updated: 0, unchanged: 1 },
      variants: { created: 0, updated: 0, unchanged: 2, gone: 0 },
    });
    expect(await catalog.products()).toEqual(before);
    expect(await catalog.changes()).toEqual([]);
  });

  test('keeps every id when title, SKU, price and order change, and notifies other processes', async () => {
    await catalog.load(exportOf(...SHIRT, plainRow('cap', 5)));
    const before = await catalog.product('shirt');
    const report = await catalog.load(
      exportOf(plainRow('cap', 5), 'shirt,New shirt,,,Size,M,X-M,99,,,,,', 'shirt,,,,,S,X-S,98,,,,,'),
    );
    expect(report).toMatchObject({
      products: { created: 0, updated: 1, unchanged: 1 },
      variants: { created: 0, updated: 2, unchanged: 1, gone: 0 },
    });
    const after = await catalog.product('shirt');
    expect(after).toMatchObject({ id: before.id, externalId: before.externalId, title: 'New shirt' });
    expect(liveTitles(after)).toEqual(['M', 'S']);
    const ids = (from: Product) =>
      from.variants.map(({ id, externalId, title }) => `${title} ${externalId} ${id}`).sort();
    expect(ids(after)).toEqual(ids(before));
    expect(await catalog.changes()).toEqual([before.id]);
  });

  test('leaves products that the file does not name', async () => {
    await catalog.load(exportOf(...SHIRT));
    const before = await catalog.product('shirt');
    await catalog.load(exportOf(plainRow('cap', 5)));
    expect(await catalog.product('shirt')).toEqual(before);
  });

  test('marks missing variants as gone without deleting them, and brings them back', async () => {
    await catalog.load(exportOf(...SHIRT));
    const before = await catalog.product('shirt');
    expect(await catalog.load(exportOf(...SHIRT.slice(0, 1)))).toMatchObject({
      products: { updated: 1 },
      variants: { unchanged: 1, gone: 1 },
    });
    const without = await catalog.product('shirt');
    expect(liveTitles(without)).toEqual(['S']);
    expect(without.variants).toHaveLength(2);
    expect(await catalog.changes()).toEqual([before.id]);
    expect(await catalog.load(exportOf(...SHIRT.slice(0, 1)))).toMatchObject({
      products: { unchanged: 1 },
      variants: { gone: 0 },
    });
    expect(await catalog.load(exportOf(...SHIRT))).toMatchObject({
      variants: { updated: 1, unchanged: 1, created: 0 },
    });
    expect(await catalog.product('shirt')).toEqual({ ...before, updatedAt: expect.any(Date) });
  });

  test('with images alone leaves the variants', async () => {
    await catalog.load(exportOf(...SHIRT));
    await catalog.load(
      exportOf('shirt,,,,,,,,,,,https://cdn.example/9.jpg,1', 'shirt,Renamed,,,,,,,,,,https://cdn.example/8.jpg,2'),
    );
    expect(await catalog.product('shirt')).toMatchObject({ title: 'Renamed', imageUrl: 'https://cdn.example/9.jpg' });
    expect(liveTitles(await catalog.product('shirt'))).toEqual(['S', 'M']);
  });

  test('with some of the columns leaves the other fields', async () => {
    await catalog.load(exportOf(...SHIRT));
    await catalog.load('URL handle,Option1 value,Price\nshirt,S,5\nshirt,M,6\n');
    expect(await catalog.product('shirt')).toMatchObject({
      title: 'Shirt',
      descriptionHtml: '<p>Soft</p>',
      imageUrl: 'https://cdn.example/1.jpg',
      optionNames: ['Size'],
      variants: [
        { price: 500, sku: 'SH-S', inStock: 3, compareAtPrice: 150_000 },
        { price: 600, sku: 'SH-M', oversellEnabled: true },
      ],
    });
  });

  test('without the option columns does not replace a product that has options', async () => {
    await catalog.load(exportOf(...SHIRT));
    const before = await catalog.product('shirt');
    const { issues } = await catalog.load('Handle,Variant Price\nshirt,5\n');
    expect(issues).toMatchObject([{ line: 2, column: 'Option1 Value', code: 'missing_value' }]);
    expect(await catalog.product('shirt')).toEqual(before);
  });

  test('empties the fields that are empty in the file', async () => {
    await catalog.load(exportOf(...SHIRT));
    await catalog.load(exportOf('shirt,Shirt,,,Size,S,,,,,,,', 'shirt,,,,,M,,,,,,,'));
    expect(await catalog.product('shirt')).toMatchObject({
      descriptionHtml: '',
      vendor: '',
      imageUrl: null,
      variants: [
        { sku: '', price: null, inStock: 0 },
        { sku: '', price: null, oversellEnabled: false },
      ],
    });
  });

  test('keeps the platform’s ids of a product', async () => {
    const variant = { sku: '', price: 100, compareAtPrice: null, imageUrl: null, inStock: 0, oversellEnabled: false };
    await saveProduct({ db }, catalog.storeId, {
      externalId: '1001',
      handle: 'shirt',
      title: 'Old',
      descriptionHtml: '',
      vendor: '',
      imageUrl: null,
      optionNames: ['Size'],
      variants: [{ ...variant, externalId: '100101', optionValues: ['S'] }],
    });
    await catalog.load(exportOf(...SHIRT));
    const { externalId, variants } = await catalog.product('shirt');
    expect([externalId, variants[0]?.externalId, variants[0]?.price]).toEqual(['1001', '100101', 129_900]);
    expect(variants[1]?.externalId).toMatch(/^[1-9]\d{14}$/);
  });
});
