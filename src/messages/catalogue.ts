import { formatMessage, isRightToLeft, type MessageValues } from '../protocol/wire/message-format.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import type { MessageKey, Messages } from './messages.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { PSEUDO_LOCALE, pseudoMessages } from './pseudo.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';

export type { MessageKey, Messages } from './messages.ts';

/** Every language there is, by its tag; the server holds them all, a document carries the texts of one. */
export const LANGUAGES: Record<string, Messages> = { en, de, fr, es, it, nl, pl, sv, pt, ja, ar, he };

const DEFAULT_LANGUAGE = 'en';
const pseudo = pseudoMessages(en);

/** The best language we have for a BCP 47 tag such as `de-AT`; English for anything else, also for nonsense. */
function resolveLanguage(tag: string): string {
  const language = parseTag(tag)?.language ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : DEFAULT_LANGUAGE;
}

// Each text asks, and reading a tag takes longer than filling the text. Readers choose the tag: bounded.
const tags = new Map<string, Intl.Locale>();
const TAGS_MAX = 500;

/** As `Intl` reads it, which also knows the tags of old: `iw` is `he`. Systems write `de_AT`. */
function parseTag(tag: string): Intl.Locale | null {
  const known = tags.get(tag);
  if (known) return known;
  try {
    const parsed = new Intl.Locale(tag.replaceAll('_', '-'));
    if (tags.size >= TAGS_MAX) tags.clear();
    tags.set(tag, parsed);
    return parsed;
  } catch {
    return null;
  }
}

/** The language of the catalogue that a reader of the tag is spoken to in. */
export function messageLanguage(tag: string): string {
  return resolveLanguage(tag);
}

export function messagesFor(locale: string): Messages {
  return locale === PSEUDO_LOCALE ? pseudo : (LANGUAGES[resolveLanguage(locale)] ?? en);
}

export function translate(locale: string, key: MessageKey, values?: MessageValues): string {
  return formatMessage(messagesFor(locale)[key], readerLocale(locale), values);
}

/** The reader's own way of writing dates and prices in that language: `en-GB` for `en_GB`, `en` for `fi-FI` without Finnish. */
export function readerLocale(tag = ''): string {
  const language = resolveLanguage(tag);
  const asked = parseTag(tag);
  return asked?.language === language && asked.region ? `${language}-${asked.region}` : language;
}

/** The same for a page of a store: only a test store speaks the language that nobody speaks. */
export function storeLocale(tag: string | undefined, mode: 'test' | 'live' | undefined): string {
  const locale = readerLocale(tag);
  return locale === PSEUDO_LOCALE && mode !== 'test' ? DEFAULT_LANGUAGE : locale;
}

/** Which way a language of the catalogue is written: the `dir` of its documents. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return isRightToLeft(resolveLanguage(locale)) ? 'rtl' : 'ltr';
}
