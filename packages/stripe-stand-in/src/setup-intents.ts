import { type Context, keep, newId, type StoredObject, take } from './books.ts';
import { cancelIntent, confirmIntent, type IntentContext, type IntentKind, newIntent } from './confirm.ts';
import { note } from './events.ts';
import { clientSecretOf, move, type Outcome, requireCustomer } from './intents.ts';
import { type JsonObject, textOf } from './json.ts';
import type { Parameters } from './parameters.ts';
import { attach, rememberAuthenticated } from './payment-methods.ts';

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

export async function createSetup(context: Context, given: JsonObject): Promise<Outcome> {
  if (given.customer !== undefined) await requireCustomer(context, textOf(given.customer));
  const { usage = 'off_session' } = given;
  const id = newId('seti');
  const data: JsonObject = { ...newIntent(given, clientSecretOf(id)), usage, last_setup_error: null };
  const kept = await keep(context, 'setup_intent', { id, data, hidden: {} });
  await note(context, 'setup_intent.created', kept);
  return kept;
}

export const confirmSetup = (context: IntentContext, given: JsonObject, id: string): Promise<Outcome> =>
  confirmIntent(context, { kind: SETUP, id }, given);

export const SETUP: IntentKind = {
  type: 'setup_intent',
  error: 'last_setup_error',
  failed: 'setup_failed',
  takesMoney: false,
  succeed,
  refuse: async () => ({}),
};

async function succeed(context: Context, intent: StoredObject, begun: JsonObject): Promise<JsonObject> {
  const methodId = textOf(begun.payment_method);
  await rememberAuthenticated(context, methodId);
  const customer = textOf(intent.data.customer);
  if (customer !== '') await attach(context, await take(context, 'payment_method', methodId), customer);
  const fields = { ...begun, last_setup_error: null, next_action: null, status: 'succeeded' };
  return move(context, intent, { fields, event: 'succeeded' });
}

export const cancelSetup = (context: Context, given: JsonObject, id: string): Promise<Outcome> =>
  cancelIntent(context, { type: 'setup_intent', id }, { fields: {}, reason: given.cancellation_reason });
