import { expect, test } from 'vitest';
import { isCountry } from './country.ts';
import { TERMS_BY_BUTTON, termsAcceptance } from './terms-acceptance.ts';

test('each country with a sentence is a country, and names the law that was read', () => {
  for (const [country, source] of TERMS_BY_BUTTON) {
    expect(isCountry(country)).toBe(true);
    expect(source.length).toBeGreaterThan(20);
    expect(termsAcceptance(country)).toBe('button');
  }
});

test.each(['FR', 'IT', 'ES', 'CA', 'JP', 'de', ''])('%s is asked for a tick', (country) => {
  expect(termsAcceptance(country)).toBe('box');
});
