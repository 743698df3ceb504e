import { readerLocale } from '../../messages/catalogue.ts';
import { de } from '../../messages/portal/de.ts';
import { en } from '../../messages/portal/en.ts';
import { formatMessage, type Message, type MessageValues } from '../../protocol/wire/message-format.ts';

// The portal's languages: who reads it in another one gets English.
const LANGUAGES: Record<string, Record<PortalText, Message>> = { en, de };

export type PortalText = keyof typeof en;
export type Translate = (key: PortalText, values?: MessageValues) => string;

/** Returns the portal's texts for mails to a member who reads this language. */
export function portalTexts(wanted: string): { locale: string; t: Translate } {
  const asked = readerLocale(wanted);
  const language = asked.slice(0, 2);
  const locale = language in LANGUAGES ? asked : 'en';
  const texts = LANGUAGES[language] ?? en;
  return { locale, t: (key, values) => formatMessage(texts[key], locale, values) };
}
