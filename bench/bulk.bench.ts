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
// more of them after every round: for each waitlist, beside requests that make one, sent one after the other.

const ROWS = 1_000;
// The rate limit of a token lets no more pass in six rounds.
const SINGLES = 30;
const RATIO_MOST = 0.5;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'bulk-bench-'));
const { secret, products } = await createStore(database.url);
const service = await startService({ databaseUrl: database.url, folder });
try {
  await keepWithin({
    what: `each waitlist of a bulk request of ${ROWS}`,
    measure: msInBulk,
    reference: { name: 'a request of its own', measure: msAlone },
    unit: 'ms',
    most: RATIO_MOST,
  });
} finally {
  await endProcess(service.child);
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
}

function rowOf(product_id: string) {
  return { product_id, ship_window: { from: '2036-06-10', until: '2036-06-15' }, every_variant: { allocated: 50 } };
}

async function msInBulk(): Promise<number> {
  const began = performance.now();
  const { meta } = await post('/waitlists/bulk', { rows: products.map(rowOf) });
  const took = performance.now() - began;
  if (meta.succeeded !== ROWS) throw new Error(`${meta.succeeded ?? 'none'} of ${ROWS} waitlists were made`);
  return took / ROWS;
}

async function msAlone(): Promise<number> {
  const began = performance.now();
  for (const product of products.slice(0, SINGLES)) await post('/waitlists', rowOf(product));
  return (performance.now() - began) / SINGLES;
}

async function post(path: string, body: object): Promise<{ meta: { succeeded?: number } }> {
  const response = await fetch(`http://127.0.0.1:${service.port}/admin/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.slice(0, 500)}`);
  return JSON.parse(answer) as { meta: { succeeded?: number } };
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
