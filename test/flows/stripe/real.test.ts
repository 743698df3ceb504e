import { randomUUID } from 'node:crypto';
import { describe, TestRunner } from 'vitest';
import type { PaymentProvider } from '../../../src/integrations/payments/port.ts';
import { stripeCalls } from '../../../src/integrations/payments/stripe/client.ts';
import { createStripeProvider } from '../../../src/integrations/payments/stripe/provider.ts';
import { paymentProviderContract } from '../../support/payment-provider-contract.ts';
import { dashboardOf, STRIPE_CARDS, withConfirmationTokens } from '../../support/stripe.ts';

/**
 * Runs the contract against Stripe itself in test mode: `STRIPE_TEST_KEY=sk_test_… npm run try-stripe`. It makes
 * payments with test cards in that account. Tests that need a shopper at their bank's page are skipped, and so is a
 * card that Stripe does not have.
 */
const key = process.env.STRIPE_TEST_KEY ?? '';
if (key !== '' && !/^(sk|rk)_test_/.test(key)) throw new Error('STRIPE_TEST_KEY is not a key of test mode');

// The retries cover concurrent calls with one key: Stripe answers a conflict until the first call is done.
const calls = () => stripeCalls({ secretKey: key, address: null }, { times: { timeoutMs: 30_000, retries: 5 } });

describe.skipIf(key === '')('the Stripe adapter keeps the port’s contract at Stripe itself:', () => {
  paymentProviderContract(async () => {
    const provider = createStripeProvider(calls(), { mode: 'test', returnUrl: 'https://example.com' });
    return {
      provider: withoutSilence(withConfirmationTokens(provider, calls())),
      storeId: randomUUID(),
      tokens: STRIPE_CARDS,
      byHand: dashboardOf(calls()),
      approve: async () => skip('a shopper has to answer their bank'),
    };
  });
});

function withoutSilence(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    confirm(ref, token) {
      if (token === STRIPE_CARDS.neverAnswers) skip('Stripe has no card whose bank never answers');
      return provider.confirm(ref, token);
    },
  };
}

function skip(why: string): never {
  TestRunner.getCurrentTest()?.context.skip(why);
  throw new Error(why);
}
