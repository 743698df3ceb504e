import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutView } from '../../src/protocol/schema/frame-api.ts';
import { expectSoundBooks } from '../support/books.ts';
import { createCheckoutClient, createSmallStore, expectRefusal, shippingStep } from '../support/checkout-client.ts';
import { shiftClock } from '../support/core.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let store: StoreWithWaitlist;
let client: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  store = await createSmallStore(system, 500);
});
afterAll(async () => {
  await expectSoundBooks(system.db, false);
  await system.stop();
});

const held = (changes: Parameters<typeof shippingStep>[1] = {}) => client.hold(shippingStep(store, changes));

async function placedCount(checkout: CheckoutView): Promise<number> {
  const rows = await system.db.query('SELECT 1 FROM preorder WHERE checkout_id = $1', [checkout.id]);
  return rows.length;
}

describe('a payment', () => {
  test('that succeeds places a pre-order and answers all that the page needs', async () => {
    const made = await held({ quantity: 2 });
    const paid = await client.pay(made, 'succeeds', { marketingConsent: true });
    expect(paid).toMatchObject({ status: 200, data: { outcome: 'completed', message: '', action: null } });
    const { state, preorder, holdMsLeft, paymentPending } = paid.data.checkout;
    expect({ state, holdMsLeft, paymentPending }).toEqual({
      state: 'completed',
      holdMsLeft: null,
      paymentPending: false,
    });
    expect(preorder).toMatchObject({ email: made.email, address: made.address, total: made.total });
    expect(preorder?.reference).toMatch(/^PO-/);
    expect(preorder?.ships).toMatch(/June/);
    expect(preorder?.lineItems).toHaveLength(2);
    expect(preorder?.lineItems[0]).toMatchObject({ sku: 'AUR-0', skuId: made.variantId });
    const [kept] = await system.db.query(
      `SELECT o.marketing_consent, t.text AS consent_text FROM preorder o
       JOIN consent_text t ON t.store_id = o.store_id AND t.id = o.consent_text_id WHERE o.checkout_id = $1`,
      [made.id],
    );
    // No box was shown, so the shopper agreed to nothing.
    expect(made.marketing).toBeNull();
    expect(kept).toEqual({ marketing_consent: false, consent_text: made.consentText });
    expect((await client.abandon(made)).data).toMatchObject({ state: 'completed', preorder });
    expect((await client.settle(made)).data.outcome).toBe('completed');
    expectRefusal(await client.change(made, shippingStep(store)), 409, { code: 'checkout_completed' });
  });

  test('keeps the line item properties in the order of the page', async () => {
    const lineItemProperties = { 'For whom': 'Ada', Size: '7', Engraving: 'Cabin 7', a: 'b' };
    const made = await held({ lineItemProperties });
    const paid = await client.pay(made, 'succeeds');
    const [line] = await system.db.query<{ properties: object }>(
      'SELECT l.properties FROM preorder_line l JOIN preorder p ON p.id = l.preorder_id WHERE p.checkout_id = $1',
      [made.id],
    );
    for (const kept of [made.lineItemProperties, paid.data.checkout.lineItemProperties, line?.properties]) {
      expect(JSON.stringify(kept)).toBe(JSON.stringify(lineItemProperties));
    }
  });

  test.each([
    ['declined', /declined/],
    ['insufficient_funds', /funds/],
    ['expired_card', /expired/],
    ['incorrect_card', /card/],
  ] as const)('with a card that is %s can be tried again with another one', async (behaviour, message) => {
    const made = await held();
    const first = await client.pay(made, behaviour);
    expect(first).toMatchObject({ status: 200, data: { outcome: 'declined', checkout: { state: 'held' } } });
    expect(first.data.message).toMatch(message);
    expect((await client.settle(made)).data).toMatchObject({ outcome: 'declined', message: first.data.message });
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
    expect(await placedCount(made)).toBe(1);
  });

  test('that agrees to the same words as another keeps them once', async () => {
    const paid = [await held(), await held()];
    for (const made of paid) expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
    const kept = await system.db.query(
      `SELECT count(DISTINCT consent_text_id) AS texts, count(consent_text) AS own FROM preorder WHERE checkout_id = ANY ($1)`,
      [paid.map(({ id }) => id)],
    );
    expect(kept).toEqual([{ texts: 1, own: 0 }]);
    const change = system.db.query(`UPDATE consent_text SET text = 'Nothing.' WHERE store_id = $1`, [store.storeId]);
    await expect(change).rejects.toThrow('append-only');
  });

  test('with an unknown token is declined', async () => {
    const made = await held();
    const answer = await client.pay(made, 'succeeds', { token: "test_card:'; DROP TABLE payment --" });
    expect(answer.data.outcome).toBe('declined');
    await client.abandon(made);
  });

  test('repeated with its key, in parallel or later, is one pre-order; with other content it is refused', async () => {
    const made = await held();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => client.pay(made, 'succeeds', { key })));
    answers.push(await client.pay(made, 'succeeds', { key }));
    for (const { data } of answers) expect(['completed', 'processing']).toContain(data.outcome);
    expect(answers.at(-1)?.data.checkout.preorder?.reference).toBeDefined();
    expect(await placedCount(made)).toBe(1);

    const other = await held();
    await client.pay(other, 'declined', { key });
    expectRefusal(await client.pay(other, 'succeeds', { key }), 422, {
      code: 'idempotency_mismatch',
      param: 'Idempotency-Key',
    });
    expect((await client.pay(other, 'declined', { key })).data.outcome).toBe('declined');
    await client.abandon(other);
  });

  test('by two tabs in parallel with different keys is one pre-order', async () => {
    const made = await held();
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.pay(made, 'succeeds')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await client.settle(made)).data.outcome).toBe('completed');
    expect(await placedCount(made)).toBe(1);
  });

  test('of another total than the shown one charges nothing and answers the new total', async () => {
    const made = await held();
    await client.change(made, shippingStep(store, { quantity: 2 }));
    expectRefusal(await client.pay(made, 'succeeds'), 409, {
      code: 'checkout_changed',
      param: 'total',
      data: { total: 26_290 },
    });
    expect(await system.db.query('SELECT 1 FROM attempt WHERE checkout_id = $1', [made.id])).toEqual([]);
    await client.abandon(made);
  });

  test('needs the terms accepted', async () => {
    const made = await held();
    for (const termsAccepted of [false, undefined, 'true']) {
      expectRefusal(await client.pay(made, 'succeeds', { termsAccepted }), 400, { param: 'termsAccepted' });
    }
    await client.abandon(made);
  });
});

describe('a challenge', () => {
  async function asked(): Promise<{ made: CheckoutView; ref: string; clientSecret: string }> {
    const made = await held();
    const { data } = await client.pay(made, 'second_step');
    expect(data).toMatchObject({ outcome: 'requires_action', message: '', checkout: { paymentPending: true } });
    if (!data.action) throw new Error('challenge without an action');
    return { made, ...data.action };
  }

  test('that is approved places a pre-order', async () => {
    const { made, ref, clientSecret } = await asked();
    const answer = await client.answerChallenge(ref, { clientSecret, approve: true });
    expect(answer).toMatchObject({ status: 200, data: { status: 'authorised' } });
    expect((await client.settle(made)).data).toMatchObject({ outcome: 'completed', checkout: { state: 'completed' } });
    const again = await client.answerChallenge(ref, { clientSecret, approve: false });
    expect(again.data.status).not.toBe('requires_payment_method');
    expect(await placedCount(made)).toBe(1);
  });

  test('that is approved in a page that then closes still places a pre-order', async () => {
    const { made, ref, clientSecret } = await asked();
    await client.answerChallenge(ref, { clientSecret, approve: true });
    await expect.poll(async () => (await client.read(made)).data.state, { timeout: 10_000 }).toBe('completed');
  });

  test('that fails leaves the hold for another card', async () => {
    const { made, ref, clientSecret } = await asked();
    await client.answerChallenge(ref, { clientSecret, approve: false });
    expect((await client.settle(made)).data).toMatchObject({ outcome: 'declined', checkout: { state: 'held' } });
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
  });

  test('that is abandoned frees the units, and a later approval charges nothing', async () => {
    const { made, ref, clientSecret } = await asked();
    expect((await client.abandon(made)).data.state).toBe('abandoned');
    const late = await client.answerChallenge(ref, { clientSecret, approve: true });
    expect(late.data.status).toBe('cancelled');
    expect((await client.settle(made)).data.outcome).toBe('declined');
    expect(await placedCount(made)).toBe(0);
  });

  test('needs the client secret, and does not reveal which payments exist', async () => {
    const { made, ref, clientSecret } = await asked();
    const wrong = await client.answerChallenge(ref, { clientSecret: randomUUID(), approve: true });
    const unknown = await client.answerChallenge(`pay_${randomUUID()}`, { clientSecret, approve: true });
    for (const answer of [wrong, unknown]) expectRefusal(answer, 404, { code: 'not_found' });
    expect(wrong.error).toEqual(unknown.error);
    expect((await client.settle(made)).data.outcome).toBe('requires_action');
    await client.abandon(made);
  });
});

describe('an answer that does not come immediately', () => {
  test('late success: processing, then a pre-order', async () => {
    const made = await held();
    expect((await client.pay(made, 'late')).data).toMatchObject({
      outcome: 'processing',
      checkout: { paymentPending: true },
    });
    expect((await client.settle(made)).data.outcome).toBe('processing');
    await shiftClock(system.db, 5);
    expect((await client.settle(made)).data.outcome).toBe('completed');
  });

  test('late decline: processing, then declined with the reason', async () => {
    const made = await held();
    expect((await client.pay(made, 'late_declined')).data.outcome).toBe('processing');
    await shiftClock(system.db, 5);
    expect((await client.settle(made)).data).toMatchObject({ outcome: 'declined', message: /declined/ });
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
  });

  test('late, after the shopper left: the sweep finds it', async () => {
    const made = await held();
    await client.pay(made, 'late');
    await shiftClock(system.db, 15);
    await expect.poll(async () => (await client.read(made)).data.state, { timeout: 20_000 }).toBe('completed');
  });

  test('never: the shopper can abandon the checkout, and the units come back', async () => {
    const made = await held();
    expect((await client.pay(made, 'never_answers')).data.outcome).toBe('processing');
    expect((await client.settle(made)).data.outcome).toBe('processing');
    expect((await client.abandon(made)).data.state).toBe('abandoned');
  });

  test('never: the hold ends only once the provider’s object is cancelled', async () => {
    const made = await held();
    await client.pay(made, 'never_answers');
    await shiftClock(system.db, 601);
    await expect.poll(async () => (await client.read(made)).data.state, { timeout: 20_000 }).toBe('expired');
    const payments = await system.db.query(
      'SELECT t.status FROM test_provider.payment t JOIN attempt a ON a.provider_ref = t.ref WHERE a.checkout_id = $1',
      [made.id],
    );
    expect(payments).toEqual([{ status: 'cancelled' }]);
  });

  test('without an attempt: settling answers that nothing was charged', async () => {
    const made = await held();
    expect((await client.settle(made)).data).toMatchObject({ outcome: 'declined', message: /not completed/ });
    await client.abandon(made);
  });
});
