import Stripe from 'stripe';
import type { ProviderErrorKind } from '../port.ts';

/**
 * Codes of refusals that are about the shopper's card or this payment. Stripe reports most of them as card errors, which are
 * always about the card; these codes can also come as invalid requests. Every other refusal counts as the account's. If a card
 * is at fault, waiting for the account costs a day and an alert. If the account is at fault, blaming the card would cost all
 * pre-orders (docs/decisions/0260-a-refusal-of-the-account-is-not-the-shoppers.md).
 */
const OF_CARD_OR_PAYMENT: ReadonlySet<string> = new Set([
  // About the card, or from its bank.
  'authentication_required',
  'card_declined',
  'card_decline_rate_limit_exceeded',
  'expired_card',
  'incorrect_address',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_postal_code',
  'incorrect_zip',
  'insufficient_funds',
  'invalid_card_type',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'expired_payment_method',
  'postal_code_invalid',
  'processing_error',
  'refer_to_customer',
  'three_d_secure_authentication_not_supported',
  'three_d_secure_authentication_upstream_error',
  // About the kept card, or the card from the form.
  'payment_method_currency_mismatch',
  'payment_method_customer_decline',
  'payment_method_not_available',
  'payment_method_provider_decline',
  'payment_method_provider_timeout',
  'payment_method_unexpected_state',
  'payment_intent_incompatible_payment_method',
  'payment_intent_mandate_invalid',
  'setup_intent_mandate_invalid',
  'india_recurring_payment_mandate_canceled',
  'token_already_used',
  'token_in_use',
  // About an authentication or an attempt that failed.
  'authentication_failure',
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
  'payment_intent_action_required',
  'payment_intent_payment_attempt_expired',
  'payment_intent_payment_attempt_failed',
  'setup_attempt_failed',
  'setup_intent_setup_attempt_expired',
  // About the payment: its state does not allow the call, it is gone, or the amount is wrong.
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
  'intent_invalid_state',
  'resource_missing',
  'capture_charge_authorization_expired',
  'capture_unauthorized_payment',
  'charge_expired_for_capture',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_disputed',
  'charge_not_refundable',
  'refund_disputed_payment',
  'amount_too_large',
  'amount_too_small',
  'charge_exceeds_source_limit',
  'charge_exceeds_transaction_limit',
  'invalid_charge_amount',
  // The balance does not cover a refund now. Charges fill the balance, so the account must not be paused for this.
  'balance_insufficient',
]);

// A refusal without a code names the wrong parameter. This is how Stripe reports a detached card.
const OF_CARD: ReadonlySet<string> = new Set(['payment_method', 'confirmation_token', 'customer']);

/** Returns what a refusal is about, or null if the error is not a refusal: the outcome is unknown, or the fault is temporary. */
export function refusalKind(error: unknown): Exclude<ProviderErrorKind, 'unreachable'> | null {
  const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError, StripePermissionError } =
    Stripe.errors;
  if (error instanceof StripeCardError) return 'refused';
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) return 'account';
  if (!(error instanceof StripeInvalidRequestError)) return null;
  const { code, param } = error;
  const isCardOrPayment = code === undefined ? OF_CARD.has(param ?? '') : OF_CARD_OR_PAYMENT.has(code);
  return isCardOrPayment ? 'refused' : 'account';
}
