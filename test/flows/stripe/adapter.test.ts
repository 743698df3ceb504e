import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeKeys, stripeCalls } from '../../../src/integrations/payments/stripe/client.ts';
import { createStripeProvider } from '../../../src/integrations/payments/stripe/provider.ts';
import { shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore } from '../../support/merchant.ts';
import { euros } from '../../support/payment-fixture.ts';
import { paymentProviderContract } from '../../support/payment-provider-contract.ts';
import {
  approveAt,
  callStripe,
  dashboardOf,
  openStripe,
  STRIPE_CARDS,
  type StandIn,
  withConfirmationTokens,
} from '../../support/stripe.ts';

const USE = { mode: 'test', returnUrl: 'http://127.0.0.1:4000' } as const;

let database: TestDatabase;
let standIn: StandIn;
let storeId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  standIn = await openStripe(database.db);
  storeId = await createTestStore(database.db);
});
afterAll(async () => {
  await standIn.stop();
  await database.drop();
});

describe('the Stripe adapter over the stand-in keeps the port’s contract:', () => {
  paymentProviderContract(async () => ({
    provider: withConfirmationTokens(
      createStripeProvider(stripeCalls(await restrictedKeys()), USE),
      stripeCalls(standIn.keys),
    ),
    storeId,
    tokens: STRIPE_CARDS,
    approve: approveAt(standIn.stripe.url),
    byHand: dashboardOf(stripeCalls(standIn.keys)),
  }));
});

// The guide asks a merchant for these permissions and no others.
const PERMISSIONS = ['payment_intent', 'setup_intent', 'customer', 'payment_method', 'charge'];

async function restrictedKeys(): Promise<StripeKeys> {
  const permissions = PERMISSIONS.map((type, at) => [`permissions[${at}]`, `${type}_write`]);
  const { key } = await standIn.stripe.act('keys', { account: standIn.account, ...Object.fromEntries(permissions) });
  return { secretKey: String(key), address: standIn.stripe.url };
}

describe('a call without an answer that went through', () => {
  const unreachable = { name: 'ProviderError', kind: 'unreachable' };
  const provider = (timeoutMs = 10_000) =>
    createStripeProvider(stripeCalls(standIn.keys, { times: { timeoutMs, retries: 0 } }), USE);
  // For answers that never come. The call before must fit into this time, also on a busy machine.
  const impatient = () => provider(1_500);
  const loseNext = (kind: string, path: string) =>
    standIn.stripe.act('faults', { account: standIn.account, kind, method: 'POST', path });
  const request = (intent: 'pay' | 'save') => ({
    storeId,
    attemptId: randomUUID(),
    intent,
    amount: intent === 'save' ? 0 : 13_390,
    currency: 'EUR',
  });
  const ask = async (path: string) =>
    JSON.parse((await callStripe(standIn.stripe.url, { key: standIn.keys.secretKey, method: 'GET', path })).text);

  test.each(['slow', 'html', 'empty'])('charges a kept card once after %s, also a day later', async (kind) => {
    const { ref } = await provider().create(request('save'));
    const { method } = await provider().confirm(ref, STRIPE_CARDS.good);
    if (!method) throw new Error('the card was not kept');
    const charge = {
      storeId,
      attemptId: randomUUID(),
      movementId: randomUUID(),
      amount: 13_390,
      currency: 'EUR',
      method: { ref: method.ref, customerRef: method.customerRef },
      isRetry: true,
    };
    await loseNext(kind, '/v1/payment_intents');
    await expect((kind === 'slow' ? impatient() : provider()).charge(charge)).rejects.toMatchObject(unreachable);
    // By then Stripe has forgotten the idempotency key, but not the payment.
    await shiftClock(database.db, 25 * 60 * 60);
    const charged = await provider().charge(charge);
    expect(charged).toMatchObject({ status: 'captured', capturedAmount: 13_390 });
    expect(await provider().hasDone(charged.ref, charge.movementId)).toBe(true);
    const { data } = await ask(`/v1/payment_intents?customer=${method.customerRef}`);
    expect(data.filter(({ status }: { status: string }) => status === 'succeeded')).toHaveLength(1);
  });

  test('finds a capture and a refund done, and does not repeat them', async () => {
    const { ref } = await provider().create(request('pay'));
    await provider().confirm(ref, STRIPE_CARDS.good);
    const [capture, refund] = [randomUUID(), randomUUID()];
    await loseNext('slow', `/v1/payment_intents/${ref}/capture`);
    await expect(impatient().capture(ref, euros(10_000), capture)).rejects.toMatchObject(unreachable);
    expect(await provider().hasDone(ref, capture)).toBe(true);
    await loseNext('slow', '/v1/refunds');
    await expect(impatient().refund(ref, euros(3_000), refund)).rejects.toMatchObject(unreachable);
    expect(await provider().hasDone(ref, refund)).toBe(true);
    // Stripe lists the rest of a partial capture as a refund too, which is not ours.
    expect(await provider().read(ref)).toMatchObject({ capturedAmount: 10_000, refundedAmount: 3_000 });
  });

  // Stripe keeps the outcome of a call under its key for a day, also its own failure (500).
  test.each(['pay', 'save'] as const)('can be created and cancelled after a stored failure: %s', async (intent) => {
    const made = request(intent);
    const path = intent === 'save' ? '/v1/setup_intents' : '/v1/payment_intents';
    await loseNext('http_500', path);
    await expect(provider().create(made)).rejects.toMatchObject(unreachable);
    const { ref } = await provider().create(made);
    await loseNext('http_500', `${path}/${ref}/cancel`);
    await expect(provider().cancel(ref)).rejects.toMatchObject(unreachable);
    expect((await provider().cancel(ref)).status).toBe('cancelled');
  });

  test('repeats a money movement once Stripe has forgotten the failure, and makes it once', async () => {
    const { ref } = await provider().create(request('pay'));
    await provider().confirm(ref, STRIPE_CARDS.good);
    const movementId = randomUUID();
    await loseNext('http_500', `/v1/payment_intents/${ref}/capture`);
    for (let times = 0; times < 2; times += 1) {
      await expect(provider().capture(ref, euros(1_000), movementId)).rejects.toMatchObject(unreachable);
    }
    await shiftClock(database.db, 25 * 60 * 60);
    expect(await provider().capture(ref, euros(1_000), movementId)).toMatchObject({ capturedAmount: 1_000 });
  });

  test('finds a confirmation when it reads the payment', async () => {
    const { ref } = await provider().create(request('pay'));
    await loseNext('slow', `/v1/payment_intents/${ref}/confirm`);
    await expect(impatient().confirm(ref, STRIPE_CARDS.good)).rejects.toMatchObject(unreachable);
    expect((await provider().read(ref)).status).toBe('authorised');
    expect((await provider().confirm(ref, STRIPE_CARDS.good)).status).toBe('authorised');
  });

  test('uses a key with the payment’s state to cancel, because Stripe repeats a refusal for a day', async () => {
    const { ref } = await provider().create(request('pay'));
    await provider().confirm(ref, STRIPE_CARDS.good);
    for (let times = 0; times < 2; times += 1) expect((await provider().cancel(ref)).status).toBe('cancelled');
    const keys = await database.db.query('SELECT key FROM fake_stripe.idempotency WHERE key LIKE $1', [
      `cancel:${ref}%`,
    ]);
    expect(keys).toEqual([{ key: `cancel:${ref}:authorised` }]);
  });

  test.each(['http_500', 'rate_limit', 'hang', 'drop'])(
    'treats %s as unreachable and never as refused',
    async (kind) => {
      await loseNext(kind, '/v1/payment_intents');
      if (kind === 'drop') await loseNext(kind, '/v1/payment_intents'); // the client tries a closed connection once more
      const asked = (kind === 'hang' ? impatient() : provider()).create(request('pay'));
      await expect(asked).rejects.toMatchObject(unreachable);
    },
  );
});

// The client invents a key for a call without one. Only its own repetitions are then recognised.
test('sent a key of our own with every changing call', async () => {
  const rows = await database.db.query<{ what: string }>(
    `SELECT DISTINCT split_part(key, ':', 1) AS what FROM fake_stripe.idempotency ORDER BY 1`,
  );
  const ours = ['cancel', 'capture', 'charge', 'confirm', 'create', 'customer', 'forget', 'refund'];
  const others = ['dashboard', 'token']; // keys of the merchant's dashboard and the card form, which the tests play
  expect(rows.map(({ what }) => what)).toEqual([...ours, ...others].sort());
});
