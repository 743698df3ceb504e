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
  folder = await mkdtemp(join(tmpdir(), 'prices-cli-'));
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
    '--contact',
    'hello@fjord.example',
    '--currency',
    'EUR',
    '--terms',
    'https://fjord.example/terms',
    '--privacy',
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

describe('the payment plan of a waitlist', () => {
  const create = (...plan: string[]) =>
    inFjord(
      'waitlists',
      'create',
      '--product',
      'jacket',
      '--all',
      '5',
      '--ships-from',
      '2030-06-10',
      '--ships-until',
      '2030-06-15',
      ...plan,
    );

  test.each([
    [[], 'pay_now', null, true],
    [['--plan', 'pay-later'], 'pay_later', null, true],
    [['--plan', 'deposit', '--deposit', '12.5%', '--deposit-kept'], 'deposit', { percent: 12.5 }, false],
    [['--deposit', '30.00'], 'deposit', { amount: '30.00' }, true],
  ] as const)('is set by %j', async (options, ...[plan, deposit, refundable]) => {
    const { code, data } = await create(...options);
    expect({ code, data }).toMatchObject({
      code: 0,
      data: { payment_plan: plan, deposit, deposit_refundable: refundable },
    });
  });

  test('is changed in part, for later pre-orders', async () => {
    const { data } = await create('--deposit', '20%', '--deposit-kept');
    const update = (...options: string[]) => inFjord('waitlists', 'update', data.id, ...options);
    expect((await update('--deposit', '25%')).data).toMatchObject({
      payment_plan: 'deposit',
      deposit: { percent: 25 },
      deposit_refundable: false,
    });
    expect((await update('--text', 'Soon')).data).toMatchObject({
      deposit: { percent: 25 },
      deposit_refundable: false,
    });
    expect((await update('--deposit-refunded')).data).toMatchObject({ deposit_refundable: true });
    const { out } = await cli.run('waitlists', 'show', data.id, '--store', 'fjord');
    expect(out).toContain('25% now, the rest at release');
    expect((await update('--plan', 'pay-now')).data).toMatchObject({ payment_plan: 'pay_now', deposit: null });
    expect((await cli.run('waitlists', 'list', '--store', 'fjord')).out).toContain('at release');
  });

  test.each([
    ['--plan', 'deposit'],
    ['--deposit', '100%'],
    ['--deposit', '0%'],
    ['--deposit', '150%'],
    ['--deposit=-5'],
    ['--deposit=-5%'],
    ['--deposit', '0'],
    ['--deposit', '0.001'],
    ['--deposit', '0.001%'],
    ['--deposit', '1e3'],
    ['--deposit', '99999999999999999999'],
    ['--deposit', 'half'],
    ['--plan', 'pay-now', '--deposit', '20%'],
    ['--plan', 'pay-later', '--deposit-kept'],
    ['--plan', 'monthly'],
    ['--deposit', '20%', '--deposit-kept', '--deposit-refunded'],
  ])('refuses %s %s', async (...options) => {
    const { code, error } = await create(...options);
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'invalid_parameter' } });
  });
});

test('a price that shoppers see and that changes much is said with the one before', async () => {
  const { data } = await inFjord(
    'waitlists',
    'create',
    '--product',
    'jacket',
    '--ships-from',
    '2031-06-01',
    '--ships-until',
    '2031-06-10',
    '--all',
    '5',
  );
  const [variant] = data.variants;
  const update = async (price: string) => {
    const changed = ['waitlists', 'update', data.id, '--store', 'fjord', '--price', `${variant.id}=${price}`];
    return (await cli.run(...changed)).out;
  };
  expect(await update('12.00')).not.toContain('→');
  await inFjord('waitlists', 'open', data.id);
  expect(await update('10.00')).not.toContain('→');
  expect(await update('0')).toContain('10.00 EUR → 0.00 EUR');
});

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
      '--uses',
      '2',
      '--from',
      '2030-05-01 09:00',
      '--until',
      '2030-06-01 09:00',
      '--product',
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
      '--product',
      'jacket',
      '--all',
      '5',
      '--ships-from',
      '2030-06-10',
      '--ships-until',
      '2030-06-15',
    );
    const create = (code: string, product: string) =>
      inFjord('discounts', 'create', code, '--off', '5', '--waitlist', waitlist.id, '--product', product);
    expect(await create('NEVER', 'cap')).toMatchObject({
      code: 2,
      error: { code: 'invalid_parameter', param: 'waitlist' },
    });
    expect(await create('BOTH', 'jacket')).toMatchObject({ code: 0 });
    expect(await inFjord('discounts', 'create', 'MANY', '--off', '5', '--uses', '99999999999')).toMatchObject({
      error: { param: 'uses', message: expect.stringContaining('from 1 to 1000000') },
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
    const { data } = await inFjord('discounts', 'create', code, '--off', '1%', '--from', from);
    expect(data).toMatchObject({ starts_at: moment });
    expect(await inFjord('discounts', 'end', code)).toMatchObject({ code: 0 });
  });

  test('tell a past end in the time zone of the store', async () => {
    const { error } = await inFjord('discounts', 'create', 'A', '--off', '1%', '--until', '1999-07-01 09:00');
    expect(error.message).toBe('The end, 1 July 1999 at 09:00 (Europe/Berlin), has passed.');
  });

  test.each<[string[], { exit: number; code: string; param?: string }]>([
    [['create', 'A', '--off', '0%'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', 'A', '--off', '101%'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', 'A', '--off=-5'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', 'A', '--off', '0'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', 'A', '--off', '1.005'], { exit: 2, code: 'invalid_parameter', param: 'off' }],
    [['create', '10%', '--off', '10%'], { exit: 2, code: 'invalid_parameter', param: 'code' }],
    [['create', 'A'.repeat(41), '--off', '10%'], { exit: 2, code: 'invalid_parameter', param: 'code' }],
    [['create', 'A', '--off', '10%', '--uses', '0'], { exit: 2, code: 'invalid_parameter', param: 'uses' }],
    [['create', 'A', '--off', '10%', '--minimum=-1'], { exit: 2, code: 'invalid_parameter', param: 'minimum' }],
    [
      ['create', 'A', '--off', '10%', '--until', '1999-01-01 00:00'],
      { exit: 1, code: 'invalid_dates', param: 'until' },
    ],
    [['create', 'A', '--off', '10%', '--from', '2150-01-01'], { exit: 1, code: 'invalid_dates', param: 'from' }],
    [['create', 'A', '--off', '10%', '--until', '2150-01-01'], { exit: 1, code: 'invalid_dates', param: 'until' }],
    [['create', 'A', '--off', '10%', '--from', '0001-01-01'], { exit: 2, code: 'invalid_parameter', param: 'from' }],
    [['create', 'A', '--off', '10%', '--until', '2030-02-30 00:00'], { exit: 2, code: 'invalid_parameter' }],
    [['create', 'A', '--off', '10%', '--from', '2031-02-29'], { exit: 2, code: 'invalid_parameter', param: 'from' }],
    [['create', 'A', '--off', '10%', '--from', '99999-01-01'], { exit: 2, code: 'invalid_parameter', param: 'from' }],
    [
      ['create', 'A', '--off', '10%', '--from', '2030-05-01', '--until', '2030-05-01'],
      { exit: 1, code: 'invalid_dates', param: 'until' },
    ],
    [['create', 'A', '--off', '10%', '--product', 'boots'], { exit: 1, code: 'product_not_found' }],
    [['create', 'A', '--off', '10%', '--waitlist', 'none'], { exit: 1, code: 'waitlist_not_found' }],
    [['create', 'A'], { exit: 2, code: 'missing_parameter', param: 'off' }],
    [['show', 'NOTHING'], { exit: 1, code: 'discount_not_found', param: 'code' }],
    [['end', '%'], { exit: 1, code: 'discount_not_found', param: 'code' }],
  ])('refuse %j', async (args, { exit, ...error }) => {
    expect(await inFjord('discounts', ...args)).toMatchObject({ code: exit, error });
    expect((await inFjord('discounts', 'list')).data).toEqual([]);
  });
});

describe('tax rates', () => {
  const taxed = async (...rates: string[]) => inFjord('stores', 'update', ...rates.flatMap((rate) => ['--tax', rate]));

  test('are set by country and, where addresses name them, by region', async () => {
    const { data } = await taxed('ca=5%', 'ca-québec=14.975%', 'US-ny=4%', 'DE=19%');
    expect(data.tax).toEqual([
      { country: 'CA', region: '', percent: 5, basis_points: 500 },
      { country: 'CA', region: 'QC', percent: 14.975, basis_points: 1497.5 },
      { country: 'DE', region: '', percent: 19, basis_points: 1900 },
      { country: 'US', region: 'NY', percent: 4, basis_points: 400 },
    ]);
    expect((await cli.run('stores', 'show', '--store', 'fjord')).out).toContain(
      'CA 5%, CA-QC 14.975%, DE 19%, US-NY 4%',
    );
  });

  test.each([
    ['DE-BY=7%'],
    ['US-ZZ=7%'],
    ['US-CA=7.12345%'],
    ['US-CA=101%'],
    ['US-CA=-1%'],
    ['US-CA=7'],
    ['ZZ=7%'],
    ['CA-QC=1%', 'ca-qc=2%'],
  ])('refuse %s %s', async (...rates) => {
    expect(await taxed(...rates)).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'tax' } });
  });
});
