import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';

// Typical mistakes of merchants: each is refused with its code and a hint, and changes nothing.
let database: TestDatabase;
let cli: ReturnType<typeof commandLine>;
let slug: string;
beforeAll(async () => {
  database = await createTestDatabase();
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
  slug = (await readStore(database.db, await createTestStore(database.db))).slug;
});
afterAll(() => database.drop());

const inStore = (...args: string[]) => cli.json(...args, '--store', slug);

describe('refuses a setting out of its range', () => {
  test.each([
    ['payment-days', '0'],
    ['withdrawal-undo-hours', '169'],
    ['answer-days', '2'],
    ['ask-after-days', '31'],
    ['keep-preorder-days', '-1'],
    ['keep-checkout-days', '1.5'],
    ['live-holds-per-email-max', ''],
    ['hold-minutes', '9'.repeat(30)],
  ])('--%s=%s', async (option, value) => {
    const { data: before } = await inStore('stores', 'show');
    const { code, error } = await inStore('stores', 'update', `--${option}=${value}`);
    expect({ code, error }).toMatchObject({
      code: 2,
      error: { code: 'invalid_parameter', param: option.replaceAll('-', '_') },
    });
    expect((await inStore('stores', 'show')).data).toEqual(before);
  });
});

describe('refuses an unknown id or code', () => {
  test.each([
    ['products', 'show', 'products list'],
    ['waitlists', 'show', 'waitlists list'],
    ['batches', 'show', 'batches list'],
    ['releases', 'show', 'releases list'],
    ['preorders', 'show', 'preorders list'],
    ['promises', 'show', 'promises list'],
    ['webhooks', 'show', 'webhooks list'],
    ['mails', 'show', 'mails list'],
  ])('%s %s', async (noun, verb, list) => {
    for (const name of ['nothing', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE store; --"]) {
      const { code, error } = await inStore(noun, verb, name);
      expect({ code, error }).toMatchObject({ code: 1, error: { code: expect.stringMatching(/_not_found$/) } });
      expect(error.message).toContain(`See ./service ${list}`);
    }
  });
});

test.each([
  ['', { code: 'missing_parameter', param: 'code' }],
  ['x'.repeat(1_000), { code: 'invalid_parameter', param: 'code' }],
  ['x'.repeat(2_000), { code: 'uri_too_long' }],
  ['nothing', { code: 'discount_not_found', param: 'code' }],
  ["'; DROP TABLE store; --", { code: 'discount_not_found', param: 'code' }],
])('refuses a code of a discount that the operation refuses: %j', async (code, error) => {
  expect(await inStore('discounts', 'show', code)).toMatchObject({ error });
});

test.each([
  [['jobs', 'show', '0'], { code: 'invalid_parameter', param: 'job_id' }],
  [['jobs', 'show', '4711'], { code: 'job_not_found', message: expect.stringContaining('./service jobs list') }],
  [['promises', 'answer', 'PO-7K2M-9QXT-X', 'perhaps'], { code: 'invalid_parameter', param: 'choice' }],
  [['promises', 'answer', 'PO-7K2M-9QXT-X'], { code: 'missing_parameter', param: 'choice' }],
  [
    ['preorders', 'list', '--email', 'ada\0@example.com'],
    { code: 'invalid_parameter', message: expect.stringMatching(/not text/) },
  ],
  [
    ['preorders', 'list', '--email', 'ada\ud800'],
    { code: 'invalid_parameter', message: expect.stringMatching(/not text/) },
  ],
  [
    ['stores', 'update', '--shipping', 'DE=4,90'],
    { param: 'shipping', message: '“4,90” is not an amount in EUR, such as 15.00.' },
  ],
  [['stores', 'update', '--tax', 'DE=101%'], { param: 'tax', message: 'A tax rate is from 0% to 100%.' }],
  [
    ['people', 'export', 'ada@example.com', '--output', ''],
    { param: 'output', message: expect.stringMatching(/^“” cannot be/) },
  ],
  [['measures', 'show', '--from', '0000-01-01'], { code: 'invalid_parameter', param: 'from' }],
  [
    ['discounts', 'create', 'A', '--off', '1%', '--ends-at', '9999-12-31'],
    { code: 'invalid_parameter', param: 'ends_at' },
  ],
])('refuses %j, and says what is wrong', async (args, expected) => {
  const { code, error } = await inStore(...args);
  expect({ misused: code === 2, error }).toMatchObject({ misused: error.code !== 'job_not_found', error: expected });
});
