import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngOf } from '../../support/asset-files.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'guarantee-'));
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY, BASE_URL: 'https://wait.example' });
  await createTestStore(database.db, { slug: 'fjord', name: 'Fjord Outdoor' });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

const guarantee = (...args: string[]) => cli.json('stores', 'guarantee', ...args);

test('a merchant sets, lists and gives up notices', async () => {
  expect((await guarantee('list')).data).toEqual({ notices: [] });
  const path = join(folder, 'notice.png');
  await writeFile(path, pngOf(300, 400));
  await guarantee('notice', 'de', path);
  const { data } = await guarantee('notice', 'de-AT', path);
  const file = {
    url: expect.stringMatching(/^https:\/\/wait\.example\/brand\/[\w-]{36}\/[\da-f]{32}\.png$/),
    type: 'image/png',
    width: 300,
    height: 400,
  };
  expect(data.notices).toEqual([
    { language: 'de', country: null, ...file },
    { language: 'de', country: 'AT', ...file },
  ]);
  expect((await cli.run('stores', 'guarantee', 'list')).out).toMatch(/de-AT\s+300 × 400/);
  expect((await guarantee('remove-notice', 'de')).data.notices).toHaveLength(1);
});

test('a file that is no image, no language and no product are refused', async () => {
  const path = join(folder, 'page.html');
  await writeFile(path, '<!doctype html><title>No image at all, but long enough</title>');
  expect((await guarantee('notice', 'de', path)).error).toMatchObject({ code: 'official_file_refused' });
  expect((await guarantee('notice', 'german', path)).error).toMatchObject({ code: 'invalid_parameter' });
  expect((await guarantee('label', 'none', path)).error).toMatchObject({ code: 'product_not_found' });
  expect((await guarantee('show-label', 'none')).error).toMatchObject({ code: 'product_not_found' });
  expect((await guarantee('remove-label', 'none')).error).toMatchObject({ code: 'product_not_found' });
});
