import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeKeys, stripeCalls } from '../../../src/integrations/payments/stripe/client.ts';
import { createStripeProvider } from '../../../src/integrations/payments/stripe/provider.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore } from '../../support/merchant.ts';
import { euros } from '../../support/payment-desk.ts';
import { paymentProviderContract } from '../../support/payment-provider-contract.ts';
import { shiftClock } from '../../support/shop.ts';
import {
  approveAt,
  callStripe,
  dashboardOf,
  openStripe,
  STRIPE_CARDS,
  type StripeDesk,
  withConfirmationTokens,
} from '../../support/stripe.ts';

const USE = { mode: 'test', returnUrl: 'http://127.0.0.1:4000' } as const;

let database: TestDatabase;
let desk: StripeDesk;
let storeId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openStripe(database.db);
  storeId = await createTestStore(database.db);
});
afterAll(async () => {
  await desk.stop();
  await database.drop();
});

describe('the Stripe adapter over the stand-in keeps the port’s contract:', () => {
  paymentProviderContract(async () => ({
    provider: withConfirmationTokens(
      createStripeProvider(stripeCalls(await restrictedKeys()), USE),
      stripeCalls(desk.keys),
    ),
    storeId,
    ...{ tokens: STRIPE_CARDS, approve: approveAt(desk.stripe.url), byHand: dashboardOf(stripeCalls(desk.keys)) },
  }));
});

// No more than the guide asks a merchant for.
const PERMISSIONS = ['payment_intent', 'setup_intent', 'customer', 'payment_method', 'charge'];

async function restrictedKeys(): Promise<StripeKeys> {
  const permissions = PERMISSIONS.map((type, at) => [`permissions[${at}]`, `${type}_write`]);
  const { key } = await desk.stripe.act('keys', { account: desk.account, ...Object.fromEntries(permissions) });
  return { secretKey: String(key), address: desk.stripe.url };
}

describe('an answer that never comes, though the call went through', () => {
  const unreachable = { name: 'ProviderError', kind: 'unreachable' };
  const provider = (timeoutMs = 10_000) =>
    createStripeProvider(stripeCalls(desk.keys, { times: { timeoutMs, retries: 0 } }), USE);
  // For answers that never come; all that ran before them has to be done by then, also on a busy machine.
  const impatient = () => provider(1_500);
  const loseNext = (kind: string, path: string) =>
    desk.stripe.act('faults', { account: desk.account, kind, method: 'POST', path });
  const request = (intent: 'pay' | 'save') => ({
    ...{ storeId, attemptId: randomUUID(), intent, amount: intent === 'save' ? 0 : 13_390, currency: 'EUR' },
  });
  const ask = async (path: string) =>
    JSON.parse((await callStripe(desk.stripe.url, { key: desk.keys.secretKey, method: 'GET', path })).text);

  test.each(['slow', 'html', 'empty'])('%s: a kept card is charged once, also a day later', async (kind) => {
    const { ref } = await provider().create(request('save'));
    const { method } = await provider().confirm(ref, STRIPE_CARDS.good);
    if (!method) throw new Error('the card is not kept');
    const charge = {
      ...{ storeId, attemptId: randomUUID(), movementId: randomUUID(), amount: 13_390, currency: 'EUR' },
      method: { ref: method.ref, customerRef: method.customerRef },
      isRetry: true,
    };
    await loseNext(kind, '/v1/payment_intents');
    await expect((kind === 'slow' ? impatient() : provider()).charge(charge)).rejects.toMatchObject(unreachable);
    // Stripe has forgotten the idempotency key by then; the payment itself it has not.
    await shiftClock(database.db, 25 * 60 * 60);
    const charged = await provider().charge(charge);
    expect(charged).toMatchObject({ status: 'captured', capturedAmount: 13_390 });
    expect(await provider().hasDone(charged.ref, charge.movementId)).toBe(true);
    const { data } = await ask(`/v1/payment_intents?customer=${method.customerRef}`);
    expect(data.filter(({ status }: { status: string }) => status === 'succeeded')).toHaveLength(1);
  });

  test('a capture and a refund are found to be done, and are not done again', async () => {
    const { ref } = await provider().create(request('pay'));
    await provider().confirm(ref, STRIPE_CARDS.good);
    const [capture, refund] = [randomUUID(), randomUUID()];
    await loseNext('slow', `/v1/payment_intents/${ref}/capture`);
    await expect(impatient().capture(ref, euros(10_000), capture)).rejects.toMatchObject(unreachable);
    expect(await provider().hasDone(ref, capture)).toBe(true);
    await loseNext('slow', '/v1/refunds');
    await expect(impatient().refund(ref, euros(3_000), refund)).rejects.toMatchObject(unreachable);
    expect(await provider().hasDone(ref, refund)).toBe(true);
    // The rest of the partial capture is listed as a refund too, and is none of ours.
    expect(await provider().read(ref)).toMatchObject({ capturedAmount: 10_000, refundedAmount: 3_000 });
  });

  // Stripe keeps what came of a call under its key for a day, failures of its own (500) as well.
  test.each(['pay', 'save'] as const)(
    'a failure that is kept stops neither what begins nor its end: %s',
    async (intent) => {
      const made = request(intent);
      const path = intent === 'save' ? '/v1/setup_intents' : '/v1/payment_intents';
      await loseNext('http_500', path);
      await expect(provider().create(made)).rejects.toMatchObject(unreachable);
      const { ref } = await provider().create(made);
      await loseNext('http_500', `${path}/${ref}/cancel`);
      await expect(provider().cancel(ref)).rejects.toMatchObject(unreachable);
      expect((await provider().cancel(ref)).status).toBe('cancelled');
    },
  );

  test('what moves money waits until such a failure is forgotten, and is done once', async () => {
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

  test('a confirm is known when it is read', async () => {
    const { ref } = await provider().create(request('pay'));
    await loseNext('slow', `/v1/payment_intents/${ref}/confirm`);
    await expect(impatient().confirm(ref, STRIPE_CARDS.good)).rejects.toMatchObject(unreachable);
    expect((await provider().read(ref)).status).toBe('authorised');
    expect((await provider().confirm(ref, STRIPE_CARDS.good)).status).toBe('authorised');
  });

  test('a cancellation is asked for under the state that it meets, since a refusal is repeated for a day', async () => {
    const { ref } = await provider().create(request('pay'));
    await provider().confirm(ref, STRIPE_CARDS.good);
    for (let times = 0; times < 2; times += 1) expect((await provider().cancel(ref)).status).toBe('cancelled');
    const keys = await database.db.query('SELECT key FROM fake_stripe.idempotency WHERE key LIKE $1', [
      `cancel:${ref}%`,
    ]);
    expect(keys).toEqual([{ key: `cancel:${ref}:authorised` }]);
  });

  test.each(['http_500', 'rate_limit', 'hang', 'drop'])('%s is unreachable, never refused', async (kind) => {
    await loseNext(kind, '/v1/payment_intents');
    if (kind === 'drop') await loseNext(kind, '/v1/payment_intents'); // a closed connection is tried once more by the client
    const asked = (kind === 'hang' ? impatient() : provider()).create(request('pay'));
    await expect(asked).rejects.toMatchObject(unreachable);
  });
});

// The client makes up a key of its own for a call without one: then only its own repetitions are known, not ours.
test('every call that changed anything so far had a key of ours, of which none was made up', async () => {
  const rows = await database.db.query<{ what: string }>(
    `SELECT DISTINCT split_part(key, ':', 1) AS what FROM fake_stripe.idempotency ORDER BY 1`,
  );
  const ours = ['cancel', 'capture', 'charge', 'confirm', 'create', 'customer', 'forget', 'refund'];
  const others = ['dashboard', 'token']; // what the merchant and the card form make, played by the test
  expect(rows.map(({ what }) => what)).toEqual([...ours, ...others].sort());
});
