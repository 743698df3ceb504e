import { endExpiredHolds } from '../src/core/checkouts/jobs.ts';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer, type Offer } from '../test/support/core.ts';
import { compare, rate } from './harness.ts';
import { holdRequest } from './hold-request.ts';
import { keepWithin } from './limits.ts';

// Measures how fast the units of expired holds are returned: with one worker, with two, and during a sale of the same units.
const ALLOCATION = 10_000_000;
// A sale must not lose more units to abandoned checkouts than come back: they come back as fast as holds are made.
const AS_FAST_AS_HELD = 1;
const EXPIRED = 6_000;
const CALLERS = 64;
const SALE_SECONDS = 3;
const HOLD_SECONDS = 1;

// Clones the store's first checkout with an expired hold.
const ABANDON = `
  WITH template AS (
    SELECT c, k.email, k.address, h FROM checkout c
    JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id
    JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id WHERE c.store_id = $1 ORDER BY c.id LIMIT 1),
  left_behind AS (SELECT gen_random_uuid() AS id, n FROM generate_series(1, $2::int) n),
  made AS (INSERT INTO checkout SELECT (jsonb_populate_record(t.c, jsonb_build_object('id', l.id))).*
           FROM template t, left_behind l),
  contact AS (INSERT INTO checkout_contact (store_id, checkout_id, email, address)
              SELECT $1, l.id, t.email, t.address FROM template t, left_behind l),
  held AS (INSERT INTO hold SELECT (jsonb_populate_record(t.h, jsonb_build_object('checkout_id', l.id,
             'customer_key', md5(l.id::text), 'client_address', l.id, 'expires_at', app_now() - interval '1 second'))).*
           FROM template t, left_behind l RETURNING *),
  booked AS (INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, held_delta, reason, source_id, at)
             SELECT store_id, waitlist_id, batch_id, variant_id, quantity, 'hold', checkout_id, now() FROM held)
  UPDATE unit SET held = held + (SELECT sum(quantity) FROM held) WHERE store_id = $1`;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const otherDb = openDatabase({ url: database.url });
const core = createCore(db);
const other = createCore(otherDb);

try {
  const offer = await createOffer(core, { allocation: ALLOCATION });
  const second = await createOffer(core, { allocation: ALLOCATION });
  await core.sales.hold(holdRequest(offer));
  await core.sales.hold(holdRequest(second));
  const cases = [
    { what: 'one SKU come back, one worker', offers: [offer], workers: [core] },
    { what: 'one SKU come back, two workers', offers: [offer], workers: [core, other] },
    { what: 'two stores come back, two workers', offers: [offer, second], workers: [core, other] },
  ];
  for (const { what, offers, workers } of cases) {
    await compare({
      what: `abandoned holds of ${what}, beside holds that are made`,
      reference: { name: `holds of ${CALLERS} callers`, run: () => holdRate(offer) },
      ours: { name: 'returned', run: () => returnRate(offers, workers) },
      reach: AS_FAST_AS_HELD,
    });
  }
  // On two cores, one worker and the server already use the whole machine, so a second worker adds little. The promise is
  // only that two workers do not slow each other down by locks or by duplicate work.
  await compare({
    what: 'abandoned holds of two stores come back, two workers beside one',
    reference: { name: 'one worker', run: () => returnRate([offer, second], [core]) },
    ours: { name: 'two workers', run: () => returnRate([offer, second], [core, other]) },
    reach: 0.8,
  });
  await keepWithin({
    what: `holds made for each that comes back while the same SKU sells to ${CALLERS} callers`,
    measure: () => returnInSale(offer),
    unit: '',
    most: 2,
  });
} finally {
  await core.stop();
  await other.stop();
  await db.close();
  await otherDb.close();
  await database.drop();
  await cluster.stop();
}

/** Returns how many holds come back in a second. */
async function returnRate(offers: Offer[], workers: (typeof core)[]): Promise<number> {
  await abandon(offers, EXPIRED);
  const started = performance.now();
  const returned = await Promise.all(workers.map((worker) => endExpiredHolds(worker)));
  const seconds = (performance.now() - started) / 1_000;
  const sum = returned.reduce((total, count) => total + count, 0);
  if (sum !== EXPIRED) throw new Error(`${sum} of ${EXPIRED} came back`);
  return EXPIRED / seconds;
}

/** Returns how many holds of a SKU are made in a second. */
function holdRate(offer: Offer, seconds = HOLD_SECONDS): Promise<number> {
  return rate({ callers: CALLERS, seconds }, async () => {
    const outcome = await core.sales.hold(holdRequest(offer));
    if (outcome.kind !== 'held') throw new Error(`refused: ${outcome.kind}`);
  });
}

/** Sweeps expired holds during a sale. Returns the ratio of new holds to returned ones. */
async function returnInSale(offer: Offer): Promise<number> {
  await abandon([offer], 2 * EXPIRED);
  let selling = true;
  const sweep = async () => {
    while (selling) await endExpiredHolds(other);
  };
  const before = await countReturned();
  const sweeping = sweep();
  const held = await holdRate(offer, SALE_SECONDS);
  const returned = ((await countReturned()) - before) / SALE_SECONDS;
  selling = false;
  await sweeping;
  while ((await endExpiredHolds(core)) > 0);
  console.log(`  ${Math.round(held)} held and ${Math.round(returned)} returned a second`);
  return held / returned;
}

async function countReturned(): Promise<number> {
  const [row] = await db.query<{ count: number }>(`SELECT count(*) FROM stock_ledger WHERE reason = 'expire'`);
  return row?.count ?? 0;
}

/** Creates so many checkouts with expired holds, evenly over the offers. */
async function abandon(offers: Offer[], count: number): Promise<void> {
  for (const { storeId } of offers) {
    await db.transaction(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0'); // the time-out is meant for shoppers' statements
      await tx.query(ABANDON, [storeId, count / offers.length]);
    });
  }
}
