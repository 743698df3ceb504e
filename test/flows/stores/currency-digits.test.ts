import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requireCurrencyDigits } from '../../../src/main/currency-digits.ts';
import { SetupError } from '../../../src/platform/setup-error.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db.query('TRUNCATE store CASCADE'));
afterAll(() => database.drop());

const digitsOf = async (id: string) => {
  const [row] = await database.db.query<{ digits: number | null }>(
    'SELECT currency_digits AS digits FROM store WHERE id = $1',
    [id],
  );
  return row?.digits;
};

/** Creates a store as the previous version did, without its currency's decimals. */
async function createOlderStore(slug: string, currency: string): Promise<string> {
  const id = await createTestStore(database.db, { slug, currency });
  await database.db.query('UPDATE store SET currency_digits = NULL WHERE id = $1', [id]);
  return id;
}

test('keeps the decimals that the currency had when the store was created', async () => {
  for (const [currency, digits] of Object.entries({ EUR: 2, JPY: 0, KWD: 3, HUF: 2 })) {
    const id = await createTestStore(database.db, { slug: currency.toLowerCase(), currency });
    expect(await digitsOf(id)).toBe(digits);
  }
  await expect(requireCurrencyDigits(database.db)).resolves.toBeUndefined();
});

test('fills in the decimals of older stores at a start, where all runtimes agreed', async () => {
  const ids = [await createOlderStore('fjord', 'EUR'), await createOlderStore('kyoto', 'JPY')];
  await requireCurrencyDigits(database.db);
  expect(await Promise.all(ids.map(digitsOf))).toEqual([2, 0]);
});

test('refuses to start where runtimes disagreed, and says what to do', async () => {
  await createOlderStore('buda', 'HUF');
  await createOlderStore('fjord', 'EUR');
  const refusal = requireCurrencyDigits(database.db);
  await expect(refusal).rejects.toThrow(SetupError);
  await expect(refusal).rejects.toThrow(/buda: HUF has 2 decimals here.*\.\/service stores decimals --store buda 0/);
  await expect(refusal).rejects.not.toThrow(/fjord/);
});

test('refuses to start where a store was created with other decimals', async () => {
  const id = await createTestStore(database.db, { slug: 'buda', currency: 'HUF' });
  await database.db.query('UPDATE store SET currency_digits = 0 WHERE id = $1', [id]);
  await expect(requireCurrencyDigits(database.db)).rejects.toThrow(
    /buda: its amounts were stored with no decimals, and HUF has 2 decimals here/,
  );
});

test('lets the merchant set the decimals of an older store once, and then starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'decimals-'));
  const cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
  const id = await createOlderStore('buda', 'HUF');
  await createTestStore(database.db, { slug: 'fjord' });
  expect(await cli.run('waitlists', 'list', '--store', 'fjord')).toMatchObject({
    code: 1,
    err: expect.stringContaining('buda'),
  });
  expect(await cli.run('stores', 'decimals', '7', '--store', 'buda')).toMatchObject({ code: 2 });
  expect(await digitsOf(id)).toBeNull();
  expect(await cli.json('stores', 'decimals', '2', '--store', 'buda')).toMatchObject({
    code: 0,
    data: { currency: 'HUF', currency_digits: 2 },
  });
  expect(await cli.run('waitlists', 'list', '--store', 'fjord')).toMatchObject({ code: 0 });
  expect(await cli.json('stores', 'decimals', '0', '--store', 'buda')).toMatchObject({
    code: 2,
    error: { code: 'invalid_parameter', param: 'decimals' },
  });
  expect(await digitsOf(id)).toBe(2);
  await rm(folder, { recursive: true, force: true });
});
