import type { CheckoutDocument, CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import { formatMessage, type MessageValues } from '../../../protocol/wire/message-format.ts';
import type { Currency } from '../../ui/money.ts';

/** Returns a text of the catalogue by its key without `checkout.`. */
export type Texts = (key: string, values?: MessageValues) => string;

export function createTexts({ messages, locale }: Pick<CheckoutDocument, 'messages' | 'locale'>): Texts {
  // The fallback to the key is never shown: a test checks that the catalogue has every key that the frame uses.
  return (key, values) => formatMessage(messages[key] ?? key, locale, values);
}

/** Returns the currency and locale for amounts of this checkout. */
export function currencyOf({ offer, document }: { offer: CheckoutOffer; document: CheckoutDocument }): Currency {
  return { code: offer.currency, digits: offer.currencyDigits, locale: document.locale };
}
