import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listAlerts } from '../../src/features/stores/queries.ts';
import { numberOf, textOf } from '../../src/integrations/payments/fake-stripe/json.ts';
import { shippingStep } from '../support/checkout-client.ts';
import { approveAt } from '../support/stripe.ts';
import { ledgerOf, listOf, openStripeShop, type StripeShop } from '../support/stripe-shop.ts';

let stripe: StripeShop;
beforeAll(async () => {
  stripe = await openStripeShop();
});
afterAll(() => stripe.stop());

const soon = { timeout: 15_000, interval: 50 };

describe('a shop that is paid through Stripe', () => {
  test('places, captures and books a payment once', async () => {
    const before = await ledgerOf(stripe.system, stripe.shop.storeId);
    const { intent } = await stripe.buy();
    expect(intent).toMatchObject({
      ...{ currency: 'eur', capture_method: 'manual', metadata: { store: stripe.shop.storeId } },
      ...{ customer: null, setup_future_usage: null },
    });
    expect(intent.amount_received).toBe(intent.amount);
    await vi.waitFor(async () => {
      const after = await ledgerOf(stripe.system, stripe.shop.storeId);
      expect(after.taken - before.taken).toBe(numberOf(intent.amount));
    }, soon);
  });

  test('says why a card is declined, and takes the next one on the same payment', async () => {
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
    await approveAt(stripe.desk.stripe.url)({ ref, clientSecret } as never);
    await vi.waitFor(async () => {
      expect((await stripe.api.read(checkout)).data.state).toBe('completed');
    }, soon);
  });

  test('that loses the answer to a payment that went well places it, and it was paid once', async () => {
    const checkout = await stripe.hold();
    await stripe.fault('drop_after', { method: 'POST', path: '/v1/payment_intents/', times: '5' });
    const result = await stripe.pay(checkout);
    expect(result).toMatchObject({ outcome: 'completed' });
    const { rowCount, charges } = await chargesOf(textOf((await stripe.intentOf(checkout)).id));
    expect([rowCount, charges]).toEqual([1, 1]);
  });

  test.each(['html', 'empty', 'http_500', 'rate_limit', 'drop'])(
    'that is answered by %s in the middle asks again',
    async (kind) => {
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
    },
  );

  test('refuses new checkouts with 503 while its key is refused, tells the merchant, and goes on when it is taken', async () => {
    const waiting = await stripe.hold();
    await stripe.desk.stripe.act('revoke', { key: stripe.keys.secretKey });
    const failed = await stripe.api.pay(waiting, 'succeeds', { token: 'ctoken_none' });
    expect(failed).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    const refused = await stripe.api.reserve(shippingStep(stripe.shop));
    expect(refused).toMatchObject({ status: 503, error: { code: 'unavailable' } });
    expect(await openAlerts()).toContain('payment_key_refused');
    await stripe.desk.stripe.act('revoke', { key: stripe.keys.secretKey, revoked: 'false' });
    const { recheckAccounts } = await import('../../src/features/accounts/commands/trouble.ts');
    await recheckAccounts(stripe.system.deps);
    expect(await openAlerts()).not.toContain('payment_key_refused');
    expect(await stripe.pay(waiting)).toMatchObject({ outcome: 'completed' });
  });
});

async function openAlerts(): Promise<string[]> {
  const alerts = await listAlerts(stripe.system.db, stripe.shop.storeId, { resolved: false });
  return alerts.map(({ code }) => code);
}

async function chargesOf(intent: string): Promise<{ rowCount: number; charges: number }> {
  const attempts = await stripe.system.db.query('SELECT 1 FROM attempt WHERE provider_ref = $1', [intent]);
  const charges = listOf(await stripe.ask(`/v1/charges?payment_intent=${intent}`));
  return { rowCount: attempts.length, charges: charges.filter(({ status }) => status === 'succeeded').length };
}
