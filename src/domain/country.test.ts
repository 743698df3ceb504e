import { expect, test } from 'vitest';
import { COUNTRIES, isCountry, unknownCountry } from './country.ts';

test('the list has the 249 assigned codes, and Intl has a name for each', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(new Set(COUNTRIES).size).toBe(249);
  for (const code of COUNTRIES) expect(names.of(code), code).toBeTruthy();
});

test.each(['EU', 'UN', 'XK', 'ZZ', 'UK', 'DD', 'SU', 'de', '', 'DEU'])('%s is not a country code', (code) => {
  expect(isCountry(code)).toBe(false);
});

test.each(['XK', 'xk', 'XKX', ' Kosovo ', 'Kosova', 'Косово'])('%s is refused with a sentence of its own', (text) => {
  expect(unknownCountry(text)).toMatch(/no rules for its addresses/);
});

test('another text is refused with what to write', () => {
  expect(unknownCountry('GB-NIR')).toMatch(/write GB/);
  expect(unknownCountry('Kosovo Street')).toMatch(/such as DE/);
});
