import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { reconcileStore } from '../../../src/core/accounts/commands/reconcile.ts';
import { readAccount, readKeyedAccount } from '../../../src/core/accounts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { createStripeAccounts } from '../../../src/integrations/payments/stripe/accounts.ts';
import { compose } from '../../../src/main/compose.ts';
import { readConfig } from '../../../src/main/config.ts';
import { followStandIn, startStandIn } from '../../../src/main/stand-in.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { Deps } from '../../../src/surfaces/deps.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createLifetime } from '../../support/lifetime.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { openedStandIns } from '../../support/opened-stand-ins.ts';
import { freePorts } from '../../support/service-process.ts';
import { connectAtStandIn, openStripe, STRIPE_CARDS } from '../../support/stripe.ts';

// What successive runs of `npm start` do with the stand-in for Stripe, without the web server.

type Start = { deps: Core; stop(): Promise<void> };

let database: TestDatabase;
let ports: number[];
const starts: Start[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  ports = await freePorts(2);
});
afterEach(async () => {
  for (const { stop } of starts.splice(0)) await stop();
});
afterAll(() => database.drop());

async function start(stripePort: number | undefined): Promise<Core> {
  const { lifetime, stop } = createLifetime();
  const config = readConfig('start', {
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    STRIPE_PORT: `${stripePort ?? ''}`,
  });
  const log = createLog('silent');
  const standIn = await startStandIn(config, database.db, { log, lifetime });
  const deps: Deps = await compose(config, database.db, { log, lifetime, standIn });
  await followStandIn(deps, standIn);
  const started: Start = { deps: { ...deps, stop: async () => {} }, stop };
  starts.push(started);
  return started.deps;
}

async function stopLast(): Promise<void> {
  await starts.pop()?.stop();
}

const providerOf = async ({ db }: Core, { storeId }: Offer, reference: string) => {
  const [row] = await db.query<{ provider: string }>(
    `SELECT a.provider FROM preorder p JOIN attempt a ON a.store_id = p.store_id AND a.id = p.attempt_id
     WHERE p.store_id = $1 AND p.reference = $2`,
    [storeId, reference],
  );
  return row?.provider;
};

const cancelAndRefund = async (core: Core, { storeId }: Offer, reference: string) => {
  const { id } = await readPreorder(core.db, storeId, reference);
  await cancelLines(core, { storeId, preorderId: id, lineIds: null });
  await moveMoney(core, storeId, id);
  const { lines } = await readPreorder(core.db, storeId, reference);
  return lines.map(({ state, paid, refunded }) => [state, paid - refunded]);
};

const differences = async (core: Core, { storeId }: Offer) =>
  (await reconcileStore(core, storeId, { from: new Date(0), until: new Date(Date.now() + 60_000) })).differences;

test('opens an account for each test store when it is first needed, and none for a live store', async () => {
  const core = await start(ports[0]);
  const [first, second] = [await createOffer(core, { allocation: 5 }), await createOffer(core, { allocation: 5 })];
  const accounts = await Promise.all(
    [first, second].map(({ storeId }) => readKeyedAccount({ db: core.db, secrets: core.secrets }, storeId)),
  );
  const keys = accounts.map((account) => account?.keys);
  expect(keys.map((key) => key?.address)).toEqual([`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[0]}`]);
  expect(new Set(keys.map((key) => key?.secretKey)).size).toBe(2);
  const reference = await buyFrom(core, first, { token: STRIPE_CARDS.good });
  expect(await providerOf(core, first, reference)).toBe('stripe');
  expect(await differences(core, first)).toEqual([]);
  const live = await createTestStore(core.db, { mode: 'live', origins: ['https://shop.example'] });
  expect(await core.paymentsFor({ id: live, mode: 'live' })).toBeNull();
  expect(await readAccount(core.db, live)).toBeNull();
});

test('opens one account when it is needed several times at once', async () => {
  const core = await start(ports[0]);
  const { storeId } = await createOffer(core, { allocation: 5 });
  await core.db.query('DELETE FROM payment_account WHERE store_id = $1', [storeId]);
  const store = { id: storeId, mode: 'test' } as const;
  const providers = await Promise.all(Array.from({ length: 10 }, () => core.paymentsFor(store)));
  expect(providers.map((provider) => provider?.name)).toEqual(Array.from({ length: 10 }, () => 'stripe'));
  const endpoints = await core.db.query('SELECT url FROM fake_stripe.webhook_endpoint WHERE account_id = $1', [
    `acct_${storeId.replaceAll('-', '')}`,
  ]);
  expect(endpoints).toEqual([{ url: `http://127.0.0.1:4000/webhooks/stripe/${storeId}` }]);
});

test('moves accounts to another port, and refunds there what was paid at the old port', async () => {
  const before = await start(ports[0]);
  const offer = await createOffer(before, { allocation: 5 });
  const reference = await buyFrom(before, offer, { token: STRIPE_CARDS.good });
  const connectedAt = (await readAccount(before.db, offer.storeId))?.connectedAt;
  await stopLast();
  const after = await start(ports[1]);
  expect(await readAccount(after.db, offer.storeId)).toMatchObject({
    address: `http://127.0.0.1:${ports[1]}`,
    connectedAt,
    closedAt: null,
  });
  expect(await cancelAndRefund(after, offer, reference)).toEqual([['cancelled', 0]]);
  expect(await differences(after, offer)).toEqual([]);
});

test('lets test stores pay at the test provider while no stand-in runs, and at the stand-in again later', async () => {
  const before = await start(ports[0]);
  const offer = await createOffer(before, { allocation: 5 });
  const first = await buyFrom(before, offer, { token: STRIPE_CARDS.good });
  await stopLast();
  const without = await start(undefined);
  const second = await buyFrom(without, offer);
  expect(await providerOf(without, offer, second)).toBe('test');
  await stopLast();
  const again = await start(ports[1]);
  const third = await buyFrom(again, offer, { token: STRIPE_CARDS.good });
  expect(await providerOf(again, offer, third)).toBe('stripe');
  for (const reference of [first, second, third]) {
    expect(await cancelAndRefund(again, offer, reference)).toEqual([['cancelled', 0]]);
  }
  expect(await differences(again, offer)).toEqual([]);
});

test('leaves a merchant’s own account unchanged, wherever the stand-in runs', async () => {
  const core = await start(ports[0]);
  const offer = await createOffer(core, { allocation: 5 });
  const other = await openStripe(core.db);
  const keys = { ...other.keys, webhookSecret: `whsec_${'7'.repeat(32)}` };
  const accounts = createStripeAccounts({ returnUrl: core.baseUrl, standIns: openedStandIns });
  await connectAtStandIn({ ...core, accounts }, offer.storeId, keys);
  await stopLast();
  const after = await start(ports[1]);
  expect(await readAccount(after.db, offer.storeId)).toMatchObject({
    address: other.stripe.url,
    publishableKey: keys.publishableKey,
    closedAt: null,
  });
  await stopLast();
  await start(undefined);
  expect((await readAccount(after.db, offer.storeId))?.closedAt).toBeNull();
  await other.stop();
});

test('lets a store pay at the test provider when the stand-in does not take its currency', async () => {
  const core = await start(ports[0]);
  const { storeId } = await createOffer(core, { allocation: 5 });
  await core.db.query('DELETE FROM payment_account WHERE store_id = $1', [storeId]);
  await core.db.query(`UPDATE store SET currency = 'KWD', currency_digits = 3 WHERE id = $1`, [storeId]);
  expect((await core.paymentsFor({ id: storeId, mode: 'test' }))?.name).toBe('test');
  expect(await readAccount(core.db, storeId)).toBeNull();
});
