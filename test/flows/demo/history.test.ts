import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../../demo/seed.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import { listDeliveries } from '../../../src/core/releases/queries/deliveries.ts';
import { readForecasts } from '../../../src/core/reports/queries/forecasts.ts';
import { readSalesByDay, totalOf } from '../../../src/core/reports/queries/sales.ts';
import { findStoreBySlug, readClock, type Store } from '../../../src/core/stores/queries.ts';
import { laterDay } from '../../../src/domain/store-time.ts';
import { followFacts } from '../../../src/main/compose.ts';
import { giveHistory } from '../../../src/main/demo-history.ts';
import { type Core, createCore } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let core: Core;
let store: Store;
const warnings: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const plain = createCore(database.db);
  const log = Object.create(plain.log, { warn: { value: (...said: unknown[]) => warnings.push(said) } });
  core = { ...plain, log, outbox: startOutboxDispatcher(plain.lookups, plain.log, followFacts(plain.mailFrom)) };
  await seedDemo(core, 'http://localhost:4001');
  await giveHistory(core);
  store = (await findStoreBySlug(core.db, 'demo')) as Store;
}, 240_000);
afterAll(async () => {
  await core.outbox.stop();
  await core.stop();
  await database.drop();
});

const count = async (text: string) => {
  const [row] = await core.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`);
  return row?.count ?? 0;
};

test('the demo store has months of sales, releases, refunds and cancellations', async () => {
  const { today } = await readClock(core.db, store.id);
  const days = await readSalesByDay(core.db, store.id, { from: laterDay(today, -120), until: today, waitlistId: null });
  const total = totalOf(days);
  expect(total.sold.units).toBeGreaterThan(120);
  expect(total.released.units).toBeGreaterThanOrEqual(30);
  expect(total.cancelled.units).toBeGreaterThan(2);
  expect(total.refunded).toBeGreaterThan(0);
  expect(days.filter(({ sold }) => sold.units > 0).length).toBeGreaterThan(40);
  const states = await core.db.query<{ state: string }>('SELECT DISTINCT state FROM preorder_line ORDER BY state');
  expect(states.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['cancelled', 'fulfilled', 'payment_due', 'placed', 'released', 'returned']),
  );
});

test('there is something late, something at risk, and something that is nearly sold', async () => {
  const waited = await listDeliveries(core.db, store.id, { waiting: true, limit: 50 });
  expect(waited.map(({ status }) => status)).toEqual(['late', 'at_risk', 'on_time']);
  const forecasts = await readForecasts(core.db, store.id);
  expect(forecasts.filter(({ latest }) => latest !== null).length).toBeGreaterThanOrEqual(1);
});

test('nothing of it failed', () => expect(warnings).toEqual([]));

test('the clock is put back, and a second start adds nothing', async () => {
  expect(await count('clock_shift')).toBe(0);
  const before = await count('preorder');
  await giveHistory(core);
  expect(await count('preorder')).toBe(before);
});

test('the nightly audit finds nothing wrong with it', async () => {
  expect(await audit(core, store.id)).toEqual([]);
});
