import { expect, test } from 'vitest';
import { requiredOf, variablesOf } from '../../domain/own-text.ts';
import { LANGUAGES } from '../../messages/catalogue.ts';
import { TEXT_LANGUAGES } from '../../protocol/wire/languages.ts';
import { CONTENTS } from '../../surfaces/mails/contents.ts';
import { TEXT_GROUPS, TEXT_PLACES } from './list.ts';
import { ruleOf } from './queries.ts';

test('every kind of mail has texts that can be changed', () => {
  expect(TEXT_GROUPS.filter((group) => group !== 'button').sort()).toEqual(Object.keys(CONTENTS).sort());
});

test('each text stands in one place, and has one form: none depends on a number', () => {
  const keys = TEXT_PLACES.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const [language, messages] of Object.entries(LANGUAGES))
    for (const key of keys) expect(typeof messages[key], `${language} ${key}`).toBe('string');
});

test('ours fit the rules, in every language: a merchant can begin with them', () => {
  for (const language of Object.keys(LANGUAGES)) {
    for (const place of TEXT_PLACES) {
      const rule = ruleOf(place, language);
      const english = ruleOf(place, 'en');
      expect(variablesOf(rule), `${language} ${place.key}`).toEqual(variablesOf(english));
      expect(requiredOf(rule).sort(), `${language} ${place.key}`).toEqual(requiredOf(english).sort());
    }
  }
});

test('the portal offers the languages of the catalogue', () => {
  expect([...TEXT_LANGUAGES].sort()).toEqual(Object.keys(LANGUAGES).sort());
});
