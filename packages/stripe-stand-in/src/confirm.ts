import { type Context, find, type StoredObject, take } from './books.ts';
import {
  cardRefusal,
  declineOf,
  failedChallenge,
  type IntentType,
  move,
  nextAction,
  type Outcome,
  SILENCE,
  verdictOf,
  wrongState,
} from './intents.ts';
import { type JsonObject, textOf } from './json.ts';
import { cardBehind, chosenMethod, rememberAuthenticated } from './payment-methods.ts';
import { badParameter, impossible } from './stripe-error.ts';

export type IntentContext = Context & { origin: string };

/** The differences between PaymentIntents and SetupIntents when they are confirmed. */
export type IntentKind = {
  type: IntentType;
  /** The field with the reason of the last failed confirm; `failed` is the event that reports it. */
  error: 'last_payment_error' | 'last_setup_error';
  failed: 'payment_failed' | 'setup_failed';
  takesMoney: boolean;
  /** Runs when the bank approves. */
  succeed(context: Context, intent: StoredObject, fields: JsonObject): Promise<JsonObject>;
  /** Runs when the bank declines. Returns further fields of the intent. */
  refuse(context: Context, intent: JsonObject): Promise<JsonObject>;
};

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export async function confirmIntent(
  context: IntentContext,
  { kind, id }: { kind: IntentKind; id: string },
  given: JsonObject,
): Promise<Outcome> {
  const intent = await take(context, kind.type, id);
  if (!CONFIRMABLE.includes(textOf(intent.data.status))) throw wrongState('confirm', intent.data);
  return runConfirm(context, { kind, intent }, given);
}

type Confirmed = { kind: IntentKind; intent: StoredObject };

export async function runConfirm(
  context: IntentContext,
  { kind, intent }: Confirmed,
  given: JsonObject,
): Promise<Outcome> {
  const { type } = kind;
  const methodId = await methodOf(context, { kind, intent }, given);
  const card = await cardBehind(context, methodId);
  const offSession = given.off_session === true;
  if (!offSession && (await returnUrlOf(context, given)) === '') {
    // Stripe requires one wherever a payment method could redirect. Its documentation does not say whether cards alone could.
    throw badParameter('parameter_missing', 'return_url', 'You must provide a `return_url`.');
  }
  if (offSession && given.confirmation_token !== undefined) {
    const message = 'A ConfirmationToken means that the shopper is there.';
    throw badParameter('parameter_invalid_value', 'off_session', message);
  }
  const begun: JsonObject = { [kind.error]: null, next_action: null, payment_method: methodId };
  switch (verdictOf(card, { offSession, takesMoney: kind.takesMoney })) {
    case 'passes':
      return kind.succeed(context, intent, begun);
    case 'asks': {
      const next_action = nextAction(
        context,
        intent.data,
        given.use_stripe_sdk === true ? '' : textOf(given.return_url),
      );
      const fields = { ...begun, status: 'requires_action', next_action };
      return move(context, intent, { fields, event: 'requires_action' });
    }
    case 'silent': {
      const event = kind.takesMoney ? { event: 'processing' } : {}; // SetupIntents have no such event
      await move(context, intent, { fields: { ...begun, status: 'processing' }, ...event });
      return SILENCE;
    }
    case 'refused': {
      const error = declineOf(card, (await find(context, 'payment_method', methodId))?.data ?? {});
      const more = await kind.refuse(context, { ...intent.data, ...begun });
      return cardRefusal(
        type,
        error,
        await fail(context, { kind, intent }, { ...begun, ...more, [kind.error]: error }),
      );
    }
  }
}

async function returnUrlOf(context: Context, { return_url, confirmation_token }: JsonObject): Promise<string> {
  const token = confirmation_token && (await find(context, 'confirmation_token', textOf(confirmation_token)));
  return textOf(return_url) || textOf(token ? token.data.return_url : undefined);
}

async function methodOf(context: Context, { kind, intent }: Confirmed, given: JsonObject): Promise<string> {
  const chosen = await chosenMethod(context, given, intent.data);
  const methodId = chosen?.id ?? textOf(intent.data.payment_method);
  if (methodId !== '') return methodId;
  const noun = kind.type === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  const message = `You cannot confirm this ${noun} because it is missing a payment method.`;
  throw impossible(`${kind.type}_unexpected_state`, message, { [kind.type]: intent.data });
}

function fail(context: Context, { kind, intent }: Confirmed, fields: JsonObject): Promise<JsonObject> {
  const again = { status: 'requires_payment_method', payment_method: null, next_action: null };
  return move(context, intent, { fields: { ...fields, ...again }, event: kind.failed });
}

/** Applies the shopper's answer on the bank's page. */
export async function answerIntent(context: Context, { kind, intent }: Confirmed, approve: boolean): Promise<void> {
  const methodId = textOf(intent.data.payment_method);
  if (approve) {
    await rememberAuthenticated(context, methodId);
    await kind.succeed(context, intent, { payment_method: methodId, next_action: null });
    return;
  }
  const method = await find(context, 'payment_method', methodId);
  await fail(context, { kind, intent }, { [kind.error]: failedChallenge(kind.type, method?.data ?? null) });
}

export async function cancelIntent(
  context: Context,
  { type, id }: { type: IntentType; id: string },
  { fields, reason = null }: { fields: JsonObject; reason: JsonObject[string] | undefined },
): Promise<JsonObject> {
  const intent = await take(context, type, id);
  if (['succeeded', 'canceled'].includes(textOf(intent.data.status))) throw wrongState('cancel', intent.data);
  const ended = { status: 'canceled', cancellation_reason: reason, next_action: null };
  return move(context, intent, { fields: { ...ended, ...fields }, event: 'canceled' });
}

/** Returns the fields that a new intent of either kind has. */
export function newIntent(given: JsonObject, clientSecret: string): JsonObject {
  const { customer = null, description = null, metadata = {} } = given;
  return {
    customer,
    description,
    metadata,
    cancellation_reason: null,
    client_secret: clientSecret,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    payment_method_types: ['card'],
  };
}
