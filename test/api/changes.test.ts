import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emit } from '../../src/core/outbox/outbox.ts';
import { type Api, startApi } from '../support/api.ts';
import { shiftClock } from '../support/core.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

// A cached answer lives two seconds, so a change that shows well before that was notified.
const LIVES_MS = 2_000;
const TOLD_MS_MAX = 1_000;
// Enough time to ask once more, and less than the lifetime of an answer.
const SHORTLY_SECONDS = 0.9;

type Availability = { available: boolean; available_stock: number };

/** Asks until the answer fits, within the rate limit. Resolves with the milliseconds that took. */
async function until(ask: () => Promise<Availability>, fits: (answer: Availability) => boolean): Promise<number> {
  const began = performance.now();
  while (!fits(await ask())) {
    if (performance.now() - began > 10_000) throw new Error('the answer did not fit within 10 s');
    await setTimeout(10);
  }
  return performance.now() - began;
}

describe('a change by another process', () => {
  let system: System;
  let store: StoreWithWaitlist;
  let ask: () => Promise<Availability>;
  beforeAll(async () => {
    system = await startSystem();
    store = await createStoreWithWaitlist(system, { prices: [100] });
    const query = `api_key=${store.storeKey}&product_id=${store.product.externalId}`;
    ask = async () => (await (await fetch(`${system.baseUrl}/api/v1/availability?${query}`)).json()).data;
  });
  afterAll(() => system.stop());

  /** Sells a unit like another process: commits the change with its outbox row, and a dispatcher notifies of it. */
  const sellOne = async () => {
    await system.db.transaction(async (tx) => {
      await tx.query('UPDATE unit SET sold = sold + 1 WHERE waitlist_id = $1', [store.waitlistId]);
      await emit(tx, 'stock.changed', { storeId: store.storeId, subjectId: store.product.id });
    });
    system.deps.outbox.wake();
  };

  test('is shown within a second', async () => {
    expect((await ask()).available_stock).toBe(10);
    await sellOne();
    expect(await until(ask, ({ available_stock }) => available_stock === 9)).toBeLessThan(TOLD_MS_MAX);
  });

  const LISTENING = `FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN "service_changes"'`;

  test('is shown without a notification after the listening connection is lost', async () => {
    // The old answer stays cached, unless an earlier notification was in transit or the machine stalled for its
    // lifetime.
    let kept = 0;
    const keepsChanged = async () => {
      system.deps.answers.flush();
      kept = (await ask()).available_stock;
      await system.db.query('UPDATE unit SET sold = sold + 1 WHERE waitlist_id = $1', [store.waitlistId]);
      return (await ask()).available_stock === kept;
    };
    await expect.poll(keepsChanged).toBe(true);
    expect(await system.db.query(`SELECT pg_terminate_backend(pid) ${LISTENING}`)).toHaveLength(1);
    expect(await until(ask, ({ available_stock }) => available_stock === kept - 1)).toBeLessThan(TOLD_MS_MAX);
  });

  test('is shown within a second again after a reconnect', async () => {
    const listening = async () => {
      const rows = await system.db.query(`SELECT 1 ${LISTENING}`);
      return { available: rows.length === 1, available_stock: 0 };
    };
    await until(listening, ({ available }) => available);
    const { available_stock: before } = await ask();
    await sellOne();
    expect(await until(ask, ({ available_stock }) => available_stock === before - 1)).toBeLessThan(TOLD_MS_MAX);
  });
});

describe('a change by the clock', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  // No job runs here, so only the expiry of the cache entry can show a launch or a close.
  test.each([
    ['launch', { state: 'SCHEDULED', launchesIn: 600, closesIn: 1_200 }, true],
    ['close', { state: 'OPEN', launchesIn: -600, closesIn: 600 }, false],
  ] as const)('a %s is shown when it comes, not two seconds later', async (_name, times, after) => {
    const { storeId, product, path } = await createTimed(times);
    const ask = async () => (await api.ask(path)).json.data as Availability;
    expect((await ask()).available).toBe(!after);

    // Shortly before the change. The moved clock is unknown to the cache, so the cache has to be flushed.
    await shiftClock(api.db, (await secondsLeft(product.id)) - SHORTLY_SECONDS);
    const forgottenAt = performance.now();
    api.deps.answers.flush();
    const before = await api.ask(path);
    expect((before.json.data as Availability).available).toBe(!after);
    expect(before.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=0, stale-while-revalidate=0');
    await until(ask, ({ available }) => available === after);
    expect(performance.now() - forgottenAt).toBeLessThan(LIVES_MS); // otherwise the answer could be the one cached before
    expect(
      (await api.db.query('SELECT 1 FROM waitlist WHERE store_id = $1 AND state = $2', [storeId, times.state])).length,
    ).toBe(1);
  });

  test('a cached list of waitlists expires at the next launch of any of them', async () => {
    const { storeId, product } = await createTimed({ state: 'SCHEDULED', launchesIn: 900, closesIn: 1_800 });
    const path = `/api/v1/waitlists?api_key=${await keyOf(storeId)}`;
    await shiftClock(api.db, (await secondsLeft(product.id)) - SHORTLY_SECONDS);
    const forgottenAt = performance.now();
    api.deps.answers.flush();
    const ask = async () => {
      const data = (await api.ask(path)).json.data as unknown[];
      return { available: data.length === 1, available_stock: 0 };
    };
    expect((await ask()).available).toBe(false);
    await until(ask, ({ available }) => available);
    expect(performance.now() - forgottenAt).toBeLessThan(LIVES_MS);
  });

  async function createTimed(times: { state: string; launchesIn: number; closesIn: number }) {
    const storeId = await createTestStore(api.db);
    const product = await createTestProduct(api.db, storeId);
    const waitlistId = await createTestWaitlist(api.db, { storeId, product });
    await api.db.query(
      `UPDATE waitlist SET state = $2, launches_at = app_now() + $3 * interval '1 second',
         closes_at = app_now() + $4 * interval '1 second' WHERE id = $1`,
      [waitlistId, times.state, times.launchesIn, times.closesIn],
    );
    const path = `/api/v1/availability?api_key=${await keyOf(storeId)}&product_id=${product.externalId}`;
    return { storeId, product, path };
  }

  /** Returns the milliseconds until the next launch or close of the product, on the database's clock. */
  async function secondsLeft(productId: string): Promise<number> {
    const [row] = await api.db.query<{ left: number }>(
      `SELECT extract(epoch FROM (CASE state WHEN 'OPEN' THEN closes_at ELSE launches_at END) - app_now())::float8 AS left
       FROM waitlist WHERE product_id = $1`,
      [productId],
    );
    return row?.left ?? 0;
  }

  async function keyOf(storeId: string): Promise<string> {
    const [row] = await api.db.query<{ key: string }>('SELECT public_key AS key FROM store WHERE id = $1', [storeId]);
    return row?.key ?? '';
  }
});
