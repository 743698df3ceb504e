import { describe, expect, test } from 'vitest';
import type { Message } from '../protocol/wire/message-format.ts';
import { LANGUAGES, messagesFor, readerLocale, storeLocale, textDirection, translate } from './catalogue.ts';
import { en } from './en.ts';
import { PSEUDO_LOCALE } from './pseudo.ts';

const others = Object.entries(LANGUAGES).filter(([language]) => language !== 'en');
const english: Record<string, Message> = en;

const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const placeholdersOf = (message: Message) =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

const OPTIONAL_PLACEHOLDERS: Record<string, string> = {
  // In some countries the button that obliges the shopper to pay may have only the words of the law.
  'checkout.pay': '{total}',
  'checkout.pay_later': '{total}',
  // In Japan a letter does not call a stranger by the first name.
  'mail.placed.title': '{name}',
};

test('there are twelve languages', () => {
  expect(Object.keys(LANGUAGES)).toEqual(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'pt', 'ja', 'ar', 'he']);
});

describe.each(others)('%s', (language, messages: Record<string, Message>) => {
  test('has every text, with the placeholders of the English one', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
    for (const [key, message] of Object.entries(messages)) {
      const needed = (message: Message) =>
        placeholdersOf(message).filter((placeholder) => placeholder !== OPTIONAL_PLACEHOLDERS[key]);
      expect(needed(message), key).toEqual(needed(english[key] ?? ''));
    }
  });

  test('has a plural form for every number', () => {
    const rules = new Intl.PluralRules(language);
    const categories = new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === 'string') continue;
      const unused = Object.keys(message).filter(
        (category) => category !== 'other' && !categories.has(category as 'one'),
      );
      const missing = [...categories].filter((category) => !(category in message));
      expect({ key, unused, missing }).toEqual({ key, unused: [], missing: [] });
    }
  });

  test('has neither English nor empty texts', () => {
    const same = Object.entries(messages).filter(
      ([key, message]) =>
        /[a-z]{3}/.test(JSON.stringify(message)) && JSON.stringify(message) === JSON.stringify(english[key]),
    );
    // Some words are the same in both languages, such as “Eircode” or “Total”.
    expect(same.length).toBeLessThan(12);
    for (const [key, message] of Object.entries(messages)) {
      expect(
        formsOf(message).every((form) => form.trim() === form && form !== ''),
        key,
      ).toBe(true);
    }
  });
});

const sentencesOf = (text: string) => text.split(/(?<=[.!?。])\s*/).filter((sentence) => sentence !== '');
/** What one obliges oneself to has to be said in full, and instructions on withdrawal in the words of the law. */
const isConsent = (key: string) => key.startsWith('checkout.consent') || key.startsWith('instructions.');

test('English sentences are short, but for what a shopper agrees to and what the law words', () => {
  for (const [key, message] of Object.entries(english)) {
    for (const sentence of formsOf(message).flatMap(sentencesOf)) {
      if (!isConsent(key)) expect(sentence.split(/\s+/).length, `${key}: ${sentence}`).toBeLessThanOrEqual(22);
    }
  }
});

test.each(Object.entries(LANGUAGES))('%s says nothing twice, in a text or below its title', (_, messages) => {
  for (const [key, message] of Object.entries<Message>(messages)) {
    const title = (messages as Record<string, Message>)[key.replace(/[^.]+$/, 'title')];
    const above = key.endsWith('.title') || typeof title !== 'string' ? [] : [title];
    for (const form of formsOf(message).filter((form) => /[.!?。]$/.test(form))) {
      const all = [...above, ...sentencesOf(form)].map((sentence) => sentence.replace(/[.!?。]$/, ''));
      expect(new Set(all).size, `${key}: ${all.join(' | ')}`).toBe(all.length);
    }
  }
});

test.each([
  ['pl', 1, 'Została tylko 1 sztuka.'],
  ['pl', 3, 'Zostały tylko 3 sztuki.'],
  ['pl', 5, 'Zostało tylko 5 sztuk.'],
  ['pl', 22, 'Zostały tylko 22 sztuki.'],
  ['ar', 1, 'بقيت قطعة واحدة فقط.'],
  ['ar', 2, 'بقيت قطعتان فقط.'],
  ['ar-AE', 3, 'بقيت \u20683\u2069 قطع فقط.'],
  ['ar-AE', 11, 'بقيت \u206811\u2069 قطعة فقط.'],
  ['he', 2, 'נותרו רק שניים.'],
  ['ja', 1, '残り1点です。'],
  ['de-AT', 1200, 'Nur noch 1\u00a0200 verfügbar.'],
])('%s has its own plural form for %i', (locale, count, text) => {
  expect(translate(locale, 'checkout.quantity.left', { count })).toBe(text);
});

test.each([
  ['de', 'de'],
  ['de-AT', 'de-AT'],
  ['DE_at', 'de-AT'],
  ['pt-Latn-BR', 'pt-BR'],
  ['en-us', 'en-US'],
  ['iw-IL', 'he-IL'],
  ['de-1996-u-nu-latn', 'de'],
  ['fi-FI', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  ['constructor', 'en'],
  ['<script>', 'en'],
])('the reader’s locale for the tag %s is %s', (tag, locale) => {
  expect(readerLocale(tag)).toBe(locale);
});

test('Arabic and Hebrew are written from right to left', () => {
  const rightToLeft = Object.keys(LANGUAGES).filter((language) => textDirection(language) === 'rtl');
  expect(rightToLeft).toEqual(['ar', 'he']);
});

describe('the pseudo-locale', () => {
  test('has long, accented texts in brackets, with their placeholders', () => {
    expect(translate(PSEUDO_LOCALE, 'price.from', { price: '€5' })).toBe('[frööm €5]');
    for (const [key, message] of Object.entries(messagesFor(PSEUDO_LOCALE))) {
      expect(placeholdersOf(message), key).toEqual(placeholdersOf(english[key] ?? ''));
    }
  });

  test('is for test stores only', () => {
    expect(storeLocale(PSEUDO_LOCALE, 'test')).toBe(PSEUDO_LOCALE);
    expect(storeLocale(PSEUDO_LOCALE, 'live')).toBe('en');
    expect(storeLocale(PSEUDO_LOCALE, undefined)).toBe('en');
    expect(storeLocale('de-CH', 'live')).toBe('de-CH');
  });
});
