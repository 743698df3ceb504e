import type Stripe from 'stripe';
import type { DeclineCode, Payment, PaymentStatus, SavedMethod } from '../port.ts';
import { ProviderError } from '../port.ts';
import { fromStripeAmount } from './amounts.ts';

/** What every call asks to see whole, so that one answer says everything. */
export const PAYMENT_EXPANDS = ['latest_charge', 'payment_method'];
export const SETUP_EXPANDS = ['payment_method'];

// Ours, in the metadata of what we make: whose it is, and whether the shopper was away.
export type OurMetadata = { store: string; attempt: string; movement?: string; off_session?: 'true' };

/** What Stripe says of a PaymentIntent. `refunded` is told apart, since a partial capture's rest counts there as well. */
export function paymentOf(intent: Stripe.PaymentIntent, refunded: number): Payment {
  const currency = intent.currency.toUpperCase();
  const amount = (there: number) => fromStripeAmount(there, currency);
  const status = statusOf(intent);
  const decline = status === 'requires_payment_method' ? declineOf(intent.last_payment_error) : null;
  const keeps = intent.setup_future_usage === 'off_session' && (status === 'authorised' || status === 'captured');
  const method = keeps ? methodOf(intent.payment_method, intent.customer) : null;
  return {
    ref: intent.id,
    status,
    amount: amount(intent.amount),
    currency,
    capturedAmount: amount(intent.amount_received),
    refundedAmount: amount(refunded),
    clientSecret: intent.client_secret ?? '',
    ...(decline ? { declineCode: decline } : {}),
    ...(method ? { method } : {}),
  };
}

function statusOf(intent: Stripe.PaymentIntent): PaymentStatus {
  switch (intent.status) {
    case 'requires_capture':
      return 'authorised';
    case 'succeeded':
      return 'captured';
    case 'canceled':
      return 'cancelled';
    case 'processing':
      return 'processing';
    case 'requires_action':
      return 'requires_action';
    default:
      // While the shopper is away, a bank that wants them is told as a decline.
      return intent.metadata.off_session === 'true' && wantsShopper(intent.last_payment_error)
        ? 'requires_action'
        : 'requires_payment_method';
  }
}

/** Said by Stripe, or by the bank that Stripe asked. */
function wantsShopper(error: Stripe.PaymentIntent.LastPaymentError | null): boolean {
  return error?.code === 'authentication_required' || error?.decline_code === 'authentication_required';
}

const SETUP_STATUS: Partial<Record<Stripe.SetupIntent.Status, PaymentStatus>> = {
  canceled: 'cancelled',
  processing: 'processing',
  requires_action: 'requires_action',
  succeeded: 'saved',
};

/** The same of a SetupIntent, which takes nothing; Stripe gives it no currency, so it is kept in its metadata. */
export function setupOf(intent: Stripe.SetupIntent): Payment {
  const status = SETUP_STATUS[intent.status] ?? 'requires_payment_method';
  const decline = status === 'requires_payment_method' ? declineOf(intent.last_setup_error) : null;
  const method = status === 'saved' ? methodOf(intent.payment_method, intent.customer) : null;
  return {
    ...{ ref: intent.id, status, amount: 0, currency: intent.metadata?.currency ?? '' },
    ...{ capturedAmount: 0, refundedAmount: 0, clientSecret: intent.client_secret ?? '' },
    ...(decline ? { declineCode: decline } : {}),
    ...(method ? { method } : {}),
  };
}

type Named<T> = string | T | null;

function methodOf(
  method: Named<Stripe.PaymentMethod>,
  customer: Named<Stripe.Customer | Stripe.DeletedCustomer>,
): SavedMethod | null {
  if (customer === null || method === null || typeof method === 'string') return null;
  const card = method.card;
  return {
    ref: method.id,
    customerRef: typeof customer === 'string' ? customer : customer.id,
    brand: card?.brand ?? method.type,
    last4: card?.last4 ?? '',
    expiresOn: card ? lastDayOf(card.exp_year, card.exp_month) : null,
  };
}

function lastDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const INCORRECT = /^(incorrect|invalid)_(number|cvc|expiry_month|expiry_year|zip|address)$/;

/** Stripe has two codes: its own, and the bank's, which says more when its own is `card_declined`. */
function declineOf(error: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null) {
  if (error === null) return null;
  return declineCode(error.code ?? '', error.decline_code ?? '');
}

function declineCode(code: string, bank: string): DeclineCode {
  for (const said of [code, bank]) {
    if (said === 'insufficient_funds' || said === 'expired_card' || said === 'processing_error') return said;
    if (INCORRECT.test(said)) return 'incorrect_card';
  }
  return 'card_declined';
}

/** An answer that is JSON and yet not what was asked for says nothing of what happened. */
export function checkAnswer<T extends { id: string; object: string }>(answer: T, object: string, id?: string): T {
  if (answer?.object === object && (id === undefined || answer.id === id)) return answer;
  throw new ProviderError('unreachable', `the answer is no ${object}`);
}
