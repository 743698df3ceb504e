import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportStep } from '../../../src/core/catalog/commands/import-csv.ts';
import { createCatalog, exportOf, plainRow, SHIRT, type TestCatalog } from '../../support/catalog.ts';
import { createTestDatabase } from '../../support/database.ts';
import { testData, testDataFile } from '../../support/test-data.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await createCatalog(db);
});

test('reports the same in a dry run, and writes nothing', async () => {
  const content = exportOf(...SHIRT, plainRow('cap', 'x'));
  const dry = await catalog.load(content, { dryRun: true });
  expect(await catalog.products()).toEqual([]);
  const wet = await catalog.load(content);
  expect({ ...dry, dryRun: false }).toEqual(wet);
  expect(dry.issues).toHaveLength(1);
  const before = await catalog.products();
  const changed = content.replace('12.5', '13');
  expect(await catalog.load(changed, { dryRun: true })).toMatchObject({
    products: { updated: 1 },
    variants: { updated: 1 },
  });
  expect(await catalog.products()).toEqual(before);
  expect(await catalog.changes()).toEqual([]);
});

test('runs imports of one store one after the other', async () => {
  const rows = (price: number) =>
    Array.from({ length: 2_500 }, (_, i) => `p${(i * 7) % 2_500},P,,,Title,Default Title,,${price},,,,,`);
  const reports = await Promise.all([1, 2, 3, 4].map((price) => catalog.load(exportOf(...rows(price)))));
  expect(reports.reduce((sum, report) => sum + report.products.created, 0)).toBe(2_500);
  expect(reports.flatMap(({ issues }) => issues)).toEqual([]);
  const products = await catalog.products();
  expect(products).toHaveLength(2_500);
  expect(new Set(products.map(({ variants }) => variants.map(({ price }) => price).join())).size).toBe(1);
});

test('leaves whole products when it dies while writing, and the next import writes the rest', async () => {
  const shirts = Array.from({ length: 1_000 }, (_, i) => SHIRT.map((row) => row.replace('shirt', `shirt-${i}`))).flat();
  const onProgress = ({ step }: ImportStep) => {
    if (step === 'writing') throw new Error('killed');
  };
  await expect(catalog.load(exportOf(...shirts), { onProgress })).rejects.toThrow('killed');
  const left = await catalog.products();
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(1_000);
  expect(left.every(({ variants }) => variants.length === 2)).toBe(true);
  expect(await catalog.load(exportOf(...shirts))).toMatchObject({
    products: { created: 1_000 - left.length, unchanged: left.length },
    variants: { created: 2 * (1_000 - left.length), gone: 0 },
  });
});

test('ends after any sequence of imports with the last word on each variant', async () => {
  const variant = fc.record({ size: fc.constantFrom('S', 'M', 'L'), price: fc.integer({ min: 1, max: 99 }) });
  const variants = fc.uniqueArray(variant, { minLength: 1, selector: ({ size }) => size });
  const products = fc.dictionary(fc.constantFrom('a', 'b'), variants);
  await fc.assert(
    fc.asyncProperty(fc.array(products, { minLength: 1, maxLength: 4 }), async (files) => {
      const { load, products } = await createCatalog(db);
      const expected = new Map<string, Map<string, { live: boolean; price: number }>>();
      for (const file of files) {
        for (const [handle, listed] of Object.entries(file)) {
          const known = expected.get(handle) ?? new Map();
          for (const gone of known.values()) gone.live = false;
          for (const { size, price } of listed) known.set(size, { live: true, price: price * 100 });
          expected.set(handle, known);
        }
        const rows = Object.entries(file).flatMap(([handle, listed]) =>
          listed.map(({ size, price }) => `${handle},Title,,,Size,${size},,${price},,,,,`),
        );
        expect((await load(exportOf(...rows))).issues).toEqual([]);
      }
      const found = (await products()).map((product): [string, Map<string, unknown>] => [
        product.handle,
        new Map(product.variants.map(({ title, goneAt, price }) => [title, { live: goneAt === null, price }])),
      ]);
      expect(new Map(found)).toEqual(expected);
    }),
    { numRuns: 15 },
  );
});

describe.skipIf(testData === undefined)('the sample exports (TEST_DATA)', () => {
  test.each([
    ['apparel', 20, 22],
    ['jewelery', 20, 23],
  ])('imports %s completely, and changes nothing the second time', async (name, products, variants) => {
    const content = await readFile(testDataFile(`catalogue/shopify-${name}.csv`));
    expect(await catalog.load(content)).toMatchObject({
      products: { created: products },
      variants: { created: variants },
      rows: { refused: 0 },
      issues: [],
    });
    const before = await catalog.products();
    expect(await catalog.load(content)).toMatchObject({
      products: { created: 0, updated: 0, unchanged: products },
      variants: { created: 0, updated: 0, unchanged: variants, gone: 0 },
    });
    expect(await catalog.products()).toEqual(before);
  });

  test('imports every field', async () => {
    await catalog.load(await readFile(testDataFile('catalogue/shopify-jewelery.csv')));
    expect(await catalog.product('leather-anchor')).toMatchObject({
      title: 'Anchor Bracelet Mens',
      vendor: 'Company 123',
      optionNames: ['Color'],
      imageUrl: 'https://burst.shopifycdn.com/photos/anchor-bracelet-mens_925x.jpg',
      variants: [
        { title: 'Gold', price: 6_999, compareAtPrice: 8_500, inStock: 1, sku: '' },
        // Its stock is not tracked there, so it is on the shelf.
        { title: 'Silver', price: 5_500, inStock: 1 },
      ],
    });
  });
});
