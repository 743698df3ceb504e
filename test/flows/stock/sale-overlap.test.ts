import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { holdHandler } from '../../../src/core/checkouts/commands/hold.ts';
import { placeHandler } from '../../../src/core/preorders/commands/place.ts';
import { createSaleQueue, type SaleQueue } from '../../../src/core/stock/sale-queue.ts';
import type { HoldRequest } from '../../../src/core/stock/sale-requests.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, ownInstallation, type TestDatabase } from '../../support/database.ts';
import { holdRequest } from '../../support/hold-request.ts';

// Enough callers for two halves, where the second half waits behind the first half's COMMIT.
const CALLERS = 80;

let database: TestDatabase;
let core: Core;
let queue: SaleQueue;
let breakAt: { statement: string; times: number };
beforeEach(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  breakAt = { statement: '', times: 0 };
  queue = createSaleQueue(connectToBreak, { hold: holdHandler, place: placeHandler });
});
afterEach(async () => {
  await queue.stop();
  await core.stop();
  await expectSoundBooks(database.db);
  await database.drop();
});

/** Closes the connection right after the chosen statement, so that its answer is lost and its outcome unknown. */
async function connectToBreak(): Promise<pg.Client> {
  const client = await database.db.connect({ pipeline: true });
  const query = client.query.bind(client) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  return Object.assign(client, {
    query: (config: pg.QueryConfig) => {
      const answer = query(config);
      if (config.name === breakAt.statement && breakAt.times > 0) {
        breakAt.times -= 1;
        setImmediate(() => (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy());
      }
      return answer;
    },
  });
}

const holdsOf = async (offer: Offer) =>
  (await database.db.query('SELECT 1 FROM hold WHERE store_id = $1', [offer.storeId])).length;

test('refuses one bad request of a half without costing others their units', async () => {
  const offer = await createOffer(core, { allocation: CALLERS });
  const requests = Array.from({ length: CALLERS }, () => holdRequest(offer));
  // Only the database refuses this text, which fails the statement and with it the whole half.
  requests[3] = holdRequest(offer, { email: 'nul\u0000@example.com' });
  const outcomes = await Promise.allSettled(requests.map((request) => queue.hold(request)));
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(1);
  expect(outcomes[3]?.status).toBe('rejected');
  expect(await holdsOf(offer)).toBe(CALLERS - 1);
  expect(await queue.hold(holdRequest(offer))).toMatchObject({ kind: 'held' });
});

test.each(['hold_make', 'sale_commit', 'hold_granted', 'flush'])(
  'keeps every hold, and grants none twice, when the connection breaks at %s during two halves',
  async (statement) => {
    const offer = await createOffer(core, { allocation: 2 * CALLERS });
    breakAt = { statement, times: 1 };
    const requests = Array.from({ length: CALLERS }, () => holdRequest(offer));
    const outcomes = await Promise.all(requests.map((request) => queue.hold(request)));
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['held']));
    expect(await holdsOf(offer)).toBe(CALLERS);
    expect(breakAt.times).toBe(0);
    const more = await Promise.all(Array.from({ length: CALLERS + 4 }, () => queue.hold(holdRequest(offer))));
    expect(more.filter((outcome) => outcome.kind === 'held')).toHaveLength(CALLERS);
  },
);

test('answers holds of a shared commit once they are on disk, and lets single holds and placing wait for the disk', async () => {
  const offer = await createOffer(core, { allocation: CALLERS });
  const { promise: disk, resolve: reachDisk } = Promise.withResolvers<void>();
  const answers: string[] = [];
  const isEarly: unknown[] = []; // for each batch: whether it commits before the disk has it
  const connect = async () => {
    const client = await database.db.connect({ pipeline: true });
    const query = client.query.bind(client) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
    return Object.assign(client, {
      query: async (config: pg.QueryConfig) => {
        if (config.name === 'flush') await disk;
        if (config.name === 'sale_lock_store') isEarly.push(config.values?.at(-1));
        const answer = await query(config);
        answers.push(config.name ?? '');
        return answer;
      },
    });
  };
  const slow = createSaleQueue(connect, { hold: holdHandler, place: placeHandler });
  const otherProcess = createSaleQueue(connect, { hold: holdHandler, place: placeHandler });
  const unknown = { storeId: offer.storeId, checkoutId: randomUUID(), attemptId: randomUUID() };
  expect(await slow.hold(holdRequest(offer))).toMatchObject({ kind: 'held' });
  const beside = await Promise.all([slow.place(unknown), slow.hold(holdRequest(offer)), slow.hold(holdRequest(offer))]);
  expect(beside.map((outcome) => outcome.kind)).toEqual(['decided', 'held', 'held']);
  expect(isEarly).toEqual([false, false]);

  let answered = 0;
  const hold = async (request: HoldRequest, sales = slow) => {
    const outcome = await sales.hold(request);
    answered += 1;
    return outcome.kind;
  };
  const commits = () => answers.filter((name) => name === 'sale_commit').length;
  const first = holdRequest(offer);
  const together = [first, holdRequest(offer), holdRequest(offer)].map((request) => hold(request));
  await expect.poll(commits).toBe(3);
  // A repeated request is not answered before the first one, either.
  const again = hold({ ...first, checkoutId: randomUUID() }, otherProcess);
  await expect.poll(commits).toBe(4);
  await new Promise(setImmediate);
  expect(answered).toBe(0);
  expect(isEarly).toEqual([false, false, true, false]);
  reachDisk();
  expect(await Promise.all([...together, again])).toEqual(['held', 'held', 'held', 'held']);
  expect(await holdsOf(offer)).toBe(6);
  await Promise.all([slow.stop(), otherProcess.stop()]);
});

test('uses an index for every look-up, although it was planned over empty tables', async () => {
  // A table that others filled before has pages, so another index may be as cheap.
  const own = await ownInstallation();
  onTestFinished(own.drop);
  const seller = createCore(own.db);
  const offer = await createOffer(seller, { allocation: 1_000 });
  const clients: pg.Client[] = [];
  const connect = async () => {
    clients.push(await own.db.connect({ pipeline: true }));
    return clients.at(-1) as pg.Client;
  };
  const watched = createSaleQueue(connect, { hold: holdHandler, place: placeHandler });
  const indexesOf = async (statement: string, values: string) => {
    const plan = await clients[0]?.query(`EXPLAIN EXECUTE ${statement}(${values})`);
    return plan?.rows.flatMap((row) => /Index(?: Only)? Scan (?:using|on) (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  };
  expect(await watched.hold(holdRequest(offer))).toMatchObject({ kind: 'held' });
  const customer = `'{a}', '{${offer.waitlistId}}', '{a}', '{${offer.storeId}}'`;
  expect(await indexesOf('hold_customers', customer)).toEqual([
    'hold_by_customer',
    'attempt_live_once',
    'waitlist_pkey',
    'preorder_line_of_customer',
  ]);
  expect(await indexesOf('hold_clients', `'{a}'`)).toEqual(['hold_by_client', 'attempt_live_once']);
  const noKey = [offer.storeId, 'test', 'key'].map((text) => `'{${text}}'`).join();
  expect(await indexesOf('hold_granted', noKey)).toEqual(['idempotency_pkey', 'checkout_pkey', 'waitlist_pkey']);

  await Promise.all(Array.from({ length: 500 }, () => seller.sales.hold(holdRequest(offer))));
  await own.db.query(
    `INSERT INTO attempt (store_id, id, checkout_id, provider, state, amount, currency, created_at, updated_at)
     SELECT store_id, id, id, 'test', 'cancelled', total, 'EUR', app_now(), app_now() FROM checkout`,
  );
  const noCheckout = { storeId: offer.storeId, checkoutId: randomUUID(), attemptId: randomUUID() };
  expect(await watched.place(noCheckout)).toEqual({ kind: 'decided' });
  expect((await indexesOf('place_read', `'{}', '{}'`))?.slice(0, 2)).toEqual(['attempt_pkey', 'checkout_pkey']);
  await Promise.all([watched.stop(), seller.stop()]);
});

test('connects again for the next request after a failed connection', async () => {
  const offer = await createOffer(core, { allocation: 1 });
  let tries = 0;
  const late = createSaleQueue(
    () => {
      tries += 1;
      return tries <= 1 ? Promise.reject(new Error('no connection')) : database.db.connect({ pipeline: true });
    },
    { hold: holdHandler, place: placeHandler },
  );
  await expect(late.hold(holdRequest(offer))).rejects.toThrow('no connection');
  expect(await late.hold(holdRequest(offer))).toMatchObject({ kind: 'held' });
  await late.stop();
});
