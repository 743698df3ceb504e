import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchLog, logSales } from '../../../src/core/stock/sale-log.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

type Line = Record<string, unknown>;

/** A system whose log is kept. */
async function startLogged(level: string) {
  let text = '';
  const log = createLog(level, {
    write(line: string) {
      text += line;
    },
  });
  const system = await startSystem({ log });
  const lines = (): Line[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { log, system, lines };
}

let log: Awaited<ReturnType<typeof startLogged>>['log'];
let lines: () => Line[];
let system: System;
let testStore: StoreWithWaitlist;

beforeAll(async () => {
  ({ log, lines, system } = await startLogged('debug'));
  testStore = await createStoreWithWaitlist(system);
});
afterAll(() => system.stop());

/** The lines of one message, without time and level. */
const said = (msg: string) => lines().filter((line) => line.msg === msg);
const ms = expect.any(Number);

test('at the debug level a sale can be followed through the log, from the frame to the jobs', async () => {
  const client = createCheckoutClient(system);
  const { storeId, storeKey, product } = testStore;
  const ask = async (path: string) => expect((await fetch(system.baseUrl + path)).status).toBe(200);
  await ask(`/frames/1/button?product=${product.externalId}&key=${storeKey}&lang=en`);
  // The first answers are made, until one is kept in memory.
  const askAgain = async () => {
    await ask(`/api/v1/availability?product_id=${product.externalId}&api_key=${storeKey}`);
    return said('ready answer');
  };
  const ready = { level: 20, method: 'GET', route: '/api/v1/availability', status: 200 };
  await expect.poll(askAgain).toContainEqual(expect.objectContaining(ready));
  const step = shippingStep(testStore);
  expect((await client.reserve({ ...step, email: 'nobody' })).status).toBe(400);
  const checkout = await client.hold(step);
  const { data } = await client.pay(checkout, 'succeeds');
  expect(data.outcome).toBe('completed');
  await expect.poll(() => said('a job is done').map(({ topic }) => topic), { timeout: 10_000 }).toContain('money.due');

  expect(said('request')).toContainEqual(expect.objectContaining({ route: '/frames/1/button', status: 200 }));
  const [refused] = said('request refused');
  expect(refused).toMatchObject({ level: 20, code: 'invalid_parameter' });
  expect(said('request')).toContainEqual(expect.objectContaining({ request_id: refused?.request_id, status: 400 }));

  const checkoutId = checkout.id;
  // The provider's event has the same payment placed once more, which finds it decided.
  const sales = said('sale').filter(({ outcome }) => outcome !== 'decided');
  expect(sales).toMatchObject([
    { level: 20, step: 'hold', storeId, checkoutId, outcome: 'held', ms },
    { level: 20, step: 'place', storeId, checkoutId, outcome: 'placed', ms },
  ]);
  const [first, second] = said('sale batch');
  expect(first).toMatchObject({ level: 20, storeId, holds: 1, places: 0, waitedMs: ms, ms, end: 'done' });
  expect(second).toMatchObject({ level: 20, storeId, holds: 0, waitedMs: ms, ms, end: 'done' });
  const attemptId = sales[1]?.attemptId;
  const calls = said('provider call');
  expect(calls[0]).toMatchObject({ level: 20, provider: 'test', call: 'create', attemptId, idempotent: 'attempt', ms });
  expect(calls.map(({ call, result }) => [call, result])).toEqual(
    expect.arrayContaining([
      ['create', 'requires_payment_method'],
      ['confirm', 'authorised'],
      ['capture', 'captured'],
    ]),
  );
  expect(said('outbox dispatched')).toContainEqual(
    expect.objectContaining({ level: 20, topics: expect.objectContaining({ 'preorder.placed': 1 }), ms }),
  );
  const [begun] = said('a job begins').filter(({ topic }) => topic === 'money.due');
  expect(begun).toMatchObject({ level: 20, storeId, subjectId: expect.any(String), attempts: 1 });
  expect(said('a job is done')).toContainEqual(expect.objectContaining({ job: begun?.job, ms }));
});

test('at the level of production a sale adds nothing but its requests', async () => {
  const quiet = await startLogged('info');
  try {
    const client = createCheckoutClient(quiet.system);
    const checkout = await client.hold(shippingStep(await createStoreWithWaitlist(quiet.system)));
    expect((await client.pay(checkout, 'succeeds')).data.outcome).toBe('completed');
    expect(new Set(quiet.lines().map(({ level }) => level))).toEqual(new Set([30]));
    expect(logSales(quiet.system.deps.sales, quiet.log)).toBe(quiet.system.deps.sales);
    expect(batchLog(quiet.log)).toBeUndefined();
    expect(batchLog(log)).toBeDefined();
  } finally {
    await quiet.system.stop();
  }
});
