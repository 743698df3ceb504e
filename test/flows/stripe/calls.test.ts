import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { stripeCalls } from '../../../src/integrations/payments/stripe/client.ts';
import { createStripeProvider } from '../../../src/integrations/payments/stripe/provider.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { openStripe, type StandIn } from '../../support/stripe.ts';
import { type CallCounter, countCalls } from '../../support/stripe-calls.ts';
import { connectStore, ledgerOf } from '../../support/stripe-store.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

let system: System;
let standIn: StandIn;
let counter: CallCounter;
let testStore: StoreWithWaitlist;
beforeAll(async () => {
  system = await startSystem({ secretKey: TEST_SECRET_KEY });
  standIn = await openStripe(system.db);
  counter = await countCalls(standIn.stripe.url);
  // Messages come later than this test takes. An early message would cause another read.
  const near = { ...standIn, keys: { ...standIn.keys, address: counter.url } };
  testStore = (await connectStore(system, near, { webhooks: { late_ms: '600000' } })).store;
});
afterAll(async () => {
  await counter.stop();
  await standIn.stop();
  await system.stop();
});

async function sell(): Promise<string> {
  const api = createCheckoutClient(system);
  const checkout = await api.hold(shippingStep(testStore));
  counter.calls.length = 0;
  const before = await ledgerOf(system, testStore.storeId);
  const answer = await api.pay(checkout, 'succeeds', { token: 'pm_card_visa' });
  expect(answer.data.outcome, answer.text).toBe('completed');
  await vi.waitFor(
    async () => expect((await ledgerOf(system, testStore.storeId)).taken).toBeGreaterThan(before.taken),
    {
      timeout: 15_000,
      interval: 50,
    },
  );
  return answer.data.checkout.preorder?.reference ?? '';
}

describe('the number of calls to Stripe', () => {
  test('is three for a sale that is paid at once', async () => {
    await sell();
    expect(counter.calls).toEqual([
      'POST /v1/payment_intents',
      'POST /v1/payment_intents/{id}/confirm',
      'POST /v1/payment_intents/{id}/capture',
    ]);
  });

  test('is one refund and at most some reads for a refund', async () => {
    const { id: preorderId } = await readPreorder(system.db, testStore.storeId, await sell());
    counter.calls.length = 0;
    await cancelLines(system.deps, { storeId: testStore.storeId, preorderId, lineIds: null });
    await vi.waitFor(async () => expect((await ledgerOf(system, testStore.storeId)).back).toBeGreaterThan(0), {
      timeout: 15_000,
      interval: 50,
    });
    expect(counter.calls[0]).toBe('POST /v1/refunds');
    expect(counter.calls.slice(1).filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  test('is one for charging a kept card, and a retry first looks for an earlier charge', async () => {
    const use = { mode: 'test', returnUrl: system.baseUrl } as const;
    const provider = createStripeProvider(stripeCalls({ ...standIn.keys, address: counter.url }), use);
    const attempt = () => ({ storeId: testStore.storeId, attemptId: randomUUID(), currency: 'EUR' });
    const { ref } = await provider.create({ ...attempt(), intent: 'save', amount: 0 });
    const { method } = await provider.confirm(ref, 'pm_card_visa');
    if (!method) throw new Error('the card was not kept');
    const request = { ...attempt(), movementId: randomUUID(), amount: 1_000, method };
    counter.calls.length = 0;
    const charged = await provider.charge({ ...request, isRetry: false });
    expect(counter.calls).toEqual(['POST /v1/payment_intents']);
    expect(await provider.charge({ ...request, isRetry: true })).toEqual(charged);
    expect(counter.calls[1]).toBe('GET /v1/payment_intents');
  });
});
