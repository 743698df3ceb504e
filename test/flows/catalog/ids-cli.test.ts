import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { capWithIds, createCatalog, exportOf, fileWithIds, SHIRT, type TestCatalog } from '../../support/catalog.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';

const { db, url, drop } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'ids-cli-'));
afterAll(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const cli = commandLine({ DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
let catalog: TestCatalog;
let store: string[];
beforeEach(async () => {
  catalog = await createCatalog(db);
  const [row] = await db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [catalog.storeId]);
  store = ['--store', row?.slug ?? ''];
});

async function file(content: string): Promise<string> {
  const path = join(folder, 'file.csv');
  await writeFile(path, content);
  return path;
}
const products = (...args: string[]) => cli.run('products', ...args, ...store);

test('an import without ids says so and what then works, and one with them says their columns', async () => {
  const without = await cli.run('catalog', 'import', await file(exportOf(...SHIRT)), ...store);
  expect(without.out).toMatch(/^ +Ids +the file has no column of ids$/m);
  expect(without.out).toContain('The file says no ids for 1 product and 2 variants, so the service made them.');
  expect(without.out).toContain('productCode');
  const path = await file(fileWithIds('8123456789012,shirt,Shirt,Size,S,441,5', '8123456789012,shirt,,,M,442,5'));
  const withIds = await cli.run('catalog', 'import', path, ...store);
  expect(withIds.out).toMatch(/^ +Ids +“ID” and “Variant ID”; 1 product and 2 variants have new ids/m);
  expect(withIds.out).not.toContain('so the service made them');
  const shown = await products('show', 'shirt');
  expect(shown.out).toMatch(/^ +Id +8123456789012 \(earlier \d{15}\)$/m);
});

describe('products map', () => {
  test('gives ids by hand, also to variants without a SKU, and names products by every id', async () => {
    await catalog.load(exportOf(...SHIRT));
    expect((await products('show', 'shirt')).out).toMatch(/^ +Id +\d{15} \(made here\)$/m);
    const mapped = await products('map', 'shirt', '--id', '81', '--variant', 'S=441', '--variant', 'SH-M=442');
    expect(mapped).toMatchObject({ code: 0, err: '' });
    expect(mapped.out).toContain('1 product and 2 variants have new ids');
    expect(await catalog.idsOf('shirt')).toEqual(['81', '441', '442']);
    expect((await products('map', '81', '--id', '81')).out).toContain('Nothing was changed');
    expect((await products('map', '81', '--code', 'tee')).code).toBe(0);
    expect((await catalog.product('tee')).externalId).toBe('81');
  });

  test('takes a file, all or none', async () => {
    await catalog.load(fileWithIds(capWithIds('1', 'a'), capWithIds('2', 'b')));
    const exchange = await file('product,product_id,variant,variant_id\na,2,v1,v2\nb,1,v2,v1\n');
    expect((await products('map', '--file', exchange)).out).toContain('2 products and 2 variants');
    expect([await catalog.idsOf('a'), await catalog.idsOf('b')]).toEqual([
      ['2', 'v2'],
      ['1', 'v1'],
    ]);
    const half = await file('product,product_id\na,7\nnothing,8\n');
    expect(await products('map', '--file', half)).toMatchObject({
      code: 1,
      err: expect.stringContaining('product_not_found'),
    });
    expect((await catalog.product('a')).externalId).toBe('2');
  });

  test.each([
    [['map'], 2],
    [['map', 'shirt'], 2],
    [['map', 'shirt', '--file', 'x.csv'], 2],
    [['map', '--file', '/nowhere.csv'], 1],
    [['map', 'shirt', '--variant', 'S'], 2],
    [['map', 'shirt', '--variant', 'XXL=5'], 1],
    [['check'], 2],
    [['check', '--id', ' '], 2],
  ])('%j is refused', async (args, code) => {
    await catalog.load(exportOf(...SHIRT));
    expect((await products(...args)).code).toBe(code);
  });

  test.each([
    ['id\n1\n', /no column “product”/],
    ['product,product_id\n,1\n', /Line 2: it names no product/],
    ['product,variant\nshirt,S\n', /Line 2: “variant” and “variant_id” go together/],
    ['product,product_id\nshirt,\n', /Line 2: it says no new id/],
    ['product,product_id\nshirt,1\nshirt,2\n', /Line 3: “shirt” has another new id/],
  ])('the file %j is refused with its line', async (content, message) => {
    await catalog.load(exportOf(...SHIRT));
    const { code, err } = await products('map', '--file', await file(content));
    expect(code).not.toBe(0);
    expect(err).toMatch(message);
  });
});

test('products check says what an id means, or why it is unknown', async () => {
  expect(await products('check', '--id', '5')).toMatchObject({
    code: 1,
    out: expect.stringContaining('catalogue is empty'),
  });
  await catalog.load(exportOf(...SHIRT));
  const unknown = await products('check', '--id', '8123456789012');
  expect(unknown.code).toBe(1);
  expect(unknown.out).toContain('the service made the ids of this catalogue');
  await products('map', 'shirt', '--id', '8123456789012');
  expect(await products('check', '--id', '8123456789012')).toMatchObject({
    code: 0,
    out: '8123456789012 is the product “Shirt” (shirt).\n',
  });
  expect((await products('check', '--id', 'SH-M', '--as', 'variant')).out).toContain('not an id but a SKU');
  const { data } = await cli.json('products', 'check', '--id', 'shirt', ...store);
  expect(data).toMatchObject({ found: null, why: 'handle', product: { id: '8123456789012', product_code: 'shirt' } });
  const log = await db.query(`SELECT action FROM activity WHERE store_id = $1`, [catalog.storeId]);
  expect(log).toEqual([{ action: 'product.map' }]);
});
