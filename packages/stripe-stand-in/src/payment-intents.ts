import { type Context, change, keep, newId, type StoredObject, take } from './books.ts';
import { cancelIntent, confirmIntent, type IntentContext, type IntentKind, newIntent, runConfirm } from './confirm.ts';
import { THREE_DECIMALS } from './currencies.ts';
import { createDispute } from './disputes.ts';
import { note } from './events.ts';
import { clientSecretOf, move, type Outcome, requireCustomer, wrongState } from './intents.ts';
import { type JsonObject, numberOf, objectOf, textOf } from './json.ts';
import type { Parameters } from './parameters.ts';
import { attach, cardBehind } from './payment-methods.ts';
import { releaseRemainder } from './refunds.ts';
import { badParameter, impossible } from './stripe-error.ts';

// For cards, what every network accepts: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const AMOUNT_MAX: Record<string, number> = { cop: 9_999_999_999, idr: 999_999_999_999, jpy: 99_999_999 };
const AMOUNT_MAX_ELSEWHERE = 999_999_999;
// In the smallest unit, from the same page.
const AMOUNT_MIN: Record<string, number> = {
  aed: 200,
  bgn: 100,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
};
const AMOUNT_MIN_ELSEWHERE = 50;
const CAPTURE_WITHIN_SECONDS = 7 * 24 * 60 * 60; // how long a card holds an authorisation

const CONFIRMING: Parameters = {
  payment_method: { is: 'text' },
  confirmation_token: { is: 'text' },
  off_session: { is: 'boolean' },
  use_stripe_sdk: { is: 'boolean' },
  return_url: { is: 'text', max: 2048, like: /^https?:\/\// },
  setup_future_usage: { is: 'one of', values: ['off_session', 'on_session'] },
  capture_method: { is: 'one of', values: ['automatic', 'automatic_async', 'manual'] },
};

export const CREATE_PAYMENT: Parameters = {
  ...CONFIRMING,
  amount: { is: 'integer', min: 1, required: true },
  currency: { is: 'text', like: /^[a-z]{3}$/, required: true },
  customer: { is: 'text' },
  description: { is: 'text', max: 1000 },
  allowed_payment_method_types: { is: 'list', of: { is: 'one of', values: ['card'] } },
  confirm: { is: 'boolean' },
  metadata: { is: 'metadata' },
};
export const CONFIRM_PAYMENT: Parameters = CONFIRMING;
export const CAPTURE_PAYMENT: Parameters = {
  amount_to_capture: { is: 'integer', min: 1 },
  metadata: { is: 'metadata' },
};
export const CANCEL_INTENT: Parameters = {
  cancellation_reason: {
    is: 'one of',
    values: ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'],
  },
};

export async function createPayment(context: IntentContext, given: JsonObject): Promise<Outcome> {
  checkAmount(numberOf(given.amount), textOf(given.currency));
  if (given.customer !== undefined) await requireCustomer(context, textOf(given.customer));
  if (given.confirm !== true) refuseBeforeConfirm(given);
  const { amount = 0, currency = '', capture_method = 'automatic_async', setup_future_usage = null } = given;
  const id = newId('pi');
  const data: JsonObject = {
    ...newIntent(given, clientSecretOf(id)),
    amount,
    currency,
    capture_method,
    setup_future_usage,
    confirmation_method: 'automatic',
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    last_payment_error: null,
    latest_charge: null,
  };
  const intent: StoredObject = {
    id,
    data: await keep(context, 'payment_intent', { id, data, hidden: {} }),
    hidden: {},
  };
  await note(context, 'payment_intent.created', intent.data);
  return given.confirm === true ? runConfirm(context, { kind: PAYMENT, intent }, given) : intent.data;
}

function checkAmount(amount: number, currency: string): void {
  const least = AMOUNT_MIN[currency] ?? AMOUNT_MIN_ELSEWHERE;
  if (amount < least) {
    throw badParameter('amount_too_small', 'amount', `The amount must be at least ${least} ${currency}.`);
  }
  const most = AMOUNT_MAX[currency] ?? AMOUNT_MAX_ELSEWHERE;
  if (amount > most) throw badParameter('amount_too_large', 'amount', `Amount must be no more than ${most}.`);
  if (THREE_DECIMALS.includes(currency) && amount % 10 !== 0) {
    throw badParameter('parameter_invalid_integer', 'amount', 'The least-significant digit must be 0.');
  }
}

function refuseBeforeConfirm(given: JsonObject): void {
  for (const name of ['off_session', 'confirmation_token', 'return_url']) {
    if (given[name] === undefined) continue;
    const message = `The parameter \`${name}\` cannot be passed when creating a PaymentIntent unless \`confirm\` is set to true.`;
    throw badParameter('parameter_invalid_value', name, message);
  }
}

export const confirmPayment = (context: IntentContext, given: JsonObject, id: string): Promise<Outcome> =>
  confirmIntent(context, { kind: PAYMENT, id }, given);

export const PAYMENT: IntentKind = {
  type: 'payment_intent',
  error: 'last_payment_error',
  failed: 'payment_failed',
  takesMoney: true,
  succeed: authorise,
  refuse: async (context, intent) => ({ latest_charge: await addCharge(context, intent, 'failed') }),
};

/** Runs when the bank approves: charges the card, or with manual capture holds the amount. */
async function authorise(context: Context, intent: StoredObject, begun: JsonObject): Promise<JsonObject> {
  const { amount = 0, capture_method, customer, setup_future_usage } = intent.data;
  const fields: JsonObject = { ...begun, last_payment_error: null, next_action: null };
  const methodId = textOf(fields.payment_method ?? intent.data.payment_method);
  if (setup_future_usage !== null && typeof customer === 'string') {
    await attach(context, await take(context, 'payment_method', methodId), customer);
  }
  const manual = capture_method === 'manual';
  const latest_charge = await addCharge(context, { ...intent.data, ...fields }, manual ? 'held' : 'captured');
  const held = { ...fields, latest_charge, status: 'requires_capture', amount_capturable: amount };
  const paid = { ...fields, latest_charge, status: 'succeeded', amount_received: amount };
  const data = await move(context, intent, {
    fields: manual ? held : paid,
    hidden: { held_at: context.now },
    event: manual ? 'amount_capturable_updated' : 'succeeded',
  });
  if (!manual) await disputeIfSo(context, data);
  return data;
}

async function addCharge(context: Context, intent: JsonObject, how: 'failed' | 'held' | 'captured'): Promise<string> {
  const { amount = 0, currency = '', customer = null, metadata = {}, payment_method = null } = intent;
  const captured = how === 'captured';
  const id = newId('ch');
  const data = {
    amount,
    amount_captured: captured ? amount : 0,
    amount_refunded: 0,
    currency,
    customer,
    metadata,
    captured,
    disputed: false,
    paid: how !== 'failed',
    refunded: false,
    payment_method,
    payment_intent: intent.id ?? null,
    status: how === 'failed' ? 'failed' : 'succeeded',
    balance_transaction: captured ? newId('txn') : null,
  };
  await keep(context, 'charge', { id, data, hidden: {} });
  return id;
}

export async function capturePayment(context: Context, given: JsonObject, id: string): Promise<Outcome> {
  const intent = await take(context, 'payment_intent', id);
  if (intent.data.status !== 'requires_capture') throw wrongState('capture', intent.data);
  if (context.now > numberOf(intent.hidden.held_at) + CAPTURE_WITHIN_SECONDS) {
    const ended = {
      status: 'canceled',
      cancellation_reason: 'automatic',
      canceled_at: context.now,
      amount_capturable: 0,
    };
    await move(context, intent, { fields: ended, event: 'canceled' });
    return impossible('charge_expired_for_capture', 'This authorization has expired and may not be captured.');
  }
  const amount = given.amount_to_capture === undefined ? intent.data.amount : given.amount_to_capture;
  if (numberOf(amount) > numberOf(intent.data.amount_capturable)) {
    const message = 'The requested capture amount is greater than the amount you can capture for this charge.';
    throw impossible('amount_too_large', message, { param: 'amount_to_capture' });
  }
  const charge = await take(context, 'charge', textOf(intent.data.latest_charge));
  const taken = { captured: true, amount_captured: amount ?? 0, balance_transaction: newId('txn') };
  charge.data = await change(context, { ...charge, data: { ...charge.data, ...taken } });
  await releaseRemainder(context, charge);
  await note(context, 'charge.captured', charge.data);
  const metadata = { ...objectOf(intent.data.metadata), ...objectOf(given.metadata) };
  const fields = { status: 'succeeded', amount_capturable: 0, amount_received: amount ?? 0, metadata };
  const data = await move(context, intent, { fields, event: 'succeeded' });
  await disputeIfSo(context, data);
  return data;
}

async function disputeIfSo(context: Context, intent: JsonObject): Promise<void> {
  const card = await cardBehind(context, textOf(intent.payment_method));
  if (card.behaviour === 'disputes') await createDispute(context, textOf(intent.latest_charge), 'fraudulent');
}

export async function cancelPayment(context: Context, given: JsonObject, id: string): Promise<Outcome> {
  const fields = { canceled_at: context.now, amount_capturable: 0 };
  return cancelIntent(context, { type: 'payment_intent', id }, { fields, reason: given.cancellation_reason });
}
