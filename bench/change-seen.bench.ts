import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../src/core/connections/commands/connect.ts';
import { stepSync } from '../src/core/connections/commands/sync.ts';
import { readConnection } from '../src/core/connections/queries.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer } from '../test/support/core.ts';
import { median, wavers } from './harness.ts';
import { productIdOf, SHOP_ACCESS, startLargeShop } from './large-shop.ts';
import { judge } from './limits.ts';
import { endProcess, startService, startWorker } from './serving.ts';
import { tellProduct } from './shop-webhook.ts';

// How long it takes until a change of one product on the platform is in /availability: from the moment before its webhook is posted, with the
// service, a worker and the database in processes of their own. First while nothing else happens, which is the reference, then while the
// worker reads all products of the store. CHANGES asks for another number of changes.

const CHANGES = Number(process.env.CHANGES ?? 100);
const RATIO_MOST = 3;
// The wavering of the reference is that of its medians.
const PARTS = 5;
// So many that the reading of all of them goes on until the end.
const PRODUCTS = 100_000;
// Of those that are here before: a change is of one of them.
const KNOWN = 200;
// The rounds of a worker come each second: changes come at any moment between them.
const PAUSE_MS_MAX = 1_000;
const POLL_EVERY_MS = 20;
const GIVE_UP_MS = 30_000;

let client = 0;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'));
const db = openDatabase({ url: database.url });
const core = createCore(db);
const shop = await startLargeShop(PRODUCTS);
const { storeId, storeKey } = await createOffer(core, { allocation: 10 });
await connect(core, await readStore(db, storeId), {
  kind: 'shopify',
  settings: { address: shop.url, ...SHOP_ACCESS },
});
while ((await listed()) < KNOWN) await stepSync(core);
await letSync('infinity');
const service = await startService({ databaseUrl: database.url, folder });
const worker = await startWorker({ databaseUrl: database.url, baseUrl: `http://127.0.0.1:${service.port}`, folder });
try {
  const alone = await measure('with nothing beside it');
  await letSync('now');
  const before = await listed();
  const beside = await measure('while all products of the store are read');
  judge({
    what: `${CHANGES} changes from the webhook to /availability, the median, while all products of the store are read`,
    value: median(beside) / median(alone),
    unit: '× with nothing beside it',
    most: RATIO_MOST,
    isBusy: wavers(mediansOf(alone)),
  });
  if ((await listed()) === before) throw new Error('nothing was read beside it');
} finally {
  await Promise.all([worker, service.child].map(endProcess));
  shop.stop();
  await core.stop();
  await db.close();
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
}

async function measure(beside: string): Promise<number[]> {
  const taken: number[] = [];
  for (let nth = 0; nth < CHANGES; nth += 1) {
    await sleep(Math.random() * PAUSE_MS_MAX);
    taken.push(await change(nth % KNOWN));
  }
  const worst = Math.max(...taken);
  console.log(`\n${CHANGES} changes, ${beside}: median ${Math.round(median(taken))} ms, worst ${Math.round(worst)} ms`);
  return taken;
}

/** Returns the medians of so many parts of the changes, one after the other. */
function mediansOf(taken: readonly number[]): number[] {
  const size = Math.ceil(taken.length / PARTS);
  return Array.from({ length: PARTS }, (_, nth) => median(taken.slice(nth * size, (nth + 1) * size)));
}

/** Changes the stock of a product on the platform. Resolves with how long it took until it was in /availability. */
async function change(nth: number): Promise<number> {
  const known = await stockOf(nth);
  shop.setStock(nth, known + 1);
  const began = performance.now();
  await tellProduct({ port: service.port, storeId, secret: SHOP_ACCESS.api_secret }, productIdOf(nth));
  while ((await stockOf(nth)) !== known + 1) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error('the change did not come');
    await sleep(POLL_EVERY_MS);
  }
  return performance.now() - began;
}

async function stockOf(nth: number): Promise<number> {
  client += 1; // each from an address of its own, so that none reaches a rate limit
  const response = await fetch(
    `http://127.0.0.1:${service.port}/api/v1/availability?api_key=${storeKey}&product_id=${productIdOf(nth)}`,
    { headers: { 'x-forwarded-for': `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` } },
  );
  if (!response.ok) throw new Error(`/availability answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { variants: { available_in_stock: number }[] } };
  return data.variants[0]?.available_in_stock ?? Number.NaN;
}

async function letSync(at: 'now' | 'infinity'): Promise<void> {
  await db.query('UPDATE connection_sync SET next_at = $2::timestamptz WHERE store_id = $1', [storeId, at]);
}

async function listed(): Promise<number> {
  return (await readConnection(db, storeId))?.sync?.listed ?? 0;
}
