import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckoutClient, shippingStep } from '../support/checkout-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

// The answers to a checkout while the sale queue cannot decide.

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

/** Locks the unit rows of the store until the returned function is called, like an operator's forgotten transaction. */
async function whileUnitsAreLocked(store: StoreWithWaitlist, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: system.db.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM unit WHERE store_id = $1 FOR UPDATE', [store.storeId]);
  await work().finally(() => client.end());
}

const holdsOf = async (store: StoreWithWaitlist) =>
  (await system.db.query('SELECT 1 FROM hold WHERE store_id = $1', [store.storeId])).length;

test('a blocked hold is 503 busy with the seconds to wait; a retry with the same key succeeds', async () => {
  const [store, other] = [await createStoreWithWaitlist(system), await createStoreWithWaitlist(system)];
  const { reserve } = createCheckoutClient(system);
  const key = randomUUID();
  const body = shippingStep(store);
  await whileUnitsAreLocked(store, async () => {
    const [answer, beside] = await Promise.all([reserve(body, { key }), reserve(shippingStep(other))]);
    expect(beside.status, 'the other store is blocked too').toBe(201);
    expect(answer.status).toBe(503);
    expect(answer.error).toEqual({
      code: 'busy',
      message: 'Too many shoppers want this at the moment. No units were held; please try again.',
      data: { retry_after: Number(answer.headers.get('retry-after')) },
    });
    expect(answer.error.data?.retry_after).toBeGreaterThanOrEqual(1);
    expect(answer.error.data?.retry_after).toBeLessThanOrEqual(3);
    expect(await holdsOf(store)).toBe(0);
  });
  expect((await reserve(body, { key })).status).toBe(201);
  expect(await holdsOf(store)).toBe(1);
});

test('a blocked change leaves the hold unchanged', async () => {
  const store = await createStoreWithWaitlist(system);
  const { hold, change, read } = createCheckoutClient(system);
  const checkout = await hold(shippingStep(store));
  await whileUnitsAreLocked(store, async () => {
    const answer = await change(checkout, shippingStep(store, { quantity: 3 }));
    expect([answer.status, answer.error.code]).toEqual([503, 'busy']);
  });
  expect((await read(checkout)).data).toMatchObject({ state: 'held', quantity: 1 });
});

test('no hold is made for a client that disconnected while it waited', async () => {
  const store = await createStoreWithWaitlist(system);
  const text = JSON.stringify(shippingStep(store));
  await whileUnitsAreLocked(store, async () => {
    const sent = request(`${system.baseUrl}/frames/1/api/checkouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    });
    sent.on('error', () => {}); // the client hangs up itself
    sent.end(text);
    await expect.poll(() => lockWaits(), { interval: 20 }).toBeGreaterThan(0);
    sent.destroy();
    await expect.poll(() => system.deps.sales.waiting(), { interval: 20 }).toBe(1); // the request waits for its retry
  });
  await expect.poll(() => system.deps.sales.waiting(), { interval: 20 }).toBe(0);
  // A new request queues behind it.
  const { hold } = createCheckoutClient(system);
  await hold(shippingStep(store));
  expect(await holdsOf(store)).toBe(1);
});

async function lockWaits(): Promise<number> {
  const rows = await system.db.query(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  return rows.length;
}
