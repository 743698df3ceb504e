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

/** The languages of the catalogue, by tag. The server has them all; a document contains the texts of one. */
export const LANGUAGES: Record<string, Messages> = { en, de, fr, es, it, nl, pl, sv, pt, ja, ar, he };

const DEFAULT_LANGUAGE = 'en';
let pseudo: Messages | undefined;

/** Returns the catalogue's language for a BCP 47 tag such as `de-AT`; English for other languages and invalid tags. */
function resolveLanguage(tag: string): string {
  return knownLanguage(tag) ?? DEFAULT_LANGUAGE;
}

// Every text needs its tag parsed, which takes longer than filling the text, so parsed tags are cached. Readers choose the
// tag, so the cache is bounded.
const tags = new Map<string, Intl.Locale>();
const TAGS_MAX = 500;
// Language, script, region and some variants.
const TAG_PARTS_MAX = 6;

/**
 * Parses a tag with `Intl`, which also knows old tags: `iw` is `he`. Accepts what other systems write, such as `de_AT`, WordPress's
 * `pt_PT_ao90` and `de_DE.UTF-8`: what follows language and region is left out where it is no tag.
 */
function parseTag(tag: string): Intl.Locale | null {
  const known = tags.get(tag);
  if (known) return known;
  const parts = tag.trim().split(/[-_.@]/, TAG_PARTS_MAX);
  while (parts.length > 0) {
    try {
      const parsed = new Intl.Locale(parts.join('-'));
      if (tags.size >= TAGS_MAX) tags.clear();
      tags.set(tag, parsed);
      return parsed;
    } catch {
      parts.pop();
    }
  }
  return null;
}

/** Returns the language of the catalogue that the tag names; null where there is none. */
export function knownLanguage(tag: string): string | null {
  const language = parseTag(tag)?.language ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : null;
}

/** Returns the language of the catalogue for readers of the tag. */
export function messageLanguage(tag: string): string {
  return resolveLanguage(tag);
}

export function messagesFor(locale: string): Messages {
  if (locale !== PSEUDO_LOCALE) return LANGUAGES[resolveLanguage(locale)] ?? en;
  pseudo ??= pseudoMessages(en);
  return pseudo;
}

export function translate(locale: string, key: MessageKey, values?: MessageValues): string {
  return formatMessage(messagesFor(locale)[key], readerLocale(locale), values);
}

/**
 * Returns the locale for the reader's texts, dates and prices: `en-GB` for `en_GB`, and `en` for `fi-FI`, as we have no
 * Finnish.
 */
export function readerLocale(tag = ''): string {
  const language = resolveLanguage(tag);
  const asked = parseTag(tag);
  return asked?.language === language && asked.region ? `${language}-${asked.region}` : language;
}

/** Returns the reader's locale for a page of a store. Only test stores have the pseudo-locale. */
export function storeLocale(tag: string | undefined, mode: 'test' | 'live' | undefined): string {
  const locale = readerLocale(tag);
  return locale === PSEUDO_LOCALE && mode !== 'test' ? DEFAULT_LANGUAGE : locale;
}

/** Returns the direction in which the locale's language is written: the `dir` of its documents. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return isRightToLeft(resolveLanguage(locale)) ? 'rtl' : 'ltr';
}
