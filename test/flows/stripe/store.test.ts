import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { numberOf, textOf } from '../../../packages/stripe-stand-in/src/json.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { addBatch } from '../../../src/core/waitlists/commands/batch.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { expectRefusal, shippingStep } from '../../support/checkout-client.ts';
import { createTestWaitlist } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';
import { approveAt } from '../../support/stripe.ts';
import { connectStore, ledgerOf, listOf, openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

let stripe: StripeStore;
beforeAll(async () => {
  stripe = await openStripeStore();
});
afterAll(() => stripe.stop());

const soon = { timeout: 15_000, interval: 50 };

describe('a store that is paid through Stripe', () => {
  test('places, captures and books a payment once', async () => {
    const before = await ledgerOf(stripe.system, stripe.store.storeId);
    const { intent } = await stripe.buy();
    expect(intent).toMatchObject({
      currency: 'eur',
      capture_method: 'manual',
      metadata: { store: stripe.store.storeId },
      customer: null,
      setup_future_usage: null,
    });
    expect(intent.amount_received).toBe(intent.amount);
    await vi.waitFor(async () => {
      const after = await ledgerOf(stripe.system, stripe.store.storeId);
      expect(after.taken - before.taken).toBe(numberOf(intent.amount));
    }, soon);
  });

  test('says why a card is declined, and takes the next card on the same payment', async () => {
    const checkout = await stripe.hold();
    const declined = await stripe.pay(checkout, 'pm_card_visa_chargeDeclinedInsufficientFunds');
    expect(declined).toMatchObject({ outcome: 'declined' });
    expect(declined.message).not.toBe('');
    const first = await stripe.intentOf(checkout);
    expect(await stripe.pay(checkout)).toMatchObject({ outcome: 'completed' });
    expect((await stripe.intentOf(checkout)).id).toBe(first.id);
  });

  test('learns from the webhook that the shopper passed the second step', async () => {
    const checkout = await stripe.hold();
    const asked = await stripe.pay(checkout, 'pm_card_authenticationRequired');
    expect(asked).toMatchObject({ outcome: 'requires_action' });
    const { ref = '', clientSecret = '' } = asked.action ?? {};
    await approveAt(stripe.standIn.stripe.url)({ ref, clientSecret } as never);
    await vi.waitFor(async () => {
      expect((await stripe.api.read(checkout)).data.state).toBe('completed');
    }, soon);
  });

  test('places a payment once whose answer was lost', async () => {
    const checkout = await stripe.hold();
    await stripe.fault('drop_after', { method: 'POST', path: '/v1/payment_intents/', times: '5' });
    const result = await stripe.pay(checkout);
    expect(result).toMatchObject({ outcome: 'completed' });
    const { rowCount, charges } = await chargesOf(textOf((await stripe.intentOf(checkout)).id));
    expect([rowCount, charges]).toEqual([1, 1]);
  });

  test.each(['html', 'empty', 'http_500', 'rate_limit', 'drop'])('tries again after the answer %s', async (kind) => {
    const checkout = await stripe.hold();
    await stripe.fault(kind, { method: 'POST', path: '/v1/payment_intents', times: '1' });
    const key = crypto.randomUUID();
    const made = await stripe.ask('/v1/test_helpers/confirmation_tokens', 'payment_method=pm_card_visa');
    const pay = () => stripe.api.pay(checkout, 'succeeds', { token: textOf(made.id), key });
    await vi.waitFor(async () => {
      const answer = await pay();
      expect([200, 503]).toContain(answer.status);
      expect(answer.data?.outcome).toBe('completed');
    }, soon);
    const { charges } = await chargesOf(textOf((await stripe.intentOf(checkout)).id));
    expect(charges).toBe(1);
  });

  test('refuses new checkouts with 503 while its key is refused, alerts the merchant, and resumes with a valid key', async () => {
    const waiting = await stripe.hold();
    await stripe.standIn.stripe.act('revoke', { key: stripe.keys.secretKey });
    const failed = await stripe.api.pay(waiting, 'succeeds', { token: 'ctoken_none' });
    expect(failed).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    const refused = await stripe.api.reserve(shippingStep(stripe.store));
    expect(refused).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    expect(await openAlerts()).toContain('payment_key_refused');
    await stripe.standIn.stripe.act('revoke', { key: stripe.keys.secretKey, revoked: 'false' });
    const { recheckAccounts } = await import('../../../src/core/accounts/commands/trouble.ts');
    await recheckAccounts(stripe.system.deps);
    expect(await openAlerts()).not.toContain('payment_key_refused');
    expect(await stripe.pay(waiting)).toMatchObject({ outcome: 'completed' });
  });
});

async function openAlerts(): Promise<string[]> {
  const alerts = await listAlerts(stripe.system.db, stripe.store.storeId, { resolved: false });
  return alerts.map(({ code }) => code);
}

describe('an amount below Stripe’s minimum', () => {
  const deposit = (value: number) => ({ waitlist: { plan: { deposit: { kind: 'amount' as const, value } } } });
  const bounds = { least: 50, most: 999_999_999 };

  test.each([20, 12_870])(
    'keeps a waitlist of units at 129.00 with a deposit of %i cents from opening',
    async (value) => {
      const { db, deps } = stripe.system;
      const { storeId, product } = stripe.store;
      const waitlistId = await createTestWaitlist(db, { storeId, product }, deposit(value).waitlist);
      await expect(changeWaitlistState(deps, { storeId, waitlistId }, 'open')).rejects.toThrow(
        refused('amount_not_chargeable', { data: expect.objectContaining(bounds) }),
      );
    },
  );

  test('is refused as a new price or deposit of an open waitlist', async () => {
    const { system, store: testStore } = stripe;
    const [variant] = testStore.product.variants;
    for (const change of [
      { variants: [{ variantId: variant?.id ?? '', price: 49 }] },
      { plan: deposit(20).waitlist.plan },
    ]) {
      await expect(updateWaitlist(system.deps, testStore, change)).rejects.toThrow(
        refused('amount_not_chargeable', { data: expect.objectContaining(bounds) }),
      );
    }
  });

  test('is refused as the price of a new variant of an open waitlist, alone or with a batch', async () => {
    const { system, store: testStore } = stripe;
    const variants = [{ variantId: randomUUID(), allocation: 1 }]; // the variant has the price of the catalogue
    await system.db.query(
      `INSERT INTO variant (store_id, id, product_id, external_id, title, position, price)
       VALUES ($1, $2, $3, 'cheap', 'Sticker', 90, 49)`,
      [testStore.storeId, variants[0]?.variantId, testStore.product.id],
    );
    const shipWindow = { from: '2030-09-01', until: '2030-09-15' };
    for (const sell of [
      () => updateWaitlist(system.deps, testStore, { variants }),
      () => addBatch(system.deps, testStore, { shipWindow, variants }),
    ]) {
      await expect(sell()).rejects.toThrow(refused('amount_not_chargeable', { data: expect.objectContaining(bounds) }));
    }
  });

  test('is refused at the checkout before the charge, and the hold stays', async () => {
    const { store: testStore } = await connectStore(stripe.system, stripe.standIn, deposit(20)); // the waitlist opened before the account was connected
    const checkout = await stripe.api.hold(shippingStep(testStore));
    const answer = await stripe.api.pay(checkout, 'succeeds', { token: 'pm_card_visa' });
    expectRefusal(answer, 422, { code: 'amount_not_chargeable', data: bounds });
    expect((await stripe.api.read(checkout)).data.state).toBe('held');
    expect(await stripe.system.db.query('SELECT 1 FROM attempt WHERE checkout_id = $1', [checkout.id])).toEqual([]);
  });

  test('is waived at the release, so that the line item is released and the books stay sound', async () => {
    const { db, deps } = stripe.system;
    const { store: testStore } = await connectStore(stripe.system, stripe.standIn, deposit(13_110)); // leaves 0.35 for each of the two
    const checkout = await stripe.api.hold(shippingStep(testStore, { quantity: 2 }));
    const paid = await stripe.api.pay(checkout, 'succeeds', { token: 'pm_card_visa' });
    const reference = paid.data.checkout.preorder?.reference ?? '';
    const { storeId } = testStore;
    const { id: preorderId, lines } = await readPreorder(db, storeId, reference);
    await advanceLines(deps, { storeId, preorderId, to: 'released', lineIds: [lines[0]?.id ?? ''] });
    await vi.waitFor(async () => {
      const [order] = await listStoreOrders(db, storeId, { limit: 2 });
      expect(order).toMatchObject({ state: 'handed_over', lines: 1 });
    }, soon);
    const [first, second] = (await readPreorder(db, storeId, reference)).lines;
    expect(first).toMatchObject({ state: 'released', total: 13_145, paid: 13_110, givenBack: 35 });
    expect(second).toMatchObject({ state: 'placed', givenBack: 0 });
    await vi.waitFor(async () => {
      const mails = await db.query(`SELECT kind FROM mail WHERE preorder_id = $1 AND kind <> 'placed'`, [preorderId]);
      expect(mails).toEqual([{ kind: 'released' }]);
    }, soon);
    expect(await audit(deps, storeId)).toEqual([]);
  });
});

async function chargesOf(intent: string): Promise<{ rowCount: number; charges: number }> {
  const attempts = await stripe.system.db.query('SELECT 1 FROM attempt WHERE provider_ref = $1', [intent]);
  const charges = listOf(await stripe.ask(`/v1/charges?payment_intent=${intent}`));
  return { rowCount: attempts.length, charges: charges.filter(({ status }) => status === 'succeeded').length };
}
