import { messagesFor } from '../../../messages/catalogue.ts';
import type { MadeOffer } from '../../../protocol/wire/checkout-countries.ts';
import type { Message } from '../../../protocol/wire/message-format.ts';

const PREFIX = 'checkout.';

// Texts that the service writes in full and the frame does not need.
const SERVICE_TEXTS = /^checkout\.(consent|slow$|marketing$|declined\.(?!title$|not_paid$)|wallet_test\.)/;

// The texts that only some checkouts show, by what those have. “Without it” stays: a checkout that goes on may have a code that the
// store has removed meanwhile.
const TEXTS_OF = {
  completing: /^checkout\.places\./,
  wallets: /^checkout\.wallets/,
  phone: /^checkout\.phone\.needed$/,
  officials: /^checkout\.guarantee\./,
  discounts: /^checkout\.discount\.(?!without$)/,
  testCards: /^checkout\.(test\.(?!badge$)|challenge\.|error\.card_|card\.)/,
  unknown: /^checkout\.unknown\./,
};

// What a part of an address is called in some countries, such as prefecture or state.
const LABELS_BY_COUNTRY = /^checkout\.address\.(line2|city|region|postal_code)_/;

type CheckoutFeature = keyof typeof TEXTS_OF;

/** Returns the texts of a checkout in one language, without those that it does not need. */
export function checkoutMessages(
  locale: string,
  countries: MadeOffer['countries'],
  has: Partial<Record<CheckoutFeature, boolean>> = {},
): Record<string, Message> {
  const labels = new Set(countries.flatMap(({ address }) => Object.values(address.labels)));
  const unused = Object.entries(TEXTS_OF).flatMap(([feature, texts]) => (has[feature as CheckoutFeature] ? [] : texts));
  const isShown = (key: string) =>
    ![SERVICE_TEXTS, ...unused].some((texts) => texts.test(key)) &&
    (!LABELS_BY_COUNTRY.test(key) || labels.has(key.slice(PREFIX.length)));
  const own = Object.entries(messagesFor(locale)).filter(([key]) => key.startsWith(PREFIX) && isShown(key));
  return Object.fromEntries(own.map(([key, message]) => [key.slice(PREFIX.length), message]));
}
