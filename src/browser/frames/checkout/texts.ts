import type { CheckoutDocument, CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import { formatMessage, type MessageValues } from '../../../protocol/wire/message-format.ts';
import type { Currency } from '../../ui/money.ts';

/** A text of the catalogue, by its key without `checkout.`. */
export type Texts = (key: string, values?: MessageValues) => string;

export function createTexts({ messages, locale }: Pick<CheckoutDocument, 'messages' | 'locale'>): Texts {
  // A key is never shown to a shopper in earnest: a test finds every key that the frame asks for in the catalogue.
  return (key, values) => formatMessage(messages[key] ?? key, locale, values);
}

/** How amounts of this checkout are written. */
export function currencyOf({ offer, document }: { offer: CheckoutOffer; document: CheckoutDocument }): Currency {
  return { code: offer.currency, digits: offer.currencyDigits, locale: document.locale };
}
