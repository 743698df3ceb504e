import { readerLocale } from '../messages/catalogue.ts';
import { de } from '../messages/portal/de.ts';
import { en } from '../messages/portal/en.ts';
import { formatMessage, type Message, type MessageValues } from '../protocol/wire/message-format.ts';

export type PortalText = keyof typeof en;
export type Translate<Key extends string = PortalText> = (key: Key, values?: MessageValues) => string;
export type Texts<Key extends string> = { locale: string; t: Translate<Key> };

/** Returns the portal's texts for mails to a member of staff who reads this language. */
export const portalTexts = (wanted: string): Texts<PortalText> => staffTexts(wanted, { en, de });

/** Returns texts in the portal's languages. Who reads it in another one gets English. */
export function staffTexts<Key extends string>(
  wanted: string,
  languages: { en: Record<Key, Message>; de: Record<Key, Message> },
): Texts<Key> {
  const asked = readerLocale(wanted);
  const texts = Object.entries(languages).find(([language]) => language === asked.slice(0, 2))?.[1];
  const locale = texts ? asked : 'en';
  return { locale, t: (key, values) => formatMessage((texts ?? languages.en)[key], locale, values) };
}
