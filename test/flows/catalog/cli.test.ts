import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createCatalog, exportOf, liveTitles, plainRow, SHIRT, type TestCatalog } from '../../support/catalog.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';

const { db, url, drop } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'catalog-cli-'));
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

async function writeCsv(content: string | Buffer): Promise<string> {
  const path = join(folder, 'products.csv');
  await writeFile(path, content);
  return path;
}

test('imports a clean file with exit code 0 and a short summary', async () => {
  const { code, out, err } = await cli.run('catalog', 'import', await writeCsv(exportOf(...SHIRT)), ...store);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('products.csv was imported into Fjord Outdoor.');
  expect(out).toContain('2 created, 0 updated, 0 unchanged, 0 gone');
  expect(out).toContain('./service products list --store');
  expect(liveTitles(await catalog.product('shirt'))).toEqual(['S', 'M']);
});

test('lists a bad row with line, column and reason, and exits with code 1', async () => {
  const path = await writeCsv(exportOf(...SHIRT, plainRow('cap', 'a lot'), plainRow('mug', 5)));
  const { code, out } = await cli.run('catalog', 'import', path, ...store);
  expect(code).toBe(1);
  expect(out).toMatch(/^ +5 +Variant Price +cap +“a lot” is not an amount in EUR, such as 15\.00\.$/m);
  const again = await cli.json('catalog', 'import', path, ...store);
  expect(again).toMatchObject({
    code: 1,
    meta: { result: 'success' },
    data: {
      dry_run: false,
      rows: { read: 5, refused: 1 },
      products: { created: 0, updated: 0, unchanged: 2 },
      variants: { created: 0, updated: 0, unchanged: 3, gone: 0 },
      issues: [
        { line: 5, column: 'Variant Price', code: 'invalid_value', reason_code: 'not_amount', product_code: 'cap' },
      ],
      issues_left_out: 0,
    },
  });
});

test('says in which currency it read prices, and warns of hints at another one', async () => {
  const clean = await cli.run('catalog', 'import', await writeCsv(exportOf(...SHIRT)), ...store);
  expect(clean.out).toMatch(/^ +Prices +“Variant Price”, in EUR, the store’s currency$/m);
  expect(clean.out).not.toContain('Warning');
  const header = 'Handle,Title,Price,Currency,Price / International,Compare-at price / International';
  const path = await writeCsv(`${header}\ncap,Cap,12.00,USD,15.00,\nmug,Mug,5.00,EUR,6.00,\n`);
  const warned = await cli.run('catalog', 'import', path, ...store);
  expect(warned.code).toBe(0);
  expect(warned.out).toContain('Warning: “Currency” names USD in 1 row. The amounts were read in EUR all the same.');
  expect(warned.out).toContain(
    'Warning: “Price / International”, “Compare-at price / International”: these prices were not read.',
  );
  expect((await cli.json('catalog', 'import', path, '--dry-run', ...store)).data).toMatchObject({
    currency: 'EUR',
    price_column: 'Price',
    warnings: [
      { code: 'other_currency', column: 'Currency', currencies: ['USD'], rows: 1 },
      { code: 'price_columns_not_read', columns: ['Price / International', 'Compare-at price / International'] },
    ],
  });
  const bare = await cli.run('catalog', 'import', await writeCsv('Handle,Title\ncap,Cap\n'), ...store);
  expect(bare.out).toMatch(/^ +Prices +the file has no column of prices$/m);
});

test('writes nothing in a dry run, and says so with the same exit code', async () => {
  const path = await writeCsv(exportOf(...SHIRT, plainRow('cap', 'a lot')));
  const { code, out } = await cli.run('catalog', 'import', path, '--dry-run', ...store);
  expect(code).toBe(1);
  expect(out).toContain('Nothing was written.');
  expect(await catalog.products()).toEqual([]);
});

test.each([
  ['no CSV', Buffer.from('504b0304140006000800', 'hex'), 'csv_invalid'],
  ['no handles', 'Title,Price\nShirt,5\n', 'csv_no_handle_column'],
  ['another encoding', Buffer.from('\uFEFFHandle,Title\n', 'utf16le'), 'csv_encoding'],
])('refuses a file with %s with exit code 1 and its error code', async (_, content, code) => {
  const refused = await cli.json('catalog', 'import', await writeCsv(content), ...store);
  expect(refused).toMatchObject({ code: 1, meta: { result: 'error' }, error: { code } });
  expect(refused.error.message).not.toMatch(/\n|\.ts/);
});

test('refuses a missing file and a folder with exit code 1', async () => {
  for (const path of [join(folder, 'none.csv'), folder]) {
    const { code, error } = await cli.json('catalog', 'import', path, ...store);
    expect([code, error.code, error.param]).toEqual([1, 'file_unreadable', 'file']);
  }
});

test('refuses a call without a file or with an unknown option with exit code 2', async () => {
  expect(await cli.run('catalog', 'import', ...store)).toMatchObject({ code: 2 });
  expect(await cli.run('catalog', 'import', 'a.csv', '--force', ...store)).toMatchObject({ code: 2 });
});

test('prints no control characters from a cell', async () => {
  const hostile = `shirt,Shirt,,,Title,Default Title,,"\u001b[2J\u202eevil",,,,,`;
  const { out } = await cli.run('catalog', 'import', await writeCsv(exportOf(hostile)), ...store);
  expect(out).toContain('evil');
  expect(out).not.toContain('\u001b');
  expect(out).not.toContain('\u202e');
});
