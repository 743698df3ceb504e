import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../src/core/connections/commands/connect.ts';
import { ordersByConnection } from '../src/core/connections/commands/store-orders.ts';
import { startOutboxDispatcher } from '../src/core/outbox/dispatcher.ts';
import { readRelease } from '../src/core/releases/queries.ts';
import { readStore } from '../src/core/stores/queries.ts';
import { SCOPES } from '../src/integrations/commerce/shopify/scopes.ts';
import { startBackground } from '../src/main/background.ts';
import { followFacts } from '../src/main/compose.ts';
import { openDatabase } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { buyFrom } from '../test/support/buy.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer } from '../test/support/core.ts';
import { arrive, startReleaseOf } from '../test/support/release.ts';
import { addProduct } from '../test/support/shopify/products.ts';
import { startShopify } from '../test/support/shopify/server.ts';
import { TOKEN } from '../test/support/shopify/shop.ts';
import { cloneOrders } from './clone-orders.ts';
import { judge } from './limits.ts';
import { processorSeconds } from './processor.ts';

// What a release of a thousand pre-orders needs until the last of its orders stands in the store at Shopify: cards are charged, and
// the workers hand over within the points that Shopify gives. How long it takes is up to those points. ORDER_POINTS asks for the points a second of another plan, ORDERS for
// another number. It needs TEST_DATA, which has Shopify's schema.

const ORDERS = Number(process.env.ORDERS ?? 1_000);
// A plan of the Plus kind. Shopify's basic plans restore 100: a new order costs ten and what its answer holds.
const RESTORE_RATE = Number(process.env.ORDER_POINTS ?? 1_000);
// Shopify keeps the points of twenty seconds.
const BUCKET_SECONDS = 20;
// Of the service, its PostgreSQL and the stand-in for Shopify, which checks each query by the schema, together.
const PROCESSOR_MS_MOST = 60;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const lookups = openDatabase({ url: database.url, lookups: true });
const outbox = startOutboxDispatcher(lookups, createLog('silent'), followFacts('shop@shop.example'));
const plain = { ...createCore(db, undefined, lookups), outbox };
const files = { name: 'files', put: () => Promise.reject(new Error('an order that goes to no platform')) };
const core = { ...plain, commerce: ordersByConnection(plain, files) };
const bucket = { maximumAvailable: BUCKET_SECONDS * RESTORE_RATE, restoreRate: RESTORE_RATE };
const { shop, url, calls, stop } = await startShopify({ scopes: SCOPES, bucket });
try {
  const offer = await createOffer(core, { allocation: ORDERS, plan: { plan: 'pay_later' } });
  addProduct(shop, { id: '1001', variants: [{ id: offer.variantExternalId }] });
  const settings = { address: url, access_token: TOKEN, api_secret: shop.clientSecret };
  await connect(core, await readStore(db, offer.storeId), { kind: 'shopify', settings });
  await buyFrom(core, offer);
  await cloneOrders(db, offer, ORDERS - 1);
  await db.query('UPDATE outbox SET dispatched_at = now() WHERE dispatched_at IS NULL');
  await arrive(core, offer, ORDERS);
  const background = await startBackground(core);
  calls.length = 0;
  let refused = 0;
  const { take } = shop.bucket;
  shop.bucket.take = (cost) => {
    const isTaken = take(cost);
    if (!isTaken) refused += 1;
    return isTaken;
  };
  const started = performance.now();
  const before = processorSeconds();
  const releaseId = (await startReleaseOf(core, offer)) ?? '';
  while ((await readRelease(db, offer.storeId, releaseId)).ordered < ORDERS) await pause(500);
  const seconds = (performance.now() - started) / 1_000;
  const processor = processorSeconds() - before;
  await background.stop();
  const points = calls.reduce((sum, { cost }) => sum + cost, 0);
  console.log(
    `  ${ORDERS} orders in ${seconds.toFixed(1)} s: ${calls.length} calls, and ${refused} refused for want of points, ${(points / ORDERS).toFixed(1)} points an order`,
  );
  const references = new Set(shop.orders.map(({ tags }) => tags.join(' ')));
  if (shop.orders.length !== ORDERS || references.size !== ORDERS)
    throw new Error(`${shop.orders.length} orders of ${references.size} pre-orders`);
  if (points > bucket.maximumAvailable + RESTORE_RATE * seconds) throw new Error('more points than Shopify gives');
  judge({
    what: `processor time of an order in a release of ${ORDERS}, charged and handed over to Shopify`,
    value: (processor * 1_000) / ORDERS,
    unit: 'ms',
    most: PROCESSOR_MS_MOST,
  });
} finally {
  await outbox.stop();
  await stop();
  await core.stop();
  await lookups.close();
  await db.close();
  await database.drop();
  await cluster.stop();
}
