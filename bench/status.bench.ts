import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerKeyOf } from '../src/core/checkouts/customer-key.ts';
import { createSecretBox } from '../src/platform/crypto.ts';
import { openDatabase } from '../src/platform/db.ts';
import { buyFrom } from '../test/support/buy.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer } from '../test/support/core.ts';
import { tokenFor } from '../test/support/status-client.ts';
import { cloneOrders } from './clone-orders.ts';
import { median } from './harness.ts';
import { keepWithin } from './limits.ts';
import { endProcess, SERVICE_SECRET_KEY, startService } from './serving.ts';

// Other pre-orders of the store, so that the bench also fails if a query reads all of them.
const OTHERS = 5_000;
const MANY = 500;
const FEW = 5;
const RATIO_MOST = 2;
const REQUESTS = 20;
let asked = 0;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'status-bench-'));
const db = openDatabase({ url: database.url });
// Uses the service's secret key, because the service reads the shared secret that this process writes.
const core = { ...createCore(db), secrets: createSecretBox(SERVICE_SECRET_KEY) };
const offer = await createOffer(core, { allocation: OTHERS + 1 });
await buyFrom(core, offer);
await cloneOrders(db, offer, OTHERS);
const many = await createCustomer('many@shopper.example', { from: 1, count: MANY });
const few = await createCustomer('few@shopper.example', { from: MANY + 1, count: FEW });
await db.query('ANALYZE');
const service = await startService({ databaseUrl: database.url, folder });

try {
  const steps = [
    { what: 'signs in and is shown the first page', path: null },
    { what: 'comes back to the list', path: () => '/preorders' },
    { what: 'opens the oldest', path: (customer: Customer) => `/preorders/${customer.oldest}` },
    {
      what: 'is told its dates, place and card',
      path: (customer: Customer) => `/preorders/${customer.oldest}/details`,
    },
  ];
  for (const { what, path } of steps) {
    const timed = (customer: Customer) => () => timeOf(customer, path?.(customer) ?? null);
    await keepWithin({
      what: `status page: a customer of ${MANY} pre-orders among ${OTHERS} ${what}`,
      reference: { name: `with ${FEW}`, measure: timed(few) },
      measure: timed(many),
      unit: 'ms',
      most: RATIO_MOST,
      turns: 3,
    });
  }
} finally {
  await endProcess(service.child);
  await core.stop();
  await db.close();
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
}

type Customer = { email: string; oldest: string };

/** Gives so many of the store's pre-orders to one customer, spread evenly over all of them. */
async function createCustomer(email: string, { from, count }: { from: number; count: number }): Promise<Customer> {
  const key = customerKeyOf(offer.storeId, email);
  const stride = Math.floor(OTHERS / (MANY + FEW));
  const ids = Array.from({ length: count }, (_, index) => `customer-${(from + index) * stride}`);
  for (const table of ['preorder', 'preorder_line']) {
    await db.query(`UPDATE ${table} SET customer_key = $2 WHERE store_id = $1 AND customer_key = ANY($3)`, [
      offer.storeId,
      key,
      ids,
    ]);
  }
  const [oldest] = await db.query<{ reference: string }>(
    // A clone's reference has no valid check character, so the one to read gets a valid reference.
    `UPDATE preorder SET reference = $3 WHERE id = (
       SELECT id FROM preorder WHERE store_id = $1 AND customer_key = $2 ORDER BY placed_at LIMIT 1) RETURNING reference`,
    [offer.storeId, key, email.startsWith('many') ? 'PO-7K2M-9QXT-X' : 'PO-0000-0000-0'],
  );
  return { email, oldest: oldest?.reference ?? '' };
}

/** Returns the median time of a request in milliseconds. Each request has a client address of its own, like a shopper's. */
async function timeOf({ email }: Customer, path: string | null): Promise<number> {
  const token = await tokenFor(core, offer.storeId, { email });
  const begin = { key: offer.storeKey, locale: 'en', token };
  const { session } = (await ask('POST', '/sessions', { body: begin })).data;
  const taken: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const answer =
      path === null ? await ask('POST', '/sessions', { body: begin }) : await ask('GET', path, { session });
    taken.push(answer.ms);
  }
  return median(taken);
}

async function ask(method: string, path: string, { body, session }: { body?: unknown; session?: string }) {
  asked += 1;
  const url = `http://127.0.0.1:${service.port}/frames/1/api/status${path}`;
  const start = performance.now();
  const response = await fetch(url, {
    method,
    headers: {
      'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: { session: string } };
  const ms = performance.now() - start;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return { ms, data: answer.data };
}
