import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { mapIds } from '../../../src/core/catalog/commands/map-ids.ts';
import { productExternalId, variantExternalId } from '../../../src/domain/catalog.ts';
import { sha256Hex } from '../../../src/platform/crypto.ts';
import {
  capWithIds as cap,
  createCatalog,
  exportOf,
  fileWithIds,
  liveTitles,
  SHIRT,
  type TestCatalog,
} from '../../support/catalog.ts';
import { createTestDatabase } from '../../support/database.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

let catalog: TestCatalog;
beforeEach(async () => {
  catalog = await createCatalog(db);
});

const SHIRT_WITH_IDS = [
  '8123456789012,shirt,Shirt,Size,S,44123456789012,10',
  '8123456789012,shirt,,,M,44123456789013,10',
];
const made = {
  shirt: productExternalId(sha256Hex, 'shirt'),
  s: variantExternalId(sha256Hex, 'shirt', ['S']),
  m: variantExternalId(sha256Hex, 'shirt', ['M']),
};
const rename = (id: string, externalId: string) =>
  mapIds({ db, answers: { invalidate() {} } as never, outbox: { wake() {} } as never }, catalog.storeId, {
    products: [{ id, externalId }],
    variants: [],
    handles: [],
  });

describe('a file with ids', () => {
  test('brings the platform’s ids', async () => {
    const report = await catalog.load(fileWithIds(...SHIRT_WITH_IDS));
    expect(report).toMatchObject({
      issues: [],
      ids: {
        columns: { products: 'ID', variants: 'Variant ID' },
        made: { products: 0, variants: 0 },
        changed: { products: 0, variants: 0 },
      },
    });
    expect(await catalog.idsOf('shirt')).toEqual(['8123456789012', '44123456789012', '44123456789013']);
  });

  test.each([
    ['a leading zero', '00123', '00123'],
    ['more digits than a number keeps', '81234567890123456789', '81234567890123456789'],
    ['letters and a prefix', 'prod_01J9ÄÖ日本', 'prod_01J9ÄÖ日本'],
    ['the form of a global id', 'gid://shopify/Product/77', '77'],
    ['a word that objects know', '__proto__', '__proto__'],
  ])('with %s is read as text', async (_, given, id) => {
    await catalog.load(fileWithIds(cap(given, 'cap')));
    expect((await catalog.byId(id))?.handle).toBe('cap');
  });

  test.each([
    ['that a spreadsheet rounded', '8.12346E+12', 'rounded'],
    ['that is too long', 'x'.repeat(501), 'cannot be an id'],
  ])('refuses an id %s', async (_, id, reason) => {
    const { issues } = await catalog.load(fileWithIds(cap(id, 'cap', 'v')));
    expect(issues).toMatchObject([{ line: 2, column: 'ID', code: 'invalid_value' }]);
    expect(issues[0]?.reason).toContain(reason);
    expect(await catalog.products()).toEqual([]);
  });

  test('refuses an id twice, and rows of one product that name two', async () => {
    const { issues } = await catalog.load(
      fileWithIds(cap('1', 'a'), cap('1', 'b', 'v2'), cap('3', 'c', 'v1'), '4,d,D,Size,S,41,5', '5,d,,,M,42,5'),
    );
    expect(issues).toMatchObject([
      { line: 3, column: 'ID', code: 'id_collision', handle: 'b' },
      { line: 4, column: 'Variant ID', code: 'id_collision', handle: 'c' },
      { line: 5, column: 'ID', code: 'ids_differ', handle: 'd' },
    ]);
    expect((await catalog.products()).map(({ handle }) => handle)).toEqual(['a']);
  });

  test('of two stores may have the same ids', async () => {
    await catalog.load(fileWithIds(...SHIRT_WITH_IDS));
    const other = await createCatalog(db);
    expect((await other.load(fileWithIds(...SHIRT_WITH_IDS))).issues).toEqual([]);
    const [one, two] = [await catalog.product('shirt'), await other.product('shirt')];
    expect(two.externalId).toBe(one.externalId);
    expect(two.id).not.toBe(one.id);
  });
});

describe('a catalogue from a file without ids', () => {
  test('says so, and takes them from a later file without harm: the ids that were made still find it', async () => {
    const first = await catalog.load(exportOf(...SHIRT));
    expect(first.ids).toEqual({
      columns: { products: null, variants: null },
      made: { products: 1, variants: 2 },
      changed: { products: 0, variants: 0 },
    });
    const before = await catalog.product('shirt');
    expect([before.externalId, ...before.variants.map(({ externalId }) => externalId)]).toEqual(Object.values(made));

    const second = await catalog.load(fileWithIds(...SHIRT_WITH_IDS));
    expect(second).toMatchObject({
      issues: [],
      products: { created: 0, updated: 1 },
      variants: { created: 0, updated: 2, gone: 0 },
      ids: { made: { products: 0, variants: 0 }, changed: { products: 1, variants: 2 } },
    });
    const after = await catalog.product('shirt');
    expect([after.id, ...after.variants.map(({ id }) => id)]).toEqual([
      before.id,
      ...before.variants.map(({ id }) => id),
    ]);
    expect(after.earlierIds).toEqual([made.shirt]);
    expect(after.variants.map(({ earlierIds }) => earlierIds)).toEqual([[made.s], [made.m]]);
    expect((await catalog.byId(made.shirt))?.id).toBe(after.id);
    expect((await catalog.byId('8123456789012'))?.id).toBe(after.id);
  });

  test('keeps the platform’s ids when a later file has none, and needs no second file for them', async () => {
    await catalog.load(exportOf(...SHIRT));
    await catalog.load(fileWithIds(...SHIRT_WITH_IDS));
    const again = await catalog.load(fileWithIds(...SHIRT_WITH_IDS));
    expect(again).toMatchObject({ products: { unchanged: 1 }, variants: { unchanged: 2 } });
    expect(again.ids.changed).toEqual({ products: 0, variants: 0 });
    const without = await catalog.load(exportOf(...SHIRT));
    expect(without.ids.made).toEqual({ products: 0, variants: 0 });
    expect(await catalog.idsOf('shirt')).toEqual(['8123456789012', '44123456789012', '44123456789013']);
  });

  test('may take some ids now and the others later', async () => {
    await catalog.load(exportOf(...SHIRT));
    const report = await catalog.load(
      fileWithIds('8123456789012,shirt,Shirt,Size,S,,10', '8123456789012,shirt,,,M,44123456789013,10'),
    );
    expect(report.ids).toMatchObject({ made: { products: 0, variants: 1 }, changed: { products: 1, variants: 1 } });
    expect(await catalog.idsOf('shirt')).toEqual(['8123456789012', made.s, '44123456789013']);
  });
});

describe('what the platform changed', () => {
  test('handles that were renamed and exchanged', async () => {
    await catalog.load(fileWithIds(cap('1', 'a'), cap('2', 'b'), cap('3', 'c')));
    const before = new Map((await catalog.products()).map(({ externalId, id }) => [externalId, id]));
    const report = await catalog.load(fileWithIds(cap('1', 'b'), cap('2', 'a'), cap('3', 'd'), cap('4', 'c')));
    expect(report).toMatchObject({ issues: [], products: { created: 1, updated: 3 } });
    const after = (await catalog.products()).map(({ externalId, handle, id }) => [handle, externalId, id]);
    expect(after).toEqual([
      ['a', '2', before.get('2')],
      ['b', '1', before.get('1')],
      ['c', '4', expect.any(String)],
      ['d', '3', before.get('3')],
    ]);
    expect(await catalog.changes()).toEqual(expect.arrayContaining([...before.values()]));
  });

  test('another product with the handle of one that the file does not name is refused, also through others', async () => {
    await catalog.load(fileWithIds(cap('1', 'a'), cap('2', 'b'), cap('3', 'c')));
    // 9 wants the handle of 1, which would get that of 2, which would get that of 3, which keeps it.
    const { issues, products } = await catalog.load(fileWithIds(cap('9', 'a'), cap('1', 'b'), cap('2', 'c')));
    expect(products).toEqual({ created: 0, updated: 0, unchanged: 0 });
    expect(issues).toMatchObject([
      { line: 2, column: 'Handle', code: 'handle_taken', handle: 'a' },
      { line: 3, column: 'Handle', code: 'handle_taken', handle: 'b' },
      { line: 4, column: 'Handle', code: 'handle_taken', handle: 'c' },
    ]);
    expect((await catalog.products()).map(({ externalId }) => externalId)).toEqual(['1', '2', '3']);
  });

  test('variants that were renamed keep their ids, and one that was made anew follows the one with its options', async () => {
    await catalog.load(fileWithIds(...SHIRT_WITH_IDS));
    const before = await catalog.product('shirt');
    const [s, m] = before.variants;
    await catalog.load(
      fileWithIds('8123456789012,shirt,Shirt,Size,M,44123456789012,10', '8123456789012,shirt,,,S,44123456789013,10'),
    );
    const renamed = await catalog.product('shirt');
    expect(renamed.variants.map(({ id, title }) => [id, title])).toEqual([
      [s?.id, 'M'],
      [m?.id, 'S'],
    ]);
    await catalog.load(fileWithIds('8123456789012,shirt,Shirt,Size,M,55,10', '8123456789012,shirt,,,L,56,10'));
    const after = await catalog.product('shirt');
    expect(liveTitles(after)).toEqual(['M', 'L']);
    expect(after.variants[0]).toMatchObject({ id: s?.id, externalId: '55', earlierIds: ['44123456789012'] });
    expect(after.variants[1]?.externalId).toBe('56');
    expect(after.variants.find(({ id }) => id === m?.id)?.goneAt).not.toBeNull();
  });

  test('an id of a variant of another product is refused', async () => {
    await catalog.load(fileWithIds(cap('1', 'a', 'v1'), cap('2', 'b', 'v2')));
    const { issues } = await catalog.load(fileWithIds(cap('2', 'b', 'v1')));
    expect(issues).toMatchObject([{ line: 2, column: 'Variant ID', code: 'id_collision' }]);
    expect(await catalog.idsOf('b')).toEqual(['2', 'v2']);
  });

  test('a new product with an earlier id of another one has it', async () => {
    await catalog.load(fileWithIds(cap('1', 'a')));
    const { id } = await catalog.product('a');
    await rename(id, '2');
    expect((await catalog.byId('1'))?.handle).toBe('a');
    expect((await catalog.load(fileWithIds(cap('2', 'a', 'v1'), cap('1', 'b', 'v9')))).issues).toEqual([]);
    expect((await catalog.byId('1'))?.handle).toBe('b');
    expect((await catalog.byId('2'))?.id).toBe(id);
    expect((await catalog.product('a')).earlierIds).toEqual([]);
  });
});
