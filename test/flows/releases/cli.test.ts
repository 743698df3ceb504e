import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import type { Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

// A running service with its worker, and the command line beside it, as a merchant uses them.
let system: System;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  system = await startSystem();
  cli = commandLine({ DATABASE_URL: system.db.url, SECRET_KEY: TEST_SECRET_KEY });
});
afterAll(() => system.stop());

type ReleaseFixture = {
  testStore: StoreWithWaitlist;
  batchId: string;
  store: string[];
  buy(quantity: number, card?: string): Promise<string>;
};

async function openRelease(): Promise<ReleaseFixture> {
  const testStore = await createStoreWithWaitlist(system, {
    prices: [12_900],
    waitlist: { plan: { plan: 'pay_later' } },
  });
  const [batch] = (await readWaitlist(system.db, testStore.storeId, testStore.waitlistId)).batches;
  const [variant] = testStore.product.variants;
  if (!batch || !variant) throw new Error('a store without a batch or a variant');
  const offer: Offer = {
    storeId: testStore.storeId,
    storeKey: testStore.storeKey,
    waitlistId: testStore.waitlistId,
    productId: testStore.product.id,
    variantId: variant.id,
    variantExternalId: variant.externalId,
  };
  const store = ['--store', (await readStore(system.db, testStore.storeId)).slug];
  const buyer = { ...system.deps, stop: async () => {} };
  return {
    testStore,
    batchId: batch.id,
    store,
    buy: (quantity, card) => buyFrom(buyer, offer, { quantity, ...(card && { card }) }),
  };
}

test('names disputed line items in the preview of what goes on despite the dispute', async () => {
  const { testStore, batchId, store, buy } = await openRelease();
  const [disputed, won] = [await buy(1), await buy(1)];
  for (const [reference, state] of [
    [disputed, 'needs_response'],
    [won, 'won'],
  ]) {
    await system.db.query(
      `INSERT INTO dispute (store_id, provider, ref, preorder_id, amount, currency, reason, state, opened_at, goes_on_at)
       SELECT store_id, 'test', reference, id, 500, 'EUR', 'fraudulent', $3, app_now(), app_now() FROM preorder
       WHERE store_id = $1 AND reference = $2`,
      [testStore.storeId, reference, state],
    );
  }
  await cli.json('batches', 'arrive', batchId, '--variant', 'AUR-0=2', ...store);
  const { data } = await cli.json('releases', 'preview', batchId, ...store);
  expect(data.lines).toMatchObject([
    { reference: disputed, dispute: 'needs_response' },
    { reference: won, dispute: null },
  ]);
  const told = (await cli.run('releases', 'preview', batchId, ...store)).out;
  expect(told).toContain('1 of them would be, although a payment of their pre-order is disputed: the merchant let');
  expect(told).toMatch(new RegExp(`${disputed} .* needs response$`, 'm'));
  await cli.run('releases', 'run', batchId, ...store);
  const [release] = (await cli.json('releases', 'list', '--batch-id', batchId, ...store)).data;
  expect(release).toMatchObject({ state: 'done', released: 2, paid: 2 });
});

test('counts a delivery, previews the release and runs it with its progress', async () => {
  const { batchId, store, buy } = await openRelease();
  const [first, second] = [await buy(2), await buy(2)];
  const arrived = await cli.json('batches', 'arrive', batchId, '--variant', 'AUR-0=3', '--key', 'dock-1', ...store);
  expect(arrived.data.variants[0]).toMatchObject({ arrived: 3, released: 0, free: 3, waiting: 4 });
  expect(arrived.data.arrivals).toMatchObject([{ key: 'dock-1', variants: [{ counted: 3, delta: 3 }] }]);
  const again = await cli.json('batches', 'arrive', batchId, '--variant', 'AUR-0=3', '--key', 'dock-1', ...store);
  expect(again.data.arrivals).toEqual(arrived.data.arrivals);

  const preview = await cli.json('releases', 'preview', batchId, ...store);
  expect(preview.data.lines.map(({ reference }: { reference: string }) => reference)).toEqual([first, first, second]);
  expect(preview.data.left_out).toMatchObject([{ reference: second, number: 2 }]);
  expect(preview.data.lines[0]).toMatchObject({ card: 'kept' });
  const told = await cli.run('releases', 'preview', batchId, ...store);
  expect(told.out).toContain(`3 line items would be released, and ${preview.data.charge} EUR charged.`);
  expect(told.out).toContain('1 line item would wait on.');

  const run = await cli.run('releases', 'run', batchId, ...store);
  expect(run).toMatchObject({ code: 0, err: expect.stringContaining('3 of 3 units assigned') });
  expect(run.out).toMatch(/Assigned +3 of 3 units/);
  const listed = async () => (await cli.json('releases', 'list', '--batch-id', batchId, ...store)).data[0];
  await expect.poll(async () => (await listed()).ordered).toBe(3); // orders are handed over a moment after the payment
  const release = await listed();
  expect(release).toMatchObject({ state: 'done', units: 3, released: 3, charging: 0, paid: 3, payment_due: 0 });
  expect((await cli.run('releases', 'show', release.id, ...store)).out).toContain('release done');
  expect((await cli.run('releases', 'list', ...store)).out).toContain(release.id);
  const stopped = await cli.run('releases', 'stop', release.id, ...store);
  expect(stopped).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^It has already finished, so there was nothing to stop\./),
  });
  expect((await cli.json('releases', 'show', release.id, ...store)).data).toEqual(release);
  expect((await cli.run('releases', 'run', batchId, ...store)).out).toContain('can be released');
});

test('shows what cannot be charged before and after the release', async () => {
  const { batchId, store, buy } = await openRelease();
  await buy(1, '4000000000006348');
  await cli.json('batches', 'arrive', batchId, '--variant', 'AUR-0=1', ...store);
  const run = await cli.json('releases', 'run', batchId, ...store);
  expect(run).toMatchObject({ code: 0, data: { released: 1, paid: 0, payment_due: 1 } });
  const { out } = await cli.run('releases', 'show', run.data.id, ...store);
  expect(out).toMatch(/Assigned +1 of 1 units\n +Paid +0\n +Handed over +0\n +Not paid +1: the charge failed\./);
});

test('shows a stopped release, and releases the rest in another one', async () => {
  const { testStore, batchId, store, buy } = await openRelease();
  await buy(2);
  await cli.json('batches', 'arrive', batchId, '--variant', 'AUR-0=2', ...store);
  // The lock keeps every step waiting until the release is stopped.
  const blocker = await system.db.connect();
  await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
  await blocker.query('SELECT 1 FROM preorder WHERE store_id = $1 FOR NO KEY UPDATE', [testStore.storeId]);
  const begun = await cli.json('releases', 'run', batchId, '--limit', '1', '--detach', ...store);
  const stopped = await cli.json('releases', 'stop', begun.data.id, ...store);
  await blocker.query('COMMIT');
  await blocker.end();
  expect(stopped.data.state).toBe('stopped');
  const rest = await cli.json('releases', 'run', batchId, ...store);
  expect(rest.data.released + stopped.data.released).toBe(2);
});

test('refuses wrong input with its reason, and changes nothing', async () => {
  const [{ batchId, store, buy }, elsewhere] = [await openRelease(), await openRelease()];
  await buy(1);
  const arrive = (...args: string[]) => ['batches', 'arrive', batchId, ...args, ...store];
  const wrong: [string[], number, string][] = [
    [arrive('--variant', 'AUR-0=-1'), 2, 'invalid_parameter'],
    [arrive('--variant', 'AUR-0=1.5'), 2, 'invalid_parameter'],
    [arrive('--variant', 'AUR-0=999999999'), 2, 'invalid_parameter'],
    [arrive('--variant', 'AUR-0'), 2, 'invalid_parameter'],
    [arrive('--variant', 'NO-SUCH=1'), 1, 'unknown_variant'],
    [arrive(), 2, 'missing_parameter'],
    [['batches', 'arrive', elsewhere.batchId, '--variant', 'AUR-0=1', ...store], 1, 'batch_not_found'],
    [['batches', 'arrive', 'nonsense', '--variant', 'AUR-0=1', ...store], 1, 'batch_not_found'],
    [['releases', 'preview', elsewhere.batchId, ...store], 1, 'batch_not_found'],
    [['releases', 'run', elsewhere.batchId, ...store], 1, 'batch_not_found'],
    [['releases', 'run', batchId, '--limit', '0', ...store], 2, 'invalid_parameter'],
    [['releases', 'run', batchId, '--limit', 'all', ...store], 2, 'invalid_parameter'],
    [['releases', 'list', '--batch-id', elsewhere.batchId, ...store], 1, 'batch_not_found'],
    [['releases', 'show', batchId, ...store], 1, 'release_not_found'],
    [['releases', 'stop', batchId, ...store], 1, 'release_not_found'],
    [['releases', 'stop', 'nonsense', ...store], 1, 'release_not_found'],
    [['orders', 'list', '--state', 'lost', ...store], 2, 'invalid_parameter'],
  ];
  for (const [args, code, error] of wrong) {
    expect([args, await cli.json(...args)]).toMatchObject([args, { code, error: { code: error } }]);
  }
  const bounded: [string[], string][] = [
    [arrive('--variant', 'AUR-0=3000000000'), 'from 0 to 10000000'],
    [['batches', 'update', batchId, '--variant', 'AUR-0=2147483648', ...store], 'from 0 to 10000000'],
    [['releases', 'run', batchId, '--limit', '99999999999999', ...store], 'from 1 to'],
    [['releases', 'list', '--limit', '-4', ...store], 'limit must be >= 1'],
  ];
  for (const [args, range] of bounded) {
    expect([args, (await cli.json(...args)).error]).toMatchObject([
      args,
      { code: 'invalid_parameter', message: expect.stringContaining(range) },
    ]);
  }
  const { data } = await cli.json('batches', 'show', batchId, ...store);
  expect(data.variants[0]).toMatchObject({ arrived: 0, released: 0, waiting: 1 });
  expect((await cli.json('releases', 'list', ...store)).data).toEqual([]);
});
