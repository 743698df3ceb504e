import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdHandler } from '../../../src/core/checkouts/commands/hold.ts';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endAttempt } from '../../../src/core/payments/commands/end-attempt.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../../src/core/payments/queries.ts';
import { placeHandler } from '../../../src/core/preorders/commands/place.ts';
import { createSaleQueue, type SaleQueue } from '../../../src/core/stock/sale-queue.ts';
import type { HoldRequest } from '../../../src/core/stock/sale-requests.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { holdRequest } from '../../support/hold-request.ts';

// Stores share only the connection of the sale queue. A waiting store must not delay the others.

let database: TestDatabase;
let core: Core;
let queue: SaleQueue;
/** The store of each batch. */
let batches: string[];
let statements: string[];
let connected: number;
/** The queue serves no request before this resolves. */
let opening: Promise<void>;

beforeEach(async () => {
  database = await createTestDatabase();
  core = createCore(database.db);
  [batches, statements, connected, opening] = [[], [], 0, Promise.resolve()];
  queue = createSaleQueue(connectWatched, { hold: holdHandler, place: placeHandler });
});
afterEach(async () => {
  await queue.stop();
  await core.stop();
  await expectSoundBooks(database.db);
  await database.drop();
});

async function connectWatched(): Promise<pg.Client> {
  connected += 1;
  await opening;
  const client = await database.db.connect({ pipeline: true });
  const query = client.query.bind(client) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
  return Object.assign(client, {
    query: (config: pg.QueryConfig) => {
      if (config.name === 'sale_lock_store') batches.push(String(config.values?.[1]));
      statements.push(config.name ?? String(config));
      return query(config);
    },
  });
}

const openOffer = (allocation = 100_000) => createOffer(core, { allocation });
const holdMany = (offer: Offer, count: number, changes: Partial<HoldRequest> = {}) =>
  Array.from({ length: count }, () => queue.hold(holdRequest(offer, changes)).then(({ kind }) => kind));
const holdsOf = async (offer: Offer) =>
  (await database.db.query('SELECT 1 FROM hold WHERE store_id = $1', [offer.storeId])).length;

/** Locks the unit rows until `free` is called, as a forgotten transaction does. */
async function lockUnits(offer: Offer): Promise<{ free(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM unit WHERE store_id = $1 FOR UPDATE', [offer.storeId]);
  return { free: () => client.end() };
}

/** Tells whether the queue waits for a lock. */
async function waitsForLock(): Promise<boolean> {
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  return (await database.db.query(waiting)).length > 0;
}

const settleSilent = (deps: Core, { storeId }: Offer, attemptId = '') => settle(deps, { storeId, attemptId });

async function secondsOf<T>(work: Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const result = await work;
  return [result, (performance.now() - began) / 1_000];
}

describe('while the units of one store are locked', () => {
  test('other stores wait half a second at most, and requests of that store are refused as busy', async () => {
    const [stuck, other] = [await openOffer(), await openOffer()];
    await Promise.all([...holdMany(stuck, 1), ...holdMany(other, 1)]);
    const kept = await lockUnits(stuck);
    const told = Promise.all(holdMany(stuck, 300).map((one) => secondsOf(one)));
    const waits: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const [kinds, seconds] = await secondsOf(Promise.all(holdMany(other, 3)));
      expect(kinds).toEqual(['held', 'held', 'held']);
      waits.push(seconds);
    }
    const answers = await told;
    expect(new Set(answers.map(([kind]) => kind))).toEqual(new Set(['busy']));
    expect(Math.max(...waits), 'a store waited longer than one lock time-out and its own batch').toBeLessThan(2.5);
    expect(Math.max(...answers.map(([, seconds]) => seconds))).toBeLessThan(8);
    expect(await holdsOf(stuck)).toBe(1);
    await kept.free();
    expect(await Promise.all(holdMany(stuck, 3))).toEqual(['held', 'held', 'held']);
    expect(connected, 'a lock time-out cost a connection').toBeLessThanOrEqual(2);
  });

  test('holds are granted when the lock is released in time', async () => {
    const offer = await openOffer();
    await Promise.all(holdMany(offer, 1));
    const kept = await lockUnits(offer);
    const before = batches.length;
    const asked = holdMany(offer, 80);
    await expect.poll(() => batches.length).toBeGreaterThan(before + 2); // the lock timed out twice
    await kept.free();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['held']));
    expect(await holdsOf(offer)).toBe(81);
  });

  test('a change of a locked checkout is refused, and others of its store continue', async () => {
    const offer = await openOffer();
    const request = holdRequest(offer);
    await queue.hold(request);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM checkout WHERE id = $1 FOR UPDATE', [request.checkoutId]);
    const change = queue.hold({ ...request, replaces: true, idempotency: null, quantity: 2 });
    expect(await change).toEqual({ kind: 'busy' });
    await client.end();
    const [row] = await database.db.query('SELECT quantity FROM hold WHERE checkout_id = $1', [request.checkoutId]);
    expect(row).toEqual({ quantity: 1 });
    expect(await Promise.all(holdMany(offer, 2))).toEqual(['held', 'held']);
  });

  test('a payment stays authorised, and is placed once the lock is released', async () => {
    const offer = await openOffer();
    const deps = { ...core, sales: queue };
    const checkoutId = await makeCheckout(deps, checkoutRequest(offer), { clientAddress: '', idempotencyKey: 'a' });
    const kept = await lockUnits(offer);
    const paying = { storeId: offer.storeId, checkoutId, token: tokenOf('succeeds'), total: 13_390 };
    const idempotency = { key: randomUUID(), bodyHash: '' };
    expect(await pay(deps, { ...paying, marketingConsent: false, idempotency })).toEqual({ kind: 'unknown' });
    const attempt = await readLatestAttempt(database.db, offer.storeId, checkoutId);
    expect(attempt?.state).toBe('open');
    expect(await endAttempt(deps, attempt), 'the payment was cancelled because of a lock').toBe('pending');
    await kept.free();
    expect(await settleSilent(deps, offer, attempt?.id)).toEqual({ kind: 'completed' });
    const [preorder] = await database.db.query<{ id: string }>('SELECT id FROM preorder');
    await moveMoney(deps, offer.storeId, preorder?.id ?? '');
  });

  test('a process that ends refuses the waiting requests', async () => {
    const offer = await openOffer();
    await Promise.all(holdMany(offer, 1));
    const kept = await lockUnits(offer);
    const asked = holdMany(offer, 3);
    await expect.poll(waitsForLock).toBe(true);
    const [, seconds] = await secondsOf(queue.stop());
    expect(await Promise.all(asked)).toEqual(['busy', 'busy', 'busy']);
    expect(seconds).toBeLessThan(3);
    await kept.free();
  });
});

describe('stores', () => {
  test('take turns batch by batch, however many requests of one store wait', async () => {
    const [sale, small, third] = [await openOffer(), await openOffer(), await openOffer()];
    await Promise.all([...holdMany(sale, 1), ...holdMany(small, 1), ...holdMany(third, 1)]);
    batches = [];
    const done: string[] = [];
    const note = (name: string) => (kind: string) => {
      expect(kind).toBe('held');
      done.push(name);
    };
    await Promise.all([
      ...holdMany(sale, 1_000).map((one) => one.then(note('sale'))),
      ...holdMany(small, 2).map((one) => one.then(note('small'))),
      ...holdMany(third, 2).map((one) => one.then(note('third'))),
    ]);
    const { length } = done.slice(0, done.lastIndexOf('third')).filter((name) => name === 'sale');
    expect(length, 'more than one batch of the sale was served first').toBeLessThanOrEqual(2 * 256);
    expect(batches.slice(0, 3)).toEqual([sale.storeId, small.storeId, third.storeId]);
  });

  test('send as many statements for a batch as for a single request', async () => {
    const offer = await openOffer();
    await Promise.all(holdMany(offer, 1));
    statements = [];
    await Promise.all(holdMany(offer, 30));
    expect(statements).toEqual([
      'sale_begin',
      'sale_lock_store',
      'sale_lock_wanted',
      'hold_offers',
      'hold_siblings',
      'hold_rates',
      'hold_customers',
      'hold_clients',
      'hold_granted',
      'hold_erasures',
      'sale_move_counters',
      'hold_make',
      'sale_commit',
      'flush',
    ]);
  });

  test('are not delayed by a request of another store that the database refuses', async () => {
    const [poisoned, other] = [await openOffer(), await openOffer()];
    await Promise.all([...holdMany(poisoned, 2), ...holdMany(other, 2)]); // opens both connections
    const before = connected;
    const bad = queue.hold(holdRequest(poisoned, { email: 'nul\u0000@example.com' })).catch(() => 'refused');
    const good = holdMany(poisoned, 250);
    const done: string[] = [];
    const others = holdMany(other, 3).map((one) => one.then(() => done.push('other')));
    void bad.then(() => done.push('poisoned'));
    expect(await bad).toBe('refused');
    expect(new Set(await Promise.all(good))).toEqual(new Set(['held']));
    await Promise.all(others);
    expect(done[0]).toBe('other');
    expect(connected).toBe(before);
    expect(batches.length, 'the refused request was not found by halving').toBeLessThan(30);
  });
});

describe('the line of a store', () => {
  async function whileClosed(work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    opening = promise;
    await work().finally(resolve);
  }
  const expectUnderWay = () => expect.poll(() => [connected > 0, queue.waiting()]).toEqual([true, 0]);

  test('is bounded, refuses further requests at once, and leaves other stores their own lines', async () => {
    const [crowd, other] = [await openOffer(), await openOffer()];
    let inLine: Promise<string>[] = [];
    await whileClosed(async () => {
      inLine = holdMany(crowd, 1); // the batch under way
      await expectUnderWay();
      inLine.push(...holdMany(crowd, 2_048));
      const [kinds, seconds] = await secondsOf(Promise.all(holdMany(crowd, 20)));
      expect(new Set(kinds)).toEqual(new Set(['busy']));
      expect(seconds).toBeLessThan(2);
      expect(queue.waiting()).toBe(2_048);
      const beside = { storeId: crowd.storeId, checkoutId: randomUUID(), attemptId: randomUUID() };
      inLine.push(...holdMany(other, 5));
      inLine.push(queue.place(beside).then(({ kind }) => (kind === 'decided' ? 'held' : kind)));
      expect(queue.waiting(), 'a payment or another store found no room').toBe(2_054);
    });
    expect(new Set(await Promise.all(inLine))).toEqual(new Set(['held']));
    expect(await Promise.all(holdMany(crowd, 1))).toEqual(['held']);
  });

  test('drops requests whose shopper has left', async () => {
    const offer = await openOffer();
    let inLine: Promise<string>[] = [];
    let gone: Promise<string>[] = [];
    let hasLeft = false;
    await whileClosed(async () => {
      inLine = holdMany(offer, 1);
      await expectUnderWay();
      gone = holdMany(offer, 2_000, { hasLeft: () => hasLeft });
      inLine.push(...holdMany(offer, 48));
      expect(await Promise.all(holdMany(offer, 1))).toEqual(['busy']);
      hasLeft = true;
      inLine.push(...holdMany(offer, 10));
      expect(queue.waiting()).toBe(58);
    });
    expect(new Set(await Promise.all(gone))).toEqual(new Set(['busy']));
    expect(new Set(await Promise.all(inLine))).toEqual(new Set(['held']));
    expect(await holdsOf(offer)).toBe(59);
  });
});
