import { type Desk, find, type Kept, keep, newId, take } from './books.ts';
import { note } from './events.ts';
import {
  cardRefusal,
  clientSecretOf,
  declineOf,
  failedChallenge,
  move,
  nextAction,
  type Outcome,
  requireCustomer,
  SILENCE,
  verdictOf,
  wrongState,
} from './intents.ts';
import { type JsonObject, textOf } from './json.ts';
import type { Parameters } from './parameters.ts';
import type { IntentDesk } from './payment-intents.ts';
import { attach, cardBehind, chosenMethod, rememberAuthenticated } from './payment-methods.ts';
import { impossible } from './stripe-error.ts';

export const CREATE_SETUP: Parameters = {
  customer: { is: 'text' },
  description: { is: 'text', max: 1000 },
  allowed_payment_method_types: { is: 'list', of: { is: 'one of', values: ['card'] } },
  usage: { is: 'one of', values: ['off_session', 'on_session'] },
  metadata: { is: 'metadata' },
};

export const CONFIRM_SETUP: Parameters = {
  payment_method: { is: 'text' },
  confirmation_token: { is: 'text' },
  use_stripe_sdk: { is: 'boolean' },
  return_url: { is: 'text', max: 2048, like: /^https?:\/\// },
};

export async function createSetup(desk: Desk, given: JsonObject): Promise<Outcome> {
  if (given.customer !== undefined) await requireCustomer(desk, textOf(given.customer));
  const { customer = null, description = null, metadata = {}, usage = 'off_session' } = given;
  const id = newId('seti');
  const data: JsonObject = {
    ...{ customer, description, metadata, usage, cancellation_reason: null, client_secret: clientSecretOf(id) },
    ...{ last_setup_error: null, next_action: null, payment_method: null, status: 'requires_payment_method' },
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    payment_method_types: ['card'],
  };
  const kept = await keep(desk, 'setup_intent', { id, data, hidden: {} });
  await note(desk, 'setup_intent.created', kept);
  return kept;
}

export async function confirmSetup(desk: IntentDesk, given: JsonObject, id: string): Promise<Outcome> {
  const intent = await take(desk, 'setup_intent', id);
  const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  if (!confirmable.includes(textOf(intent.data.status))) throw wrongState('confirm', intent.data);
  const chosen = await chosenMethod(desk, given, intent.data);
  const methodId = chosen?.id ?? textOf(intent.data.payment_method);
  if (methodId === '') {
    const message = 'You cannot confirm this SetupIntent because it is missing a payment method.';
    throw impossible('setup_intent_unexpected_state', message, { setup_intent: intent.data });
  }
  const card = await cardBehind(desk, methodId);
  const begun: JsonObject = { last_setup_error: null, next_action: null, payment_method: methodId };
  switch (verdictOf(card, { offSession: false, takesMoney: false })) {
    case 'passes':
      return succeed(desk, intent, begun);
    case 'asks': {
      const next_action = nextAction(desk, intent.data, textOf(given.return_url));
      const fields = { ...begun, status: 'requires_action', next_action };
      return move(desk, intent, { fields, event: 'requires_action' });
    }
    case 'silent':
      await move(desk, intent, { fields: { ...begun, status: 'processing' } });
      return SILENCE;
    case 'refused': {
      const error = declineOf(card, (await find(desk, 'payment_method', methodId))?.data ?? {});
      const fields = { ...begun, status: 'requires_payment_method', payment_method: null, last_setup_error: error };
      const data = await move(desk, intent, { fields, event: 'setup_failed' });
      return cardRefusal('setup_intent', error, data);
    }
  }
}

async function succeed(desk: Desk, intent: Kept, begun: JsonObject): Promise<JsonObject> {
  const methodId = textOf(begun.payment_method);
  await rememberAuthenticated(desk, methodId);
  const customer = textOf(intent.data.customer);
  if (customer !== '') await attach(desk, await take(desk, 'payment_method', methodId), customer);
  const fields = { ...begun, last_setup_error: null, next_action: null, status: 'succeeded' };
  return move(desk, intent, { fields, event: 'succeeded' });
}

export async function cancelSetup(desk: Desk, given: JsonObject, id: string): Promise<Outcome> {
  const intent = await take(desk, 'setup_intent', id);
  if (['succeeded', 'canceled'].includes(textOf(intent.data.status))) throw wrongState('cancel', intent.data);
  const { cancellation_reason = null } = given;
  const fields = { status: 'canceled', cancellation_reason, next_action: null };
  return move(desk, intent, { fields, event: 'canceled' });
}

/** The shopper's answer to the bank, from its page. */
export async function answerSetupChallenge(desk: Desk, intent: Kept, approve: boolean): Promise<JsonObject> {
  const methodId = textOf(intent.data.payment_method);
  if (approve) return succeed(desk, intent, { payment_method: methodId });
  const method = await find(desk, 'payment_method', methodId);
  const error = failedChallenge('setup_intent', method?.data ?? null);
  const fields = { status: 'requires_payment_method', payment_method: null, next_action: null };
  return move(desk, intent, { fields: { ...fields, last_setup_error: error }, event: 'setup_failed' });
}
