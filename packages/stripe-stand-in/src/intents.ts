import { randomBytes } from 'node:crypto';
import { type Context, change, find, type StoredObject } from './books.ts';
import type { Card } from './cards.ts';
import { note } from './events.ts';
import { type JsonObject, textOf } from './json.ts';
import { impossible, missingObject, StripeRefusal } from './stripe-error.ts';

export type IntentType = 'payment_intent' | 'setup_intent';

/** The bank is silent, so the call gets no answer. */
export const SILENCE = Symbol('no answer');

/** The result of an address. A returned refusal commits the changes before it; a thrown one rolls them back. */
export type Outcome = JsonObject | StripeRefusal | typeof SILENCE;

export type Verdict = 'passes' | 'asks' | 'refused' | 'silent';

type Situation = { offSession: boolean; takesMoney: boolean };

/** Returns what the bank of a card answers to a confirm. */
export function verdictOf(card: Card & { kept: boolean }, { offSession, takesMoney }: Situation): Verdict {
  switch (card.behaviour) {
    case 'declines':
      return 'refused';
    case 'declines_later':
      return takesMoney ? 'refused' : 'passes';
    case 'declines_away':
      return offSession ? 'refused' : 'passes';
    case 'asks_once':
      if (card.kept && takesMoney) return 'passes';
      return offSession ? 'refused' : 'asks';
    case 'asks_always':
      return offSession ? 'refused' : 'asks';
    case 'never_answers':
      return 'silent';
    default:
      return 'passes';
  }
}

/** Returns the decline: the card's own reason, or that the bank needs the shopper, who is away. */
export function declineOf(card: Card, method: JsonObject): JsonObject {
  const asked = card.behaviour === 'asks_once' || card.behaviour === 'asks_always';
  const facts = asked
    ? { code: 'authentication_required', decline_code: 'authentication_required' }
    : { code: card.code ?? 'card_declined', decline_code: card.declineCode ?? 'generic_decline' };
  const message = asked
    ? 'Your card was declined. This transaction requires authentication.'
    : 'Your card was declined.';
  return { type: 'card_error', message, ...facts, payment_method: method };
}

export const failedChallenge = (type: IntentType, method: JsonObject | null): JsonObject => ({
  type: 'invalid_request_error',
  code: `${type}_authentication_failure`,
  message: 'The provided PaymentMethod has failed authentication. Choose another one and try again.',
  payment_method: method,
});

/** Returns the answer for a decline: the error with the current intent. */
export function cardRefusal(type: IntentType, error: JsonObject, intent: JsonObject): StripeRefusal {
  return new StripeRefusal(402, {
    type: 'card_error',
    message: textOf(error.message),
    [type]: intent,
    code: textOf(error.code),
    decline_code: textOf(error.decline_code),
  });
}

export function wrongState(act: string, intent: JsonObject): StripeRefusal {
  const type = textOf(intent.object) as IntentType;
  const noun = type === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  const message = `You cannot ${act} this ${noun} because it has a status of ${textOf(intent.status)}.`;
  return impossible(`${type}_unexpected_state`, message, { [type]: intent });
}

export function clientSecretOf(id: string): string {
  return `${id}_secret_${randomBytes(12).toString('hex')}`;
}

export async function requireCustomer(context: Context, id: string): Promise<void> {
  if (!(await find(context, 'customer', id))) throw missingObject('customer', id, 'customer');
}

/** Stores changed fields of an intent, and the event that reports them. */
export async function move(
  context: Context,
  intent: StoredObject,
  { fields, hidden, event }: { fields: JsonObject; hidden?: JsonObject; event?: string },
): Promise<JsonObject> {
  intent.data = { ...intent.data, ...fields };
  intent.hidden = { ...intent.hidden, ...hidden };
  await change(context, intent);
  if (event !== undefined) await note(context, `${textOf(intent.data.object)}.${event}`, intent.data);
  return intent.data;
}

/** Returns the shopper's next step: a redirect to the bank's page, or without `returnUrl` one for the script in the page. */
export function nextAction(context: Context & { origin: string }, intent: JsonObject, returnUrl: string): JsonObject {
  const secret = encodeURIComponent(textOf(intent.client_secret));
  const url = `${context.origin}/fake/challenge/${textOf(intent.id)}?client_secret=${secret}`;
  return returnUrl === ''
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
}
