import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestProduct, createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let folder: string;
let cli: ReturnType<typeof commandLine>;
let waitlist: string;
let skus: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'deliveries-'));
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, BASE_URL: 'https://wait.example' });
  const storeId = await createTestStore(database.db, { slug: 'fjord', name: 'Fjord Outdoor' });
  await createTestProduct(database.db, storeId, { handle: 'parka' });
  const variants = await database.db.query<{ sku: string }>(
    'SELECT sku FROM variant WHERE store_id = $1 ORDER BY position',
    [storeId],
  );
  skus = variants.map(({ sku }) => sku);
  const dates = ['--ships-from', '2031-06-01', '--ships-until', '2031-06-10'];
  const made = await cli.json('waitlists', 'create', '--product-id', 'parka', '--all', '5', ...dates);
  waitlist = made.data.id;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const HEADER = 'delivery,product,variant,units,arrived,ships_from,ships_until,batch_id\n';

async function importing(rows: string, ...options: string[]) {
  const path = join(folder, 'orders.csv');
  await writeFile(path, HEADER + rows);
  return cli.json('batches', 'import', path, ...options);
}

const batches = async () => (await cli.json('batches', 'list', waitlist)).data;

test('a purchase order becomes a batch once, and is brought up to date by its number', async () => {
  const row = `PO-7,parka,${skus[0]},40,,2031-09-01,2031-09-15,\n`;
  const tried = await importing(row, '--dry-run');
  expect([tried.code, tried.data]).toMatchObject([0, [{ result: 'created', batch_id: null }]]);
  expect(await batches()).toHaveLength(1);
  const [made] = (await importing(row)).data;
  expect(made).toMatchObject({ delivery: 'PO-7', result: 'created', lines: [2] });
  expect(await batches()).toHaveLength(2);
  expect((await importing(row)).data).toMatchObject([{ result: 'unchanged', batch_id: made.batch_id, move: null }]);
  const arrived = await importing(`PO-7,parka,${skus[0]},45,12,,,\n`);
  expect(arrived.data).toMatchObject([{ result: 'changed', batch_id: made.batch_id }]);
  const { data: batch } = await cli.json('batches', 'show', made.batch_id);
  expect(batch.variants[0]).toMatchObject({ allocated: 45, arrived: 12 });
  expect((await importing(`PO-7,parka,${skus[0]},45,12,,,\n`)).data).toMatchObject([{ result: 'unchanged' }]);
});

test('a date that moved is shown with what it would do, and not moved', async () => {
  const moved = await importing(`PO-7,parka,${skus[0]},,,2031-10-01,2031-10-15,\n`);
  expect(moved.data).toMatchObject([
    { result: 'unchanged', move: { from: '2031-10-01', until: '2031-10-15', shoppers_told: 0, shoppers_asked: 0 } },
  ]);
  expect((await batches())[1].ship_window).toMatchObject({ from: '2031-09-01' });
  const path = join(folder, 'orders.csv');
  expect((await cli.run('batches', 'import', path)).out).toContain(
    `./service promises move ${moved.data[0].batch_id} --store fjord --ships-from 2031-10-01`,
  );
});

test('a batch that was made by hand is named once by its id', async () => {
  const [first] = await batches();
  const named = await importing(`PO-1,parka,${skus[0]},6,,,,${first.id}\n`);
  expect(named.data).toMatchObject([{ result: 'changed', batch_id: first.id }]);
  expect((await importing(`PO-1,parka,${skus[0]},7,,,,\n`)).data).toMatchObject([{ batch_id: first.id }]);
  expect((await importing(`PO-7,parka,${skus[0]},,,,,${first.id}\n`)).data).toMatchObject([
    { result: 'refused', error: { code: 'invalid_parameter', param: 'batch_id' } },
  ]);
});

test('what cannot be taken is refused by itself, with its reason', async () => {
  const { code, data } = await importing(
    [
      `PO-8,nothing,${skus[0]},5,,2031-09-01,2031-09-15,`,
      'PO-8,parka,NO-SUCH,5,,2031-09-01,2031-09-15,',
      `PO-9,parka,${skus[0]},5,,,,`,
      `PO-10,parka,${skus[0]},many,,2031-09-01,2031-09-15,`,
      `,parka,${skus[0]},5,,2031-09-01,2031-09-15,`,
      `PO-11,parka,${skus[0]},5,,2031-09-01,,`,
      `PO-12,parka,${skus[0]},5,,2031-09-01,2031-09-15,not-a-batch`,
      `PO-13,parka,${skus[0]},5,,2031-09-01,2031-09-15,`,
      `PO-13,parka,${skus[0]},3,,2031-09-02,2031-09-15,`,
      `PO-14,parka,${skus[0]},3,,2031-09-02,2031-09-15,`,
    ].join('\n'),
  );
  expect(code).toBe(1);
  expect(data.map(({ error }: { error: { code: string } | null }) => error?.code ?? null)).toEqual([
    'product_not_found',
    'unknown_variant',
    'missing_parameter',
    'invalid_parameter',
    'missing_parameter',
    'missing_parameter',
    'batch_not_found',
    'invalid_parameter',
    null,
  ]);
  expect(await batches()).toHaveLength(3);
  const other = join(folder, 'other.csv');
  await writeFile(other, 'delivery,price\nPO-1,4\n');
  expect((await cli.json('batches', 'import', other)).error.code).toBe('csv_invalid');
  expect((await cli.json('batches', 'import', join(folder, 'none.csv'))).error.code).toBe('file_unreadable');
});
