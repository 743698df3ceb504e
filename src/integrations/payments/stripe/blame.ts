import Stripe from 'stripe';
import type { ProviderErrorKind } from '../port.ts';

/**
 * Refusals that are about the shopper's card, or about this one payment. Stripe names most of them as card errors, which are
 * all of this kind; these come as invalid requests too. Every other refusal is taken for the account's: to wait where a card
 * is at fault costs a day and an alert, to blame the card where the account is at fault costs all pre-orders
 * (docs/decisions/0260-who-a-refusal-is-about.md).
 */
const OF_CARD_OR_PAYMENT: ReadonlySet<string> = new Set([
  // The card, or what its bank says.
  ...[
    'authentication_required',
    'card_declined',
    'card_decline_rate_limit_exceeded',
    'expired_card',
    'incorrect_address',
  ],
  ...['incorrect_cvc', 'incorrect_number', 'incorrect_postal_code', 'incorrect_zip', 'insufficient_funds'],
  ...['invalid_card_type', 'invalid_cvc', 'invalid_expiry_month', 'invalid_expiry_year', 'invalid_number'],
  ...['expired_payment_method', 'postal_code_invalid', 'processing_error', 'refer_to_customer'],
  ...['three_d_secure_authentication_not_supported', 'three_d_secure_authentication_upstream_error'],
  // The card as it was kept, or as the form gave it.
  ...['payment_method_currency_mismatch', 'payment_method_customer_decline', 'payment_method_not_available'],
  ...['payment_method_provider_decline', 'payment_method_provider_timeout', 'payment_method_unexpected_state'],
  ...['payment_intent_incompatible_payment_method', 'payment_intent_mandate_invalid', 'setup_intent_mandate_invalid'],
  ...['india_recurring_payment_mandate_canceled', 'token_already_used', 'token_in_use'],
  // What became of trying it.
  ...['authentication_failure', 'payment_intent_authentication_failure', 'setup_intent_authentication_failure'],
  ...[
    'payment_intent_action_required',
    'payment_intent_payment_attempt_expired',
    'payment_intent_payment_attempt_failed',
  ],
  ...['setup_attempt_failed', 'setup_intent_setup_attempt_expired'],
  // The payment, which is past this, gone, or of another amount.
  ...['payment_intent_unexpected_state', 'setup_intent_unexpected_state', 'intent_invalid_state', 'resource_missing'],
  ...['capture_charge_authorization_expired', 'capture_unauthorized_payment', 'charge_expired_for_capture'],
  ...['charge_already_captured', 'charge_already_refunded', 'charge_disputed', 'charge_not_refundable'],
  ...['refund_disputed_payment', 'amount_too_large', 'amount_too_small', 'charge_exceeds_source_limit'],
  ...['charge_exceeds_transaction_limit', 'invalid_charge_amount'],
  // A refund that the balance does not cover now: charging is what fills it, so it must not be paused for this.
  'balance_insufficient',
]);

// A refusal without a code names the parameter at fault: a card that was detached is told so.
const OF_CARD: ReadonlySet<string> = new Set(['payment_method', 'confirmation_token', 'customer']);

/** Null: nothing is known of what happened, or it may pass by itself. */
export function blameOf(error: unknown): Exclude<ProviderErrorKind, 'unreachable'> | null {
  const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError, StripePermissionError } =
    Stripe.errors;
  if (error instanceof StripeCardError) return 'refused';
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) return 'account';
  if (!(error instanceof StripeInvalidRequestError)) return null;
  const { code, param } = error;
  const isTheirs = code === undefined ? OF_CARD.has(param ?? '') : OF_CARD_OR_PAYMENT.has(code);
  return isTheirs ? 'refused' : 'account';
}
