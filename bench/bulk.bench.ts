import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiToken } from '../src/core/api-tokens/commands.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { createMerchant, createTestProduct } from '../test/support/merchant.ts';
import { keepWithin } from './limits.ts';
import { endProcess, startService } from './serving.ts';

// How long one request takes that makes a thousand waitlists, of a thousand products with three variants each, in a store that has
// more of them after every round.

const ROWS = 1_000;
const SECONDS_MOST = 10;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'bulk-bench-'));
const { secret, products } = await createStore(database.url);
const service = await startService({ databaseUrl: database.url, folder });
try {
  await keepWithin({ what: `a bulk request of ${ROWS} waitlists`, measure: seconds, unit: 's', most: SECONDS_MOST });
} finally {
  await endProcess(service.child);
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
}

async function seconds(): Promise<number> {
  const rows = products.map((product_id) => ({
    product_id,
    ship_window: { from: '2036-06-10', until: '2036-06-15' },
    every_variant: { allocated: 50 },
  }));
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${service.port}/admin/api/v1/waitlists/bulk`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ rows }),
  });
  const answer = await response.text();
  const took = (performance.now() - began) / 1_000;
  const { meta } = JSON.parse(answer) as { meta: { succeeded?: number } };
  if (meta.succeeded === ROWS) return took;
  throw new Error(`${meta.succeeded ?? 'none'} of ${ROWS} waitlists were made: ${answer.slice(0, 500)}`);
}

async function createStore(url: string): Promise<{ secret: string; products: string[] }> {
  const db = openDatabase({ url });
  const core = createCore(db);
  const { storeId } = await createMerchant(core);
  const made: string[] = [];
  for (let nth = 0; nth < ROWS; nth += 1)
    made.push((await createTestProduct(db, storeId, { prices: [12_900, 12_900, 14_900] })).externalId);
  const token = await createApiToken({ db }, storeId, { name: 'ERP', scopes: ['waitlists:read', 'waitlists:write'] });
  await core.stop();
  await db.close();
  return { secret: token.secret, products: made };
}
