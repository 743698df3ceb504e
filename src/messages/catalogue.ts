import { formatMessage, type Message, type MessageValues } from '../protocol/wire/message-format.ts';
import { en } from './en.ts';

export type MessageKey = keyof typeof en;
export type Messages = Record<MessageKey, Message>;

// Typed in full: a language that misses a key does not compile.
const LANGUAGES: Record<string, Messages> = { en };

const DEFAULT_LOCALE = 'en';

/** The best language we have for a BCP 47 tag such as `de-AT`; English for anything else, also for nonsense. */
function resolveLocale(tag: string | undefined): string {
  const language = tag?.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : DEFAULT_LOCALE;
}

export function messagesFor(locale: string): Messages {
  return LANGUAGES[resolveLocale(locale)] ?? en;
}

export function translate(locale: string, key: MessageKey, values?: MessageValues): string {
  return formatMessage(messagesFor(locale)[key], resolveLocale(locale), values);
}

/** The reader's own way of writing dates and prices in that language: `en-GB` for `en_GB`, `en` for `de-AT` without German. */
export function readerLocale(tag: string | undefined): string {
  const language = resolveLocale(tag);
  try {
    const { language: asked, region } = new Intl.Locale((tag ?? '').replaceAll('_', '-'));
    return asked === language && region ? `${language}-${region}` : language;
  } catch {
    return language;
  }
}

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** Which way a language of the catalogue is written: the `dir` of its documents. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(resolveLocale(locale)) ? 'rtl' : 'ltr';
}
