import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { paymentOf } from './payment.ts';

/** Returns a declined PaymentIntent with the fields that `paymentOf` reads. */
function declined(
  error: Partial<Stripe.PaymentIntent.LastPaymentError>,
  metadata: Stripe.Metadata,
): Stripe.PaymentIntent {
  const intent: Partial<Stripe.PaymentIntent> = {
    id: 'pi_1',
    status: 'requires_payment_method',
    amount: 500,
    amount_received: 0,
    currency: 'eur',
    metadata,
    last_payment_error: { type: 'card_error', ...error } as Stripe.PaymentIntent.LastPaymentError,
  };
  return intent as Stripe.PaymentIntent;
}

// The bank's codes are in https://docs.stripe.com/declines/codes, Stripe's own in https://docs.stripe.com/error-codes.
test.each([
  [{ code: 'authentication_required' }, 'requires_action'],
  [{ code: 'card_declined', decline_code: 'authentication_required' }, 'requires_action'],
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'requires_payment_method'],
] as const)('for a charge while the shopper is away, %o means %s', (error, status) => {
  expect(paymentOf(declined(error, { off_session: 'true' }), 0).status).toBe(status);
  expect(paymentOf(declined(error, {}), 0).status).toBe('requires_payment_method');
});
