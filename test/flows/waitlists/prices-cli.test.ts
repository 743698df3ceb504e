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

describe('the payment plan of a waitlist', () => {
  const create = (...plan: string[]) =>
    inFjord(
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
      ...plan,
    );

  test.each([
    [[], 'pay_now', null, true],
    [['--payment-plan', 'pay_later'], 'pay_later', null, true],
    [
      ['--payment-plan', 'deposit', '--deposit', '12.5%', '--no-deposit-refundable'],
      'deposit',
      { percent: 12.5 },
      false,
    ],
    [['--deposit', '30.00'], 'deposit', { amount: '30.00' }, true],
  ] as const)('is set by %j', async (options, ...[plan, deposit, refundable]) => {
    const { code, data } = await create(...options);
    expect({ code, data }).toMatchObject({
      code: 0,
      data: { payment_plan: plan, deposit, deposit_refundable: refundable },
    });
  });

  test('is changed in part, for later pre-orders', async () => {
    const { data } = await create('--deposit', '20%', '--no-deposit-refundable');
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
    expect((await update('--deposit-refundable')).data).toMatchObject({ deposit_refundable: true });
    const { out } = await cli.run('waitlists', 'show', data.id, '--store', 'fjord');
    expect(out).toContain('25% now, the rest at release');
    expect((await update('--payment-plan', 'pay_now')).data).toMatchObject({ payment_plan: 'pay_now', deposit: null });
    expect((await cli.run('waitlists', 'list', '--store', 'fjord')).out).toContain('at release');
  });

  test('a kept deposit is said to go back to consumers who withdraw, where a law lets them', async () => {
    const { data } = await create('--deposit', '20%', '--no-deposit-refundable');
    const show = async () => (await cli.run('waitlists', 'show', data.id, '--store', 'fjord')).out;
    const ship = (...countries: string[]) =>
      database.db.query(
        'INSERT INTO store_shipping_rate (store_id, country, amount) SELECT id, unnest($1::text[]), 490 FROM store',
        [countries],
      );
    await ship('CH');
    expect(await show()).not.toContain('withdraw');
    await ship('DE', 'FR');
    expect(await show()).toContain('Consumers in DE and 1 more may withdraw by law; they get the deposit back');
    await inFjord('waitlists', 'update', data.id, '--countries', 'CH');
    expect(await show()).not.toContain('withdraw');
    await inFjord('waitlists', 'update', data.id, '--countries', 'none', '--deposit-refundable');
    expect(await show()).not.toContain('withdraw');
    await database.db.query('DELETE FROM store_shipping_rate');
  });

  test.each([
    ['--payment-plan', 'deposit'],
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
    ['--payment-plan', 'pay_now', '--deposit', '20%'],
    ['--payment-plan', 'pay_later', '--no-deposit-refundable'],
    ['--payment-plan', 'monthly'],
  ])('refuses %s %s', async (...options) => {
    const { code, error } = await create(...options);
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'invalid_parameter' } });
  });
});

test('a price that shoppers see and that changes much is said with the one before', async () => {
  const { data } = await inFjord(
    'waitlists',
    'create',
    '--product-id',
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
