import { type Context, change, find, keep, newId, type StoredObject, take } from './books.ts';
import { type Card, cardOf } from './cards.ts';
import { note } from './events.ts';
import { type JsonObject, numberOf, objectOf, textOf } from './json.ts';
import type { Parameters } from './parameters.ts';
import { badParameter, impossible, missingObject, StripeRefusal } from './stripe-error.ts';

const CARD_DATA: Parameters = {
  number: { is: 'text', like: /^\d{12,19}$/, required: true },
  exp_month: { is: 'integer', min: 1, max: 12, required: true },
  exp_year: { is: 'integer', min: 2000, max: 2100, required: true },
  cvc: { is: 'text', like: /^\d{3,4}$/ },
};

const METHOD_DATA: Parameters = {
  type: { is: 'one of', values: ['card'], required: true },
  card: { is: 'map', of: CARD_DATA, required: true },
};

/** A token that the browser makes, with the publishable key. */
export const CONFIRMATION_TOKEN: Parameters = {
  payment_method_data: { is: 'map', of: METHOD_DATA, required: true },
  setup_future_usage: { is: 'one of', values: ['off_session', 'on_session'] },
};

/** A token that a server makes, by Stripe's test helper. */
export const TEST_CONFIRMATION_TOKEN: Parameters = {
  payment_method: { is: 'text', required: true },
  setup_future_usage: { is: 'one of', values: ['off_session', 'on_session'] },
  return_url: { is: 'text', max: 2048, like: /^https?:\/\// },
};

const TOKEN_SECONDS = 12 * 60 * 60; // a confirmation token ends after 12 hours

export async function createToken(context: Context, given: JsonObject): Promise<JsonObject> {
  const { number, exp_month, exp_year } = objectOf(objectOf(given.payment_method_data).card);
  const card = cardOf(textOf(number));
  if (!card) {
    const message = 'Your card number is incorrect.';
    throw new StripeRefusal(402, { type: 'card_error', code: 'incorrect_number', param: 'number', message });
  }
  return keepToken(context, { card, month: numberOf(exp_month), year: numberOf(exp_year) }, given);
}

export async function createTestToken(context: Context, given: JsonObject): Promise<JsonObject> {
  const card = cardOf(textOf(given.payment_method));
  if (!card) throw missingObject('payment_method', textOf(given.payment_method), 'payment_method');
  return keepToken(context, { card, ...validTo(context) }, given);
}

type Printed = { card: Card; month: number; year: number };

const validTo = ({ now }: Context) => ({ month: 12, year: new Date(now * 1000).getUTCFullYear() + 3 });

async function keepToken(context: Context, printed: Printed, given: JsonObject): Promise<JsonObject> {
  const { setup_future_usage = null, return_url = null } = given;
  const data = {
    setup_future_usage,
    return_url,
    payment_intent: null,
    setup_intent: null,
    expires_at: context.now + TOKEN_SECONDS,
    payment_method_preview: { type: 'card', customer: null, card: shownCard(printed) },
  };
  const { card, month, year } = printed;
  return keep(context, 'confirmation_token', {
    id: newId('ctoken'),
    data,
    hidden: { number: card.number, month, year },
  });
}

function shownCard({ card, month, year }: Printed): JsonObject {
  return {
    brand: card.brand,
    display_brand: card.brand,
    last4: card.number.slice(-4),
    exp_month: month,
    exp_year: year,
    country: 'US',
    funding: 'credit',
  };
}

/** Returns the payment method of a confirm: of a token, which it uses up, a saved one, or a test card's alias. */
export async function chosenMethod(
  context: Context,
  given: JsonObject,
  intent: JsonObject,
): Promise<StoredObject | null> {
  if (given.confirmation_token !== undefined) return spendToken(context, textOf(given.confirmation_token), intent);
  if (given.payment_method === undefined) return null;
  const id = textOf(given.payment_method);
  const card = id.startsWith('pm_card_') ? cardOf(id) : undefined;
  if (card) return keepMethod(context, { card, ...validTo(context) });
  const method = await take(context, 'payment_method', id);
  if (method.data.customer !== null && method.data.customer !== intent.customer) {
    const message = 'The payment method is attached to another customer, or to none that this intent names.';
    throw impossible('payment_method_customer_mismatch', message, { param: 'payment_method' });
  }
  if (method.hidden.detached === true) {
    const message = 'This PaymentMethod was detached and may not be used again.';
    throw impossible('payment_method_unexpected_state', message, { param: 'payment_method' });
  }
  return method;
}

async function spendToken(context: Context, id: string, intent: JsonObject): Promise<StoredObject> {
  const token = await take(context, 'confirmation_token', id);
  const used = textOf(token.data.payment_intent) + textOf(token.data.setup_intent);
  if (used !== '' || numberOf(token.data.expires_at) <= context.now) {
    const message = 'This ConfirmationToken was used before, or is too old.';
    throw impossible('confirmation_token_unexpected_state', message, { param: 'confirmation_token' });
  }
  const wanted = textOf(token.data.setup_future_usage);
  const offered = textOf(intent.object === 'setup_intent' ? intent.usage : intent.setup_future_usage);
  if (wanted !== '' && wanted !== offered) {
    const message = 'The setup_future_usage of the ConfirmationToken differs from that of the intent.';
    throw badParameter('parameter_invalid_value', 'confirmation_token', message);
  }
  await change(context, { ...token, data: { ...token.data, [textOf(intent.object)]: intent.id ?? null } });
  const card = cardOf(textOf(token.hidden.number));
  if (!card) throw new Error('confirmation token without a known test card');
  return keepMethod(context, { card, month: numberOf(token.hidden.month), year: numberOf(token.hidden.year) });
}

async function keepMethod(context: Context, printed: Printed): Promise<StoredObject> {
  const id = newId('pm');
  const hidden = { number: printed.card.number };
  const data = await keep(context, 'payment_method', {
    id,
    data: { type: 'card', customer: null, card: shownCard(printed), metadata: {} },
    hidden,
  });
  return { id, data, hidden };
}

export async function attach(context: Context, method: StoredObject, customer: string): Promise<void> {
  if (method.data.customer === customer) return;
  const data = await change(context, { ...method, data: { ...method.data, customer } });
  await note(context, 'payment_method.attached', data);
}

export async function detachMethod(context: Context, _given: JsonObject, id: string): Promise<JsonObject> {
  const method = await take(context, 'payment_method', id);
  if (method.data.customer === null) {
    const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
    throw impossible('payment_method_unexpected_state', message);
  }
  const data = await change(context, {
    ...method,
    data: { ...method.data, customer: null },
    hidden: { ...method.hidden, detached: true },
  });
  await note(context, 'payment_method.detached', data);
  return data;
}

/** Returns the test card of a payment method. `kept`: it was saved with 3-D Secure. */
export async function cardBehind(context: Context, methodId: string): Promise<Card & { kept: boolean }> {
  const method = await find(context, 'payment_method', methodId);
  const card = method && cardOf(textOf(method.hidden.number));
  if (!card) throw missingObject('payment_method', methodId, 'payment_method');
  return { ...card, kept: method.hidden.authenticated === true };
}

/** Notes that the shopper passed 3-D Secure with this card: later payments need not ask again. */
export async function rememberAuthenticated(context: Context, methodId: string): Promise<void> {
  const method = await take(context, 'payment_method', methodId);
  await change(context, { ...method, hidden: { ...method.hidden, authenticated: true } });
}
