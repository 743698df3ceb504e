import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestProduct, createTestStore, TEST_SECRET_KEY, type TestProduct } from '../../support/merchant.ts';

let database: TestDatabase;
let cli: ReturnType<typeof commandLine>;
let product: TestProduct;
beforeAll(async () => {
  database = await createTestDatabase();
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
  const storeId = await createTestStore(database.db);
  product = await createTestProduct(database.db, storeId, { prices: [12_900, null], handle: 'aurora-jacket' });
});
afterAll(() => database.drop());

describe('the command waitlists', () => {
  const create = (...args: string[]) =>
    cli.json(
      'waitlists',
      'create',
      '--product-id',
      'aurora-jacket',
      '--ships-from',
      '2030-06-10',
      '--ships-until',
      '2030-06-15',
      ...args,
    );

  test('takes a waitlist from its draft to its close', async () => {
    const created = await create(
      '--variant',
      'AUR-0=200',
      '--variant',
      `${product.variants[1]?.externalId}=50@1,149.00`,
      '--compare-at',
      'AUR-0=149',
      '--limit-per-customer',
      '2',
      '--launches-at',
      '2030-06-01 09:00',
      '--closes-at',
      '2030-06-30T00:00Z',
      '--text',
      'Made to order.',
    );
    expect(created).toMatchObject({ code: 0, meta: { result: 'success' } });
    expect(created.data).toMatchObject({
      state: 'DRAFT',
      open: false,
      limit_per_customer: 2,
      text: 'Made to order.',
      currency: 'EUR',
      launches_at: '2030-06-01T07:00:00.000Z',
      closes_at: '2030-06-30T00:00:00.000Z',
      ship_window: { from: '2030-06-10', until: '2030-06-15', version: 1 },
      variants: [
        { sku: 'AUR-0', price: '129.00', compare_at_price: '149.00', allocated: 200, held: 0, sold: 0, left: 200 },
        { sku: 'AUR-1', price: '1149.00', compare_at_price: null, allocated: 50 },
      ],
    });
    const { id } = created.data;
    for (const [verb, state] of [
      ['schedule', 'SCHEDULED'] as const,
      ['unschedule', 'DRAFT'] as const,
      ['open', 'OPEN'] as const,
      ['pause', 'PAUSED'] as const,
      ['resume', 'OPEN'] as const,
    ]) {
      expect(await cli.json('waitlists', verb, id)).toMatchObject({ code: 0, data: { state } });
    }
    expect(await cli.json('waitlists', 'schedule', id)).toMatchObject({
      code: 1,
      error: { code: 'invalid_transition', data: { state: 'OPEN', act: 'schedule' } },
    });
    const updated = await cli.json(
      'waitlists',
      'update',
      id,
      '--ships-from',
      '2030-07-01',
      '--ships-until',
      '2030-07-05',
      '--variant',
      'AUR-0=10',
      '--limit-per-customer',
      'none',
    );
    expect(updated.data).toMatchObject({
      ship_window: { version: 2 },
      limit_per_customer: null,
      closes_at: '2030-06-30T00:00:00.000Z',
      variants: [{ allocated: 10, price: '129.00', compare_at_price: '149.00' }, { allocated: 50 }],
    });
    const text = (await cli.run('waitlists', 'show', id)).out;
    expect(text).toMatch(/Ships +1\s–\s5 July 2030/);
    expect(text).toMatch(/Closes +30 June 2030 at 02:00/);
    expect((await cli.json('waitlists', 'list', '--open', '--product-id', product.externalId)).data).toHaveLength(1);
    expect((await cli.json('waitlists', 'list', '--q', 'no such jacket')).data).toEqual([]);
    expect(await cli.json('waitlists', 'close', id)).toMatchObject({ code: 0, data: { state: 'CLOSED' } });
    expect((await cli.json('waitlists', 'list', '--open')).data).toEqual([]);
    expect((await cli.json('waitlists', 'list', '--state', 'CLOSED')).data).toHaveLength(1);
    // The command waits until its changes are dispatched, so that no other process has to find them.
    expect(await database.db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL')).toEqual([]);
    const { data } = await create('--variant', 'AUR-0=1');
    await cli.json('waitlists', 'open', data.id);
    await cli.json('waitlists', 'close', data.id);
    const page = await cli.run('waitlists', 'list', '--limit', '1');
    expect(page.out).toContain(`More: --after ${data.id}`);
    expect((await cli.json('waitlists', 'list', '--limit', '1', '--after', data.id)).data).toMatchObject([{ id }]);
    expect(await cli.json('waitlists', 'list', '--after', 'x')).toMatchObject({ code: 2, error: { param: 'after' } });
  });

  test('warns when it opens that the catalogue has units on the shelf, and ends with the page', async () => {
    const [first, second] = product.variants;
    const shelf = (units: number) =>
      database.db.query('UPDATE variant SET in_stock = $2 WHERE id = $1', [first?.id, units]);
    await shelf(7);
    const { data: warned } = await create('--variant', 'AUR-0=5');
    const opened = await cli.run('waitlists', 'open', warned.id);
    expect(opened).toMatchObject({ code: 0, err: '' });
    expect(opened.out).toMatch(
      new RegExp(`^Warning: the catalogue .*?^ +Size 0 +AUR-0 +${first?.externalId} +7$`, 'ms'),
    );
    expect(opened.out).toMatch(/bring the catalogue up to date: \.\/service catalog import FILE\.csv --store \S+$/m);
    const page = opened.out.slice(opened.out.indexOf('<!doctype html>'));
    expect(page).toContain(`<option value="${first?.externalId}">Size 0</option>`);
    expect(page).not.toContain(second?.externalId);
    expect((await cli.run('waitlists', 'page', warned.id)).out).toBe(page);
    await cli.json('waitlists', 'pause', warned.id);
    await cli.json('waitlists', 'close', warned.id);
    const { data: other } = await create('--variant', `${second?.externalId}=5@10`);
    expect((await cli.json('waitlists', 'open', other.id)).data).toMatchObject({ state: 'OPEN', on_shelf: [] });
    await cli.json('waitlists', 'close', other.id);
    const { data: both } = await create('--all', '5@10');
    expect((await cli.json('waitlists', 'open', both.id)).data.on_shelf).toEqual([
      { id: first?.externalId, sku: 'AUR-0', title: 'Size 0', in_stock: 7 },
    ]);
    await cli.json('waitlists', 'close', both.id);
    await shelf(0);
    expect(await cli.json('waitlists', 'page', warned.id)).toMatchObject({ code: 0, data: { page: page.trimEnd() } });
    expect(await cli.json('waitlists', 'page', 'x')).toMatchObject({ error: { code: 'waitlist_not_found' } });
  });

  test('refuses wrong input with its code', async () => {
    const all = ['--all', '5@10'];
    const wrong: [string[], number, string][] = [
      [['--all', '5'], 1, 'price_required'],
      [['--variant', 'BOOTS=5'], 1, 'unknown_variant'],
      [['--variant', 'AUR-0'], 2, 'invalid_parameter'],
      [['--variant', 'AUR-0=many'], 2, 'invalid_parameter'],
      [['--variant', 'AUR-0=5@9.999'], 2, 'invalid_parameter'],
      [['--variant', 'AUR-0=5', '--variant', 'AUR-0=6'], 2, 'invalid_parameter'],
      [[], 2, 'missing_parameter'],
      [[...all, '--ships-until', '2030-06-01'], 1, 'invalid_dates'],
      [[...all, '--closes-at', '2020-01-01'], 1, 'invalid_dates'],
      [[...all, '--closes-at', 'never'], 2, 'invalid_parameter'],
      [[...all, '--limit-per-customer', '0'], 2, 'invalid_parameter'],
    ];
    for (const [args, code, error] of wrong) {
      expect(await create(...args), args.join(' ')).toMatchObject({ code, error: { code: error } });
    }
    expect(await cli.json('waitlists', 'show', 'x')).toMatchObject({ code: 1, error: { code: 'waitlist_not_found' } });
  });
});
