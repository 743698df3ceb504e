import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApiToken } from '../../../src/core/api-tokens/commands.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { StandbyState } from '../../../src/platform/sql.ts';
import { readingOf } from '../../../src/platform/standby.ts';
import { lookAtStandby } from '../../../src/surfaces/cli/doctor/database.ts';
import { type Standby, standbyOf } from '../../campaigns/replicated-postgres.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { startCluster } from '../../support/cluster.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { createStatusClient, tokenFor } from '../../support/status-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

const PATIENT = { timeout: 20_000 };
const EMAIL = 'ada@shopper.example';

let server: OwnPostgres;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let standby: Standby;
let system: System;
let store: StoreWithWaitlist;

beforeAll(async () => {
  server = await ownPostgres();
  cluster = await startCluster(server.url);
  standby = await standbyOf(server);
  system = await startSystem({ cluster, standbyPort: standby.port });
  store = await createStoreWithWaitlist(system, { allocation: 50 });
}, 120_000);
afterAll(async () => {
  await system.stop();
  await standby.stop();
  await cluster.stop();
  await server.remove();
});
beforeEach(async () => {
  await vi.waitUntil(() => stateOf().fault === null, PATIENT);
}, 30_000);

function stateOf(): StandbyState {
  const { standby } = system.db;
  if (!standby) throw new Error('no standby');
  return standby.state();
}

/** Resolves with what `work` answers, and with where it read. */
async function readingFrom<T>(work: () => Promise<T>): Promise<{ answer: T; from: string[] }> {
  const before = stateOf().chosen;
  const answer = await work();
  const after = stateOf().chosen;
  return { answer, from: (['standby', 'primary'] as const).filter((one) => after[one] > before[one]) };
}

async function buy(): Promise<string> {
  const client = createCheckoutClient(system);
  const { data } = await client.pay(await client.hold(shippingStep(store, { email: EMAIL })), 'succeeds');
  return data.checkout.preorder?.reference ?? '';
}

/** Begins a session of the signed-in customer and shows their pre-orders. */
async function showStatus(): Promise<{ reference: string; state: string }[]> {
  const status = createStatusClient(system);
  const signedIn = await status.signIn(store.storeKey, await tokenFor(system.deps, store.storeId, { email: EMAIL }));
  return (await status.page(signedIn.data.session)).data.preorders.map(({ reference, state }) => ({
    reference,
    state,
  }));
}

async function cancel(reference: string): Promise<void> {
  const { storeId } = store;
  const { id, lines } = await readPreorder(system.db, storeId, reference);
  await cancelLines(system.deps, { storeId, preorderId: id, lineIds: lines.map((line) => line.id) });
}

async function privateApi(): Promise<(path: string) => Promise<string>> {
  const { secret } = await createApiToken(system.deps, store.storeId, { name: 'reads', scopes: ['preorders:read'] });
  return async (path) => {
    const answer = await fetch(`${system.baseUrl}/admin/api/v1${path}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };
}

test('status pages, lists, exports and audits read from the standby, and see what was placed a moment ago', async () => {
  const [row] = await (await readingOf(system.db)).query('SELECT pg_is_in_recovery() AS "isStandby"');
  expect(row).toEqual({ isStandby: true });
  const ask = await privateApi();
  for (let nth = 0; nth < 5; nth += 1) {
    const reference = await buy();
    const status = await readingFrom(showStatus);
    expect(status.answer[0]?.reference).toBe(reference);
    const list = await readingFrom(() => ask('/preorders'));
    const file = await readingFrom(() => ask('/preorders.csv'));
    expect([list.answer.includes(reference), file.answer.includes(reference)]).toEqual([true, true]);
    expect([...status.from, ...list.from, ...file.from]).toContain('standby');
  }
  const audited = await readingFrom(() => audit(system.deps, store.storeId));
  expect(audited).toEqual({ answer: [], from: ['standby'] });
  // PostgreSQL itself may have written a moment ago, such as statistics.
  await expect.poll(stateOf, PATIENT).toMatchObject({ ageSeconds: 0, fault: null });
  expect(await lookAtStandby(system.db)).toMatchObject({ standing: 'ok' });
}, 60_000);

test('while the standby replays nothing, nobody sees an older state, and its age is known', async () => {
  const reference = await buy();
  await standby.ask('SELECT pg_wal_replay_pause()');
  try {
    await cancel(reference);
    const { answer, from } = await readingFrom(showStatus);
    expect(answer[0]).toEqual({ reference, state: 'cancelled' });
    expect(from).toEqual(['primary']);
    await vi.waitUntil(() => stateOf().ageSeconds > 2, PATIENT);
    expect(stateOf().fault).toBe('it is behind');
    expect(await lookAtStandby(system.db)).toMatchObject({ standing: 'warning' });
    const began = performance.now();
    expect((await showStatus())[0]?.state).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(2_000);
  } finally {
    await standby.ask('SELECT pg_wal_replay_resume()');
  }
  await vi.waitUntil(() => stateOf().fault === null, PATIENT);
  expect((await readingFrom(showStatus)).from).toEqual(['standby']);
}, 60_000);

test('when the standby ends, also in the middle of reading, the primary answers, and later the standby again', async () => {
  const reference = await buy();
  const reading = await readingOf(system.db);
  await standby.stop();
  expect(await reading.query('SELECT pg_is_in_recovery() AS "isStandby"')).toEqual([{ isStandby: false }]);
  expect((await showStatus())[0]?.reference).toBe(reference);
  await vi.waitUntil(() => stateOf().fault === 'it does not answer', PATIENT);
  await standby.start();
  await vi.waitUntil(() => stateOf().fault === null, PATIENT);
  expect((await readingFrom(showStatus)).from).toEqual(['standby']);
}, 60_000);
