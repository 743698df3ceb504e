import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import type { PlanChange } from '../../src/domain/payment-plan.ts';
import type { CheckoutView } from '../../src/protocol/schema/frame-api.ts';
import type { TestCardBehaviour } from '../../src/protocol/wire/test-cards.ts';
import { createCheckoutClient, createSmallStore, expectRefusal, shippingStep } from '../support/checkout-client.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
const stores = {} as Record<'deposit' | 'kept' | 'later' | 'whole', StoreWithWaitlist>;

const PLANS: Record<keyof typeof stores, PlanChange> = {
  deposit: { deposit: { kind: 'percent', value: 2_000 } },
  kept: { deposit: { kind: 'amount', value: 3_000 }, depositRefundable: false },
  later: { plan: 'pay_later' },
  whole: { deposit: { kind: 'amount', value: 1_000_000 } },
};

beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  for (const [name, plan] of Object.entries(PLANS) as [keyof typeof stores, PlanChange][]) {
    stores[name] = await createSmallStore(system, 100, { waitlist: { plan } });
  }
});
afterAll(() => system.stop());

const hold = (store: StoreWithWaitlist, quantity = 1) => client.hold(shippingStep(store, { quantity }));

type PlacedRow = {
  intent: string;
  amount: number;
  total: number;
  due_now: number;
  payment_plan: string;
  cards: number;
};

/** Reads the rows of a placed pre-order and of its payment. */
async function keptOf(checkout: CheckoutView): Promise<PlacedRow | undefined> {
  const [kept] = await system.db.query<PlacedRow>(
    `SELECT a.intent, a.amount, o.total, o.due_now, o.payment_plan,
            (SELECT count(*)::int FROM payment_method m WHERE m.store_id = o.store_id AND m.preorder_id = o.id) AS cards
     FROM preorder o JOIN attempt a ON a.store_id = o.store_id AND a.id = o.attempt_id WHERE o.checkout_id = $1`,
    [checkout.id],
  );
  return kept;
}

describe('a deposit', () => {
  test('is rounded up, shown before the payment, and paid alone; the card is kept for the balance', async () => {
    const made = await hold(stores.deposit, 3);
    expect(made).toMatchObject({ total: 39_190, dueNow: 7_838, paymentPlan: 'deposit', depositRefundable: true });
    expect(made.consentText).toContain('€391.90: €78.38 now and €313.52 when it is ready to ship, expected');
    expect(made.consentText).toContain('to keep your card for this pre-order alone and to charge €313.52 to it then');
    expect(made.consentText).not.toContain('keeps the deposit');
    const paid = await client.pay(made, 'succeeds');
    expect(paid.data).toMatchObject({ outcome: 'completed', checkout: { preorder: { total: 39_190, dueNow: 7_838 } } });
    expect(await keptOf(made)).toEqual({
      intent: 'pay_and_save',
      amount: 7_838,
      cards: 1,
      total: 39_190,
      due_now: 7_838,
      payment_plan: 'deposit',
    });
    const lines = await system.db.query<{ total: number; due_now: number; discount: number }>(
      `SELECT l.total, l.due_now, l.discount FROM preorder_line l JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
       WHERE o.checkout_id = $1 ORDER BY l.position`,
      [made.id],
    );
    expect(lines.map((line) => line.total)).toEqual([13_064, 13_063, 13_063]);
    expect(lines.reduce((sum, line) => sum + line.due_now, 0)).toBe(7_838);
    const [card] = await system.db.query<{ provider: string; last4: string }>(
      `SELECT m.provider, m.last4 FROM payment_method m JOIN preorder o ON o.store_id = m.store_id AND o.id = m.preorder_id
       WHERE o.checkout_id = $1`,
      [made.id],
    );
    expect(card).toEqual({ provider: 'test', last4: '4242' });
  });

  test('that is not refundable says so where the shopper agrees', async () => {
    const made = await hold(stores.kept, 2);
    expect(made).toMatchObject({ dueNow: 6_000, depositRefundable: false });
    expect(made.consentText).toMatch(/If you cancel, .+ keeps the deposit of €60\.00, as far as the law allows\.$/);
    await client.abandon(made);
  });

  test('above the total is the total: it is paid now, and no card is kept', async () => {
    const made = await hold(stores.whole);
    expect(made.dueNow).toBe(made.total);
    expect(made.consentText).not.toContain('keep your card');
    await client.pay(made, 'succeeds');
    expect(await keptOf(made)).toMatchObject({ intent: 'pay', amount: made.total, cards: 0 });
  });

  test('is paid as shown, even if the merchant changes it meanwhile', async () => {
    const store = await createSmallStore(system, 10, { waitlist: { plan: PLANS.kept } });
    const made = await hold(store);
    await updateWaitlist(system.deps, store, { plan: { plan: 'pay_now' } });
    await updateStore(system.deps, store.storeId, { pricesIncludeTax: false });
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
    expect(await keptOf(made)).toMatchObject({ payment_plan: 'deposit', due_now: 3_000, cards: 1 });
    const [kept] = await system.db.query(
      `SELECT t.text AS consent_text, o.deposit_refundable, o.prices_include_tax, o.tax_millionths, o.total = (SELECT sum(l.total) FROM preorder_line l
         WHERE l.store_id = o.store_id AND l.preorder_id = o.id) AS "addsUp" FROM preorder o
       JOIN consent_text t ON t.store_id = o.store_id AND t.id = o.consent_text_id WHERE o.checkout_id = $1`,
      [made.id],
    );
    const asShown = { prices_include_tax: true, tax_millionths: 190_000 };
    expect(kept).toEqual({ consent_text: made.consentText, deposit_refundable: false, ...asShown, addsUp: true });
    expect(await hold(store)).toMatchObject({ paymentPlan: 'pay_now' });
  });
});

describe('paying later', () => {
  test('takes nothing now, keeps the card, and tells the later amount', async () => {
    const made = await hold(stores.later, 2);
    expect(made).toMatchObject({ total: 26_290, dueNow: 0, paymentPlan: 'pay_later' });
    expect(made.consentText).toContain('with an obligation to pay €262.90 when it is ready to ship');
    expect(made.consentText).toContain('nothing is charged now');
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
    expect(await keptOf(made)).toMatchObject({ intent: 'save', amount: 0, total: 26_290, due_now: 0, cards: 1 });
  });
});

describe.each(['deposit', 'later'] as const)('with the plan %s', (plan) => {
  const REFUSED: TestCardBehaviour[] = ['declined', 'expired_card', 'incorrect_card', 'insufficient_funds'];

  test.each(REFUSED)('a card that is %s places nothing, and another card does', async (behaviour) => {
    const made = await hold(stores[plan]);
    const first = await client.pay(made, behaviour);
    expect(first.data).toMatchObject({ outcome: 'declined', checkout: { state: 'held' } });
    expect(first.data.message).not.toBe('');
    expect(await keptOf(made)).toBeUndefined();
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
    expect(await keptOf(made)).toMatchObject({ cards: 1 });
  });

  test.each(['second_step', 'charge_second_step'] as const)('the bank asks again now (%s)', async (behaviour) => {
    const made = await hold(stores[plan]);
    const { data } = await client.pay(made, behaviour);
    expect(data.outcome).toBe('requires_action');
    const { ref = '', clientSecret = '' } = data.action ?? {};
    await client.answerChallenge(ref, { clientSecret, approve: true });
    expect((await client.settle(made)).data.outcome).toBe('completed');
    expect(await keptOf(made)).toMatchObject({ cards: 1 });
  });

  test('a refused challenge places nothing', async () => {
    const made = await hold(stores[plan]);
    const { data } = await client.pay(made, 'second_step');
    const { ref = '', clientSecret = '' } = data.action ?? {};
    await client.answerChallenge(ref, { clientSecret, approve: false });
    expect((await client.settle(made)).data.outcome).toBe('declined');
    expect(await keptOf(made)).toBeUndefined();
    await client.abandon(made);
  });

  test('a card that will be declined later is accepted now', async () => {
    const made = await hold(stores[plan]);
    expect((await client.pay(made, 'charge_declined')).data.outcome).toBe('completed');
    expect(await keptOf(made)).toMatchObject({ cards: 1 });
  });

  test('a bank that answers late places it later', async () => {
    const [placed, refused] = [await hold(stores[plan]), await hold(stores[plan])];
    expect((await client.pay(placed, 'late')).data.outcome).toBe('processing');
    expect((await client.pay(refused, 'late_declined')).data.outcome).toBe('processing');
    const outcomeOf = async (checkout: CheckoutView) => (await client.settle(checkout)).data.outcome;
    await vi.waitFor(async () => expect(await outcomeOf(placed)).toBe('completed'), { timeout: 15_000, interval: 250 });
    await vi.waitFor(async () => expect(await outcomeOf(refused)).toBe('declined'), { timeout: 15_000, interval: 250 });
    expect(await keptOf(placed)).toMatchObject({ cards: 1 });
    expect(await keptOf(refused)).toBeUndefined();
    await client.abandon(refused);
  });

  test('a payment of another amount than is due is refused', async () => {
    const made = await hold(stores[plan]);
    const wrong = await client.pay(made, 'succeeds', { dueNow: made.dueNow + 1 });
    expectRefusal(wrong, 409, {
      code: 'checkout_changed',
      param: 'dueNow',
      data: { total: made.total, due_now: made.dueNow },
    });
    // A frame of an older version knows no parts: it says that all is paid now.
    expectRefusal(await client.pay(made, 'succeeds', { dueNow: undefined }), 409, { code: 'checkout_changed' });
    for (const dueNow of [-1, 0.5, '0', null]) {
      expectRefusal(await client.pay(made, 'succeeds', { dueNow }), 400, { code: 'invalid_parameter' });
    }
    expect(await keptOf(made)).toBeUndefined();
    await client.abandon(made);
  });
});
