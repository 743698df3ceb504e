import { expect, test } from 'vitest';
import { chooseNotice, noticeName, officialFlaw, parseNoticeFor } from './guarantee-notice.ts';

test.each([
  ['de', { language: 'de', country: null }],
  ['DE-at', { language: 'de', country: 'AT' }],
  [' fr_BE ', { language: 'fr', country: 'BE' }],
])('%s names whom a notice is for', (text, expected) => {
  expect(parseNoticeFor(text)).toEqual(expected);
});

test.each(['', 'deu', 'de-', 'de-ZZ', 'de-AT-x', 'd3'])('“%s” is no language', (text) => {
  expect(() => parseNoticeFor(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
});

const notices = ['de', 'de-AT', 'fr', 'en', 'nl-BE'].map(parseNoticeFor);
const chosen = (locale: string, countries: string[], storeLocale = 'fr') => {
  const found = chooseNotice(notices, { locale, storeLocale, countries });
  return (
    found && [noticeName(found.every), Object.entries(found.own).map(([code, one]) => `${code} ${noticeName(one)}`)]
  );
};

test.each([
  ['de', ['DE', 'AT'], ['de', ['AT de-AT']]],
  ['de-AT', ['DE', 'AT'], ['de-AT', ['DE de']]],
  // In the reader's language, also where another one has a file for the country.
  ['fr', ['BE', 'FR'], ['fr', []]],
  // No file in the language for every country: that of the store, and in the country that has one, it.
  ['nl', ['BE', 'NL'], ['fr', ['BE nl-BE']]],
  ['sv', ['SE'], ['fr', []]],
  ['de', ['CH', 'GB'], null],
] as const)('a reader of %s in a store that ships to %o sees %o', (locale, countries, expected) => {
  expect(chosen(locale, [...countries])).toEqual(expected);
});

test('without a file in any known language, one is shown all the same', () => {
  const only = [parseNoticeFor('pl')];
  expect(chooseNotice(only, { locale: 'de', storeLocale: 'fr', countries: ['DE'] })?.every).toEqual(only[0]);
  expect(chooseNotice([], { locale: 'de', storeLocale: 'fr', countries: ['DE'] })).toBeNull();
});

test.each([
  [{ width: 200, height: 3_600 }, null],
  [{ width: 199, height: 800 }, 'needs 200'],
  [{ width: 3_601, height: 800 }, '3600 at most'],
])('a file of %o can be shown: %s', (size, flaw) => {
  const found = officialFlaw(size);
  if (flaw === null) expect(found).toBeNull();
  else expect(found).toContain(flaw);
});
