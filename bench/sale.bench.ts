import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { PlaceRequest } from '../src/core/stock/sale-requests.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer, type Offer } from '../test/support/core.ts';
import { compare, rate } from './harness.ts';
import { holdRequest } from './hold-request.ts';
import { naiveHold } from './naive-hold.ts';
import { pgbench } from './pgbench.ts';

const CALLERS = 64;
const SECONDS = 2;
// More than any run can sell, so that no request is refused as sold out.
const ALLOCATION = 10_000_000;
const PLACES = { batched: 4_000, single: 800 };

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const core = createCore(db);
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = (max: number) => new pg.Pool({ connectionString: database.url, max, types });

try {
  const offer = await createOffer(core, { allocation: ALLOCATION });
  const wide = pool(CALLERS);
  await compare({
    what: `holding one SKU with all rows and limits, ${CALLERS} callers each`,
    reference: { name: 'naive transaction', run: () => holdNaively(wide, offer, CALLERS) },
    ours: { name: 'sale queue', run: () => holdQueued(offer) },
    reach: 25,
  });
  await wide.end();
  await printPgbench(offer, CALLERS);
  const best = await bestClientCount(offer);
  const narrow = pool(best);
  await compare({
    what: `holding one SKU, against the naive transaction at its best client count, which is ${best} here`,
    reference: { name: 'naive transaction', run: () => holdNaively(narrow, offer, best) },
    ours: { name: 'sale queue', run: () => holdQueued(offer) },
    reach: 10,
  });
  await narrow.end();
  await printPgbench(offer, best);
  await compare({
    what: `placing (settle) on one SKU, ${CALLERS} callers`,
    reference: { name: 'one by one', run: () => place(placeInTurn(), offer, PLACES.single) },
    ours: { name: 'sale queue', run: () => place(core.sales.place, offer, PLACES.batched) },
    reach: 5,
  });
} finally {
  await core.stop();
  await db.close();
  await database.drop();
  await cluster.stop();
}

async function printPgbench(offer: Offer, callers: number): Promise<void> {
  const perSecond = await pgbench(database.url, offer, callers);
  const said = perSecond === null ? 'not found here' : `${Math.round(perSecond).toLocaleString('en')}/s`;
  console.log(`  pgbench, the same transaction from ${callers} clients, for comparison: ${said}`);
}

function holdQueued(offer: Offer): Promise<number> {
  return rate({ callers: CALLERS, seconds: SECONDS }, async () => {
    const outcome = await core.sales.hold(holdRequest(offer));
    if (outcome.kind !== 'held') throw new Error(`refused: ${outcome.kind}`);
  });
}

function holdNaively(connections: pg.Pool, offer: Offer, callers: number): Promise<number> {
  return rate({ callers, seconds: SECONDS }, async () => {
    if (!(await naiveHold(connections, holdRequest(offer)))) throw new Error('refused');
  });
}

async function bestClientCount(offer: Offer): Promise<number> {
  const found = { callers: 1, perSecond: 0 };
  for (const callers of [1, 2, 4, 8, 16]) {
    const connections = pool(callers);
    const perSecond = await holdNaively(connections, offer, callers);
    await connections.end();
    if (perSecond > found.perSecond) Object.assign(found, { callers, perSecond });
  }
  return found.callers;
}

/** Places checkouts and times only that. They are held and authorised before. */
async function place(placeOne: typeof core.sales.place, offer: Offer, count: number): Promise<number> {
  const held = await holdMany(offer, count);
  const attempts = held.map((checkoutId) => ({ checkoutId, attemptId: randomUUID() }));
  await db.query(
    `INSERT INTO attempt (store_id, id, checkout_id, provider, provider_ref, state, amount, currency, created_at, updated_at)
     SELECT $1, a.id, c.id, 'test', a.id::text, 'open', c.total, 'EUR', app_now(), app_now()
     FROM unnest($2::uuid[], $3::uuid[]) AS a (checkout_id, id) JOIN checkout c ON c.store_id = $1 AND c.id = a.checkout_id`,
    [offer.storeId, attempts.map((one) => one.checkoutId), attempts.map((one) => one.attemptId)],
  );
  const started = performance.now();
  const next = attempts.values();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (const attempt of next) {
        const outcome = await placeOne({ storeId: offer.storeId, ...attempt });
        if (outcome.kind !== 'placed') throw new Error(`not placed: ${outcome.kind}`);
      }
    }),
  );
  return count / ((performance.now() - started) / 1_000);
}

/** Runs one transaction after the other in the order of requests, so that no two share a commit. */
function placeInTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return (request: PlaceRequest) => {
    const mine = last.then(() => core.sales.place(request));
    last = mine;
    return mine;
  };
}

/** Makes holds with limited concurrency, because the sale queue refuses requests when too many wait. */
async function holdMany(offer: Offer, count: number): Promise<string[]> {
  const held: string[] = [];
  const wanted = Array.from({ length: count }).values();
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (const _one of wanted) {
        const outcome = await core.sales.hold(holdRequest(offer));
        if (outcome.kind !== 'held') throw new Error(`refused: ${outcome.kind}`);
        held.push(outcome.checkoutId);
      }
    }),
  );
  return held;
}
