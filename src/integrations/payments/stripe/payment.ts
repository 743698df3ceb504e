import type Stripe from 'stripe';
import type { DeclineCode, Payment, PaymentStatus, SavedMethod } from '../port.ts';
import { ProviderError } from '../port.ts';
import { fromStripeAmount } from './amounts.ts';

/** Objects that every call expands, so that one response contains everything that we read. */
export const PAYMENT_EXPANDS = ['latest_charge', 'payment_method'];
export const SETUP_EXPANDS = ['payment_method'];

// Our metadata on Stripe's objects: the store, the attempt, and whether the shopper was away.
export type OurMetadata = { store: string; attempt: string; movement?: string; off_session?: 'true' };

/** Converts a PaymentIntent. `refunded` is a parameter because Stripe's own sum includes the released rest of a partial capture. */
export function paymentOf(intent: Stripe.PaymentIntent, refunded: number): Payment {
  const currency = intent.currency.toUpperCase();
  const amount = (stripeAmount: number) => fromStripeAmount(stripeAmount, currency);
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
      // While the shopper is away, Stripe reports a bank that wants the shopper as a decline.
      return intent.metadata.off_session === 'true' && wantsShopper(intent.last_payment_error)
        ? 'requires_action'
        : 'requires_payment_method';
  }
}

/** Returns true if the decline asks for the shopper's authentication. Either Stripe's code or the bank's may say so. */
function wantsShopper(error: Stripe.PaymentIntent.LastPaymentError | null): boolean {
  return error?.code === 'authentication_required' || error?.decline_code === 'authentication_required';
}

const SETUP_STATUS: Partial<Record<Stripe.SetupIntent.Status, PaymentStatus>> = {
  canceled: 'cancelled',
  processing: 'processing',
  requires_action: 'requires_action',
  succeeded: 'saved',
};

/** Converts a SetupIntent, which takes no money. Stripe gives it no currency, so ours is in its metadata. */
export function setupOf(intent: Stripe.SetupIntent): Payment {
  const status = SETUP_STATUS[intent.status] ?? 'requires_payment_method';
  const decline = status === 'requires_payment_method' ? declineOf(intent.last_setup_error) : null;
  const method = status === 'saved' ? methodOf(intent.payment_method, intent.customer) : null;
  return {
    ref: intent.id,
    status,
    amount: 0,
    currency: intent.metadata?.currency ?? '',
    capturedAmount: 0,
    refundedAmount: 0,
    clientSecret: intent.client_secret ?? '',
    ...(decline ? { declineCode: decline } : {}),
    ...(method ? { method } : {}),
  };
}

type Expandable<T> = string | T | null;

function methodOf(
  method: Expandable<Stripe.PaymentMethod>,
  customer: Expandable<Stripe.Customer | Stripe.DeletedCustomer>,
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

/** Converts the codes of a decline. Stripe has its own code, and the bank's, which says more if Stripe's is `card_declined`. */
function declineOf(error: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null) {
  if (error === null) return null;
  return declineCode(error.code ?? '', error.decline_code ?? '');
}

function declineCode(code: string, bank: string): DeclineCode {
  for (const said of [code, bank]) {
    if (said === 'insufficient_funds' || said === 'expired_card' || said === 'processing_error') return said;
    if (INCORRECT.test(said)) return 'incorrect_card';
    if (said.endsWith('authentication_failure')) return 'authentication_failed';
  }
  return 'card_declined';
}

/** Returns the answer if it is the requested object. If not, throws `unreachable`, because the outcome of the call is unknown. */
export function checkAnswer<T extends { id: string; object: string }>(answer: T, object: string, id?: string): T {
  if (answer?.object === object && (id === undefined || answer.id === id)) return answer;
  throw new ProviderError('unreachable', `the answer is no ${object}`);
}
