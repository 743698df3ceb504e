import { type Context, change, keep, list, newId, type StoredObject, take } from './books.ts';
import { note } from './events.ts';
import { type JsonObject, numberOf, objectOf, textOf } from './json.ts';
import type { Parameters } from './parameters.ts';
import { cardBehind } from './payment-methods.ts';
import { badParameter, impossible } from './stripe-error.ts';

export const CREATE_REFUND: Parameters = {
  payment_intent: { is: 'text' },
  charge: { is: 'text' },
  amount: { is: 'integer', min: 1 },
  reason: { is: 'one of', values: ['duplicate', 'fraudulent', 'requested_by_customer'] },
  metadata: { is: 'metadata' },
};

export async function createRefund(context: Context, given: JsonObject): Promise<JsonObject> {
  const charge = await take(context, 'charge', await chargeNamed(context, given));
  const { amount_captured, amount_refunded, captured } = charge.data;
  if (captured !== true) {
    throw impossible('charge_not_captured', 'This charge has not been captured: cancel its PaymentIntent instead.');
  }
  await refuseDisputed(context, charge);
  const left = numberOf(charge.data.amount) - numberOf(amount_refunded);
  const amount = given.amount === undefined ? left : numberOf(given.amount);
  if (left <= 0) {
    throw impossible('charge_already_refunded', `Charge ${charge.id} has already been refunded.`, { param: 'charge' });
  }
  if (amount > left || amount > numberOf(amount_captured)) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw impossible('amount_too_large', message, { param: 'amount' });
  }
  const { reason = null, metadata = {} } = given;
  const refund = await addRefund(context, charge, { amount, reason, metadata, balance_transaction: newId('txn') });
  await note(context, 'refund.created', refund);
  await note(context, 'charge.refunded', charge.data);
  return refund;
}

/** Refuses a refund of a disputed charge: the bank has taken the money back, or may yet. A dispute that was won is no obstacle. */
async function refuseDisputed(context: Context, charge: StoredObject): Promise<void> {
  if (charge.data.disputed !== true) return;
  const { data } = await list(context, 'dispute', { limit: 1, where: { charge: charge.id }, created: {} });
  if (data[0]?.status === 'won') return;
  throw impossible('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
}

async function chargeNamed(context: Context, given: JsonObject): Promise<string> {
  if (given.charge !== undefined && given.payment_intent === undefined) return textOf(given.charge);
  if (given.payment_intent === undefined || given.charge !== undefined) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.';
    throw badParameter('parameter_missing', 'payment_intent', message);
  }
  // Locks the intent before the charge, in the same order as a capture.
  const intent = await take(context, 'payment_intent', textOf(given.payment_intent));
  const id = textOf(intent.data.latest_charge);
  if (intent.data.status !== 'succeeded' || id === '') {
    const message = 'This PaymentIntent does not have a successful charge to refund.';
    throw impossible('payment_intent_unexpected_state', message, { payment_intent: intent.data });
  }
  return id;
}

async function addRefund(context: Context, charge: StoredObject, fields: JsonObject): Promise<JsonObject> {
  const amount_refunded = numberOf(charge.data.amount_refunded) + numberOf(fields.amount);
  const refunded = amount_refunded === charge.data.amount;
  charge.data = await change(context, { ...charge, data: { ...charge.data, amount_refunded, refunded } });
  const id = newId('re');
  const { currency = '', payment_intent = null } = charge.data;
  const data = { currency, payment_intent, charge: charge.id, status: 'succeeded', reason: null, ...fields };
  return keep(context, 'refund', { id, data: { metadata: {}, ...data }, hidden: {} });
}

/** Lists the rest of a partial capture as a refund that moves no money. */
export async function releaseRemainder(context: Context, charge: StoredObject): Promise<void> {
  const amount = numberOf(charge.data.amount) - numberOf(charge.data.amount_captured);
  if (amount > 0) await addRefund(context, charge, { amount, balance_transaction: null });
}

/** Makes a refund fail after it succeeded, as for a card whose bank accepts none. */
async function failRefund(context: Context, id: string): Promise<JsonObject> {
  const refund = await take(context, 'refund', id);
  if (refund.data.status !== 'succeeded') throw impossible('refund_unexpected_state', 'This refund is over.');
  const charge = await take(context, 'charge', textOf(refund.data.charge));
  const amount_refunded = numberOf(charge.data.amount_refunded) - numberOf(refund.data.amount);
  await change(context, { ...charge, data: { ...charge.data, amount_refunded, refunded: false } });
  const failed = { status: 'failed', failure_reason: 'lost_or_stolen_card' };
  const data = await change(context, { ...refund, data: { ...refund.data, ...failed } });
  await note(context, 'refund.failed', data);
  return data;
}

/** Makes all refunds to cards fail whose bank accepts none. Returns how many. */
export async function failDueRefunds(context: Context): Promise<number> {
  const { data } = await list(context, 'refund', { limit: 100, where: { status: 'succeeded' }, created: {} });
  let failed = 0;
  for (const refund of data) {
    if (refund.balance_transaction === null) continue;
    const charge = await take(context, 'charge', textOf(refund.charge));
    const card = await cardBehind(context, textOf(objectOf(charge.data).payment_method));
    if (card.behaviour !== 'refund_fails') continue;
    await failRefund(context, textOf(refund.id));
    failed += 1;
  }
  return failed;
}
