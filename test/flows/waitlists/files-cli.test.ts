import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestProduct, createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'waitlists-'));
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, BASE_URL: 'https://wait.example' });
  const storeId = await createTestStore(database.db, { slug: 'fjord', name: 'Fjord Outdoor' });
  await createTestProduct(database.db, storeId, { handle: 'parka' });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

test('a file is tried, brought in, and saved again', async () => {
  const path = join(folder, 'in.csv');
  await writeFile(
    path,
    'product,units,ships_from,ships_until\nparka,5,2031-06-01,2031-06-10\nnothing,5,2031-06-01,2031-06-10\n',
  );
  const tried = await cli.json('waitlists', 'import', path, '--dry-run');
  expect([tried.code, tried.data.created, tried.data.refused]).toEqual([1, 1, 1]);
  expect((await cli.json('waitlists', 'list')).data).toEqual([]);
  const done = await cli.run('waitlists', 'import', path);
  expect(done.out).toContain('1 created, 0 changed, 0 unchanged, 1 refused.');
  const [{ id }] = (await cli.json('waitlists', 'list')).data;
  await cli.run('waitlists', 'open', id);
  await writeFile(path, `waitlist_id,price\n${id},0.50\n`);
  const slip = await cli.run('waitlists', 'import', path, '--dry-run');
  expect(slip.out).toMatch(/Shoppers would pay these prices .*\n {2}parka, .*: 129\.00 EUR → 0\.50 EUR\n/);
  expect((await cli.run('waitlists', 'import', path)).out).toContain('Shoppers pay these prices');
  const out = join(folder, 'out.csv');
  expect((await cli.json('waitlists', 'export', '--file', out)).code).toBe(0);
  expect(await readFile(out, 'utf8')).toContain('"parka"');
  expect((await cli.json('waitlists', 'import', out)).data).toMatchObject({ changed: 0, refused: 0 });
  expect((await cli.json('waitlists', 'import', join(folder, 'none.csv'))).error.code).toBe('file_unreadable');
});
