import type { en } from '../../messages/portal/en.ts';
import { formatMessage, type Message, type MessageValues } from '../../protocol/wire/message-format.ts';

export type PortalKey = keyof typeof en;

/** All texts of the portal in one language. */
type PortalTexts = Record<PortalKey, Message>;

// A file for each language, loaded when it is needed: nobody reads two.
const LANGUAGES = {
  en: async (): Promise<PortalTexts> => (await import('../../messages/portal/en.ts')).en,
  de: async (): Promise<PortalTexts> => (await import('../../messages/portal/de.ts')).de,
};

export type Language = keyof typeof LANGUAGES;

/** The languages of the portal with their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

let language: Language = 'en';
let texts: PortalTexts | undefined;
/** The reader's locale for numbers and dates, such as `de-AT`. */
let locale = 'en';

/** Loads the texts for a language tag; English for a language that the portal does not have. */
export async function useLanguage(tag: string): Promise<void> {
  const wanted = tag.slice(0, 2).toLowerCase();
  const known = (wanted in LANGUAGES ? wanted : 'en') as Language;
  texts = await LANGUAGES[known]();
  language = known;
  locale = navigator.languages.find((one) => one.slice(0, 2) === known) ?? known;
  document.documentElement.lang = known;
}

export const currentLanguage = (): Language => language;
export const currentLocale = (): string => locale;

/** Returns a text of the catalogue in the reader's language. */
export function t(key: PortalKey, values?: MessageValues): string {
  return texts ? formatMessage(texts[key], locale, values) : '';
}

/** Returns a text whose key is only known at run time, or undefined where the catalogue has none. */
export function textOf(key: string, values?: MessageValues): string | undefined {
  const message = texts?.[key as PortalKey];
  return message === undefined ? undefined : formatMessage(message, locale, values);
}
