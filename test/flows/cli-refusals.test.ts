import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../../src/features/stores/queries.ts';
import { commandLine } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../support/merchant.ts';

// What merchants type by mistake: each is refused with its code and what would do, and changes nothing.
let database: TestDatabase;
let cli: ReturnType<typeof commandLine>;
let slug: string;
beforeAll(async () => {
  database = await createTestDatabase();
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY.padEnd(32, '.') });
  slug = (await readStore(database.db, await createTestStore(database.db))).slug;
});
afterAll(() => database.drop());

const inStore = (...args: string[]) => cli.json(...args, '--store', slug);

describe('a setting out of its range', () => {
  test.each([
    ['payment-days', '0'],
    ['answer-days', '2'],
    ['ask-after-days', '31'],
    ['keep-preorder-days', '-1'],
    ['keep-checkout-days', '1.5'],
    ['holds-per-email', ''],
    ['hold-minutes', '9'.repeat(30)],
  ])('--%s=%s', async (option, value) => {
    const { data: before } = await inStore('stores', 'show');
    const { code, error } = await inStore('stores', 'update', `--${option}=${value}`);
    expect({ code, error }).toMatchObject({
      ...{ code: 2, error: { code: 'invalid_parameter', param: option.replaceAll('-', '_') } },
    });
    expect(error.message).toMatch(/It must be a whole number from \d+ to \d+\.$/);
    expect((await inStore('stores', 'show')).data).toEqual(before);
  });
});
