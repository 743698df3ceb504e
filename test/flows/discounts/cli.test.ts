import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestProduct } from '../../support/merchant.ts';

let database: TestDatabase;
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'discounts-cli-'));
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder });
  const { data } = await cli.json(
    'stores',
    'create',
    '--slug',
    'fjord',
    '--name',
    'Fjord Outdoor',
    '--legal-name',
    'Fjord GmbH',
    '--legal-address',
    'Hafenstr. 1',
    '--contact-email',
    'hello@fjord.example',
    '--currency',
    'EUR',
    '--terms-url',
    'https://fjord.example/terms',
    '--privacy-url',
    'https://fjord.example/privacy',
    '--time-zone',
    'Europe/Berlin',
  );
  await createTestProduct(database.db, data.id, { prices: [12_900], handle: 'jacket' });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const inFjord = (...args: string[]) => cli.json(...args, '--store', 'fjord');

describe('discount codes', () => {
  test('are created, shown, listed and ended', async () => {
    const made = await inFjord(
      'discounts',
      'create',
      'summer 10',
      '--off',
      '10%',
      '--minimum',
      '50',
      '--uses-max',
      '2',
      '--starts-at',
      '2030-05-01 09:00',
      '--ends-at',
      '2030-06-01 09:00',
      '--product-id',
      'jacket',
    );
    expect(made).toMatchObject({
      code: 0,
      data: {
        code: 'SUMMER10',
        state: 'coming',
        off: { percent: 10 },
        minimum: '50.00',
        uses_max: 2,
        placed: 0,
        starts_at: '2030-05-01T07:00:00.000Z',
        ends_at: '2030-06-01T07:00:00.000Z',
        given: '0.00',
      },
    });
    expect(await inFjord('discounts', 'create', 'SUMMER10', '--off', '5')).toMatchObject({
      code: 1,
      error: { code: 'discount_taken', param: 'code' },
    });
    expect((await inFjord('discounts', 'show', ' summer10 ')).data).toEqual(made.data);
    const { out } = await cli.run('discounts', 'show', 'SUMMER10', '--store', 'fjord');
    expect(out).toContain('SUMMER10: not yet');
    expect(out).toMatch(/Off +10% of the goods/);
    expect(out).toMatch(/Used +0 of 2, 0 more are being paid/);
    expect((await inFjord('discounts', 'end', 'summer10')).data).toMatchObject({ state: 'over' });
    expect((await inFjord('discounts', 'list')).data).toEqual([]);
    expect((await inFjord('discounts', 'list', '--all')).data).toMatchObject([{ code: 'SUMMER10', state: 'over' }]);
    expect((await cli.run('discounts', 'list', '--all', '--store', 'fjord')).out).toContain('0 of 2');
  });

  test('are refused for a product that the waitlist does not sell', async () => {
    const { data: store } = await inFjord('stores', 'show');
    await createTestProduct(database.db, store.id, { prices: [100], handle: 'cap' });
    const { data: waitlist } = await inFjord(
      'waitlists',
      'create',
      '--product-id',
      'jacket',
      '--all',
      '5',
      '--ships-from',
      '2030-06-10',
      '--ships-until',
      '2030-06-15',
    );
    const create = (code: string, product: string) =>
      inFjord('discounts', 'create', code, '--off', '5', '--waitlist-id', waitlist.id, '--product-id', product);
    expect(await create('NEVER', 'cap')).toMatchObject({
      code: 2,
      error: { code: 'invalid_parameter', param: 'waitlist_id' },
    });
    expect(await create('BOTH', 'jacket')).toMatchObject({ code: 0 });
    expect(await inFjord('discounts', 'create', 'MANY', '--off', '5', '--uses-max', '99999999999')).toMatchObject({
      error: { param: 'uses_max', message: expect.stringContaining('from 1 to 1000000') },
    });
    await inFjord('discounts', 'end', 'BOTH');
  });

  test.each([
    ['after the hour that clocks skip', '2030-03-31 02:30', '2030-03-31T01:30:00.000Z'],
    ['in the first of the repeated hours', '2030-10-27 02:30', '2030-10-27T00:30:00.000Z'],
    ['on a leap day', '2032-02-29', '2032-02-28T23:00:00.000Z'],
    ['long ago', '1926-01-01T00:00Z', '1926-01-01T00:00:00.000Z'],
  ])('begin %s', async (what, from, moment) => {
    const code = what.replaceAll(/\W/g, '').slice(0, 40);
    const { data } = await inFjord('discounts', 'create', code, '--off', '1%', '--starts-at', from);
    expect(data).toMatchObject({ starts_at: moment });
    expect(await inFjord('discounts', 'end', code)).toMatchObject({ code: 0 });
  });

  test('tell a past end in the time zone of the store', async () => {
    const { error } = await inFjord('discounts', 'create', 'A', '--off', '1%', '--ends-at', '1999-07-01 09:00');
    expect(error.message).toBe('The end, 1 July 1999 at 09:00 (Europe/Berlin), has passed.');
  });

  test.each<[string[], { exit: number; code: string; param?: string }]>([
    [['create', 'A', '--off', '0%'], { exit: 2, code: 'invalid_parameter', param: 'off.percent' }],
    [['create', 'A', '--off', '101%'], { exit: 2, code: 'invalid_parameter', param: 'off.percent' }],
    [['create', 'A', '--off=-5'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', 'A', '--off', '0'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', 'A', '--off', '1.005'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', '10%', '--off', '10%'], { exit: 2, code: 'invalid_parameter', param: 'code' }],
    [['create', 'A'.repeat(41), '--off', '10%'], { exit: 2, code: 'invalid_parameter', param: 'code' }],
    [['create', 'A', '--off', '10%', '--uses-max', '0'], { exit: 2, code: 'invalid_parameter', param: 'uses_max' }],
    [['create', 'A', '--off', '10%', '--minimum=-1'], { exit: 2, code: 'invalid_parameter', param: 'minimum' }],
    [
      ['create', 'A', '--off', '10%', '--ends-at', '1999-01-01 00:00'],
      { exit: 1, code: 'invalid_dates', param: 'ends_at' },
    ],
    [
      ['create', 'A', '--off', '10%', '--starts-at', '2150-01-01'],
      { exit: 1, code: 'invalid_dates', param: 'starts_at' },
    ],
    [['create', 'A', '--off', '10%', '--ends-at', '2150-01-01'], { exit: 1, code: 'invalid_dates', param: 'ends_at' }],
    [
      ['create', 'A', '--off', '10%', '--starts-at', '0001-01-01'],
      { exit: 2, code: 'invalid_parameter', param: 'starts_at' },
    ],
    [['create', 'A', '--off', '10%', '--ends-at', '2030-02-30 00:00'], { exit: 2, code: 'invalid_parameter' }],
    [
      ['create', 'A', '--off', '10%', '--starts-at', '2031-02-29'],
      { exit: 2, code: 'invalid_parameter', param: 'starts_at' },
    ],
    [
      ['create', 'A', '--off', '10%', '--starts-at', '99999-01-01'],
      { exit: 2, code: 'invalid_parameter', param: 'starts_at' },
    ],
    [
      ['create', 'A', '--off', '10%', '--starts-at', '2030-05-01', '--ends-at', '2030-05-01'],
      { exit: 1, code: 'invalid_dates', param: 'ends_at' },
    ],
    [['create', 'A', '--off', '10%', '--product-id', 'boots'], { exit: 1, code: 'product_not_found' }],
    [['create', 'A', '--off', '10%', '--waitlist-id', 'nothing'], { exit: 1, code: 'waitlist_not_found' }],
    [['create', 'A'], { exit: 2, code: 'missing_parameter', param: 'off' }],
    [['show', 'NOTHING'], { exit: 1, code: 'discount_not_found', param: 'code' }],
    [['end', '%'], { exit: 1, code: 'discount_not_found', param: 'code' }],
  ])('refuse %j', async (args, { exit, ...error }) => {
    expect(await inFjord('discounts', ...args)).toMatchObject({ code: exit, error });
    expect((await inFjord('discounts', 'list')).data).toEqual([]);
  });
});
