import { connect } from '../src/core/connections/commands/connect.ts';
import { stepSync } from '../src/core/connections/commands/sync.ts';
import { readConnection } from '../src/core/connections/queries.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { createTestStore } from '../test/support/merchant.ts';
import { startLargeShop } from './large-shop.ts';
import { judge } from './limits.ts';

// How much memory it takes to read a store with a hundred thousand products of ten variants each from Shopify's export, and how long.
// SYNC_PRODUCTS asks for another number.

const PRODUCTS = Number(process.env.SYNC_PRODUCTS ?? 100_000);
// What a process needs to work at all shows in the first of them.
const WARM_PRODUCTS = 3_000;
const GROWTH_MB_MOST = 100;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const core = createCore(db);
const shop = await startLargeShop(PRODUCTS);
try {
  const storeId = await createTestStore(db);
  const settings = { address: shop.url, access_token: 'shpat_of_the_bench', api_secret: 'shpss_of_the_bench' };
  await connect(core, await readStore(db, storeId), { kind: 'shopify', settings });
  const { growthMb, seconds } = await readAll(storeId);
  console.log(`  ${PRODUCTS} products read in ${Math.round(seconds)} s, ${Math.round(PRODUCTS / seconds)} a second`);
  const what = `memory that ${PRODUCTS} products of ten variants add to a process that has read ${WARM_PRODUCTS}`;
  judge({ what, value: growthMb, unit: 'MB', most: GROWTH_MB_MOST });
} finally {
  shop.stop();
  await core.stop();
  await db.close();
  await database.drop();
  await cluster.stop();
}

async function readAll(storeId: string): Promise<{ growthMb: number; seconds: number }> {
  const began = performance.now();
  const rssMb = () => process.memoryUsage.rss() / 1_000_000;
  let warmMb = 0;
  let mostMb = 0;
  for (let steps = 0; await stepSync(core); steps += 1) {
    const { listed = 0 } = (await readConnection(db, storeId))?.sync ?? {};
    if (listed < WARM_PRODUCTS) warmMb = Math.max(warmMb, rssMb());
    else mostMb = Math.max(mostMb, rssMb());
    if (steps % 50 === 0) console.log(`  ${listed} products, ${Math.round(rssMb())} MB`);
  }
  const sync = (await readConnection(db, storeId))?.sync;
  if (sync?.state !== 'done' || sync.created !== PRODUCTS) throw new Error(`not all was read: ${JSON.stringify(sync)}`);
  return { growthMb: mostMb - warmMb, seconds: (performance.now() - began) / 1_000 };
}
