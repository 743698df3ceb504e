import { describe, expect, test } from 'vitest';
import type { Message } from '../protocol/wire/message-format.ts';
import { LANGUAGES, messagesFor, readerLocale, storeLocale, textDirection, translate } from './catalogue.ts';
import { en } from './en.ts';
import { PSEUDO_LOCALE } from './pseudo.ts';

const others = Object.entries(LANGUAGES).filter(([language]) => language !== 'en');
const english: Record<string, Message> = en;

const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message));
const placesOf = (message: Message) =>
  [...new Set(formsOf(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

const MAY_BE_LEFT_OUT: Record<string, string> = {
  // What a country's law lets stand on the button that obliges to pay may be nothing but the law's own words.
  'checkout.pay': '{total}',
  'checkout.pay_later': '{total}',
  // In Japan a stranger is not called by the first name.
  'mail.placed.title': '{name}',
};

test('there are twelve languages', () => {
  expect(Object.keys(LANGUAGES)).toEqual(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'pt', 'ja', 'ar', 'he']);
});

describe.each(others)('%s', (language, messages: Record<string, Message>) => {
  test('has every text, with the places that the English one has', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
    for (const [key, message] of Object.entries(messages)) {
      const needed = (places: string[]) => places.filter((place) => place !== MAY_BE_LEFT_OUT[key]);
      expect(needed(placesOf(message)), key).toEqual(needed(placesOf(english[key] ?? '')));
    }
  });

  test('has a form for every number', () => {
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

  test('is not English, nor left open', () => {
    const same = Object.entries(messages).filter(
      ([key, message]) =>
        /[a-z]{3}/.test(JSON.stringify(message)) && JSON.stringify(message) === JSON.stringify(english[key]),
    );
    // Words that are the same in both, such as “Eircode” or “Total”.
    expect(same.length).toBeLessThan(12);
    for (const [key, message] of Object.entries(messages)) {
      expect(
        formsOf(message).every((form) => form.trim() === form && form !== ''),
        key,
      ).toBe(true);
    }
  });
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
])('in %s %i is counted its own way', (locale, count, text) => {
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
])('a page in %s is read in %s', (tag, locale) => {
  expect(readerLocale(tag)).toBe(locale);
});

test('Arabic and Hebrew run from right to left', () => {
  const rightToLeft = Object.keys(LANGUAGES).filter((language) => textDirection(language) === 'rtl');
  expect(rightToLeft).toEqual(['ar', 'he']);
});

describe('the language that nobody speaks', () => {
  test('is long, accented and in brackets, and keeps its places', () => {
    expect(translate(PSEUDO_LOCALE, 'price.from', { price: '€5' })).toBe('[frööm €5]');
    for (const [key, message] of Object.entries(messagesFor(PSEUDO_LOCALE))) {
      expect(placesOf(message), key).toEqual(placesOf(english[key] ?? ''));
    }
  });

  test('is spoken by test stores only', () => {
    expect(storeLocale(PSEUDO_LOCALE, 'test')).toBe(PSEUDO_LOCALE);
    expect(storeLocale(PSEUDO_LOCALE, 'live')).toBe('en');
    expect(storeLocale(PSEUDO_LOCALE, undefined)).toBe('en');
    expect(storeLocale('de-CH', 'live')).toBe('de-CH');
  });
});
