import { expect, test } from 'vitest';
import { disconnect } from '../../../src/core/connections/commands/connect.ts';
import { readDeliveries } from '../../../src/core/connections/commands/read-deliveries.ts';
import { readEverything } from '../../../src/core/connections/jobs.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { CommerceError, type CommercePlatform } from '../../../src/integrations/commerce/port.ts';
import { commandLine } from '../../support/command-line.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import { newSecret } from '../../support/connector-store.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { seedProduct } from '../../support/platform-contract/under-test.ts';

const own = await useConnectedStore();
const { core, db } = own;
const read = async (dryRun = false) => readDeliveries(core, await readStore(db, own.storeId), { dryRun });

async function order(name: string, { units = 40, arrived = 0, from = '2031-09-01', until = '2031-09-15' } = {}) {
  const [[productId, product] = ['', undefined]] = own.served.shop.products;
  const variantId = product?.variants[0]?.id ?? '';
  await own.hand.putDelivery?.({
    name,
    ships: { from, until },
    lines: [{ productId, variantId, units, arrived }],
  });
}

async function sell(): Promise<{ batches: () => Promise<unknown[]> }> {
  const { id } = await own.hand.add(seedProduct());
  await own.connect();
  await own.readAll();
  const waitlistId = await own.offer(id);
  return { batches: async () => (await readWaitlist(db, own.storeId, waitlistId)).batches };
}

test('a purchase order of the platform becomes a batch, what arrived is counted, and a moved date is only shown', async () => {
  const { batches } = await sell();
  await order('PO-17');
  expect(await read(true)).toMatchObject([{ delivery: 'PO-17', result: 'created', batchId: null }]);
  expect(await batches()).toHaveLength(1);
  expect(await read()).toMatchObject([{ lines: [1], result: 'created', move: null }]);
  expect(await read()).toMatchObject([{ result: 'unchanged' }]);
  await order('PO-17', { units: 45, arrived: 12, until: '2031-10-01' });
  const [fate] = await read();
  expect(fate).toMatchObject({ result: 'changed', move: { window: { from: '2031-09-01', until: '2031-10-01' } } });
  expect((await batches())[1]).toMatchObject({ promise: { until: '2031-09-15' }, units: [{ allocated: 45 }] });
  // What somebody counted by hand stays where the platform counts nothing.
  await order('PO-17', { units: 45 });
  expect(await read()).toMatchObject([{ result: 'unchanged' }]);
});

test('one that cannot be taken is refused alone', async () => {
  await sell();
  await order('PO-1', { from: '2031-09-15', until: '2031-09-01' });
  await own.hand.putDelivery?.({
    name: 'PO-2',
    ships: null,
    lines: [{ productId: '404', variantId: '404', units: 1, arrived: 0 }],
  });
  await order('PO-3');
  const fates = await read();
  expect(fates.map(({ delivery, result }) => [delivery, result])).toEqual([
    ['PO-1', 'refused'],
    ['PO-2', 'refused'],
    ['PO-3', 'created'],
  ]);
});

test('a platform without purchase orders, one that does not answer, and a store without a platform are said', async () => {
  await expect(read()).rejects.toMatchObject({ code: 'not_connected' });
  await own.hand.add(seedProduct());
  await own.connect({ cannot: 'deliveries' });
  await expect(read()).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'connection' } });
  await disconnect(core, own.storeId);
  await own.connect();
  Object.assign(own.served.shop, { secrets: [newSecret()] });
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
});

/** The core with platforms that do something otherwise. */
function coreWith(changes: Partial<CommercePlatform>) {
  const open: typeof core.platforms.open = (given) => {
    const platform = core.platforms.open(given);
    return platform && { ...platform, ...changes };
  };
  return { ...core, platforms: { ...core.platforms, open } };
}

test('pages that never end are given up', async () => {
  await sell();
  const endless = coreWith({ deliveries: async () => ({ deliveries: [], next: 'again' }) });
  const reading = readDeliveries(endless, await readStore(db, own.storeId), { dryRun: true });
  await expect(reading).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'connection' } });
});

test('products are read where the platform does not describe itself', async () => {
  const { id } = await own.hand.add(seedProduct());
  await own.connect();
  const silent = coreWith({ check: () => Promise.reject(new CommerceError('malformed', 'It sent a page.')) });
  while ((await readEverything(silent)) > 0);
  expect(await own.productOf(id)).not.toBeNull();
});

test('the command line reads them, and wants either a file or the platform', async () => {
  await sell();
  await order('PO-9');
  const { slug } = await readStore(db, own.storeId);
  const cli = commandLine({ DATABASE_URL: own.url, SECRET_KEY: TEST_SECRET_KEY, WEBHOOK_PRIVATE_TARGETS: 'allow' });
  const importing = (...args: string[]) => cli.json('batches', 'import', '--store', slug, ...args);
  expect((await importing('--connection', '--dry-run')).data).toMatchObject([{ delivery: 'PO-9', result: 'created' }]);
  expect((await importing('--connection')).data).toMatchObject([{ result: 'created', move: null }]);
  for (const args of [[], ['orders.csv', '--connection']])
    expect((await importing(...args)).error).toMatchObject({ code: 'invalid_parameter', param: 'file' });
});
