import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect } from '../src/core/connections/commands/connect.ts';
import { stepSync } from '../src/core/connections/commands/sync.ts';
import { readConnection } from '../src/core/connections/queries.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { createTestStore } from '../test/support/merchant.ts';
import { SHOP_ACCESS, startLargeShop } from './large-shop.ts';
import { judge } from './limits.ts';

// How much memory it takes to read a store with a hundred thousand products of ten variants each from Shopify's export, and how long.
// SYNC_PRODUCTS asks for another number.

const PRODUCTS = Number(process.env.SYNC_PRODUCTS ?? 100_000);
// What a process needs to work at all shows in the first of them.
const WARM_PRODUCTS = 3_000;
const GROWTH_MB_MOST = 30;
const SAMPLE_STEPS = 5;

// What is kept shows after a collection alone: until then V8 takes what the machine has.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const core = createCore(db);
const shop = await startLargeShop(PRODUCTS);
try {
  const storeId = await createTestStore(db);
  const settings = { address: shop.url, ...SHOP_ACCESS };
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
  let warmMb = 0;
  let mostMb = 0;
  for (let steps = 0; ; steps += 1) {
    const stepped = await stepSync(core);
    const sync = (await readConnection(db, storeId))?.sync;
    if (!sync || sync.state === 'done') break;
    if (!stepped) await sleep(1_000); // a page that failed is read again some seconds later
    if (steps % SAMPLE_STEPS > 0) continue;
    gc();
    const keptMb = process.memoryUsage().heapUsed / 1_000_000;
    if (sync.listed < WARM_PRODUCTS) warmMb = Math.max(warmMb, keptMb);
    else mostMb = Math.max(mostMb, keptMb);
    console.log(
      `  ${sync.listed} products: ${Math.round(keptMb)} MB kept, ${Math.round(process.memoryUsage.rss() / 1e6)} MB resident`,
    );
  }
  const sync = (await readConnection(db, storeId))?.sync;
  if (sync?.created !== PRODUCTS) throw new Error(`not all was read: ${JSON.stringify(sync)}`);
  return { growthMb: mostMb - warmMb, seconds: (performance.now() - began) / 1_000 };
}
