import { describe, expect, test } from 'vitest';
import { COUNTRIES } from './country.ts';
import { countriesWithWithdrawal, withdrawalLaw } from './withdrawal-right.ts';

// The members of the European Union, those of the European Economic Area, and the United Kingdom, as their own lists name them.
const WITH = `
  AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE
  IS LI NO
  GB`
  .trim()
  .split(/\s+/);

describe('a shopper may withdraw', () => {
  test.each(WITH)('within 14 days in %s', (country) => {
    expect(withdrawalLaw(country)).toEqual({ days: 14, source: expect.stringMatching(/2011\/83|2013\/3134/) });
  });

  test('by law in no other country', () => {
    expect(COUNTRIES.filter((country) => withdrawalLaw(country) !== null).sort()).toEqual([...WITH].sort());
    for (const text of ['', 'de', 'EU', 'constructor', '__proto__']) expect(withdrawalLaw(text)).toBe(null);
  });
});

test('names the countries with the right of those that a store ships to', () => {
  const to = (...countries: string[]) => countries.map((country) => ({ country, amount: 490 }));
  expect(countriesWithWithdrawal(to('US', 'SE', 'CH', 'DE', 'GB'))).toEqual(['DE', 'GB', 'SE']);
  expect(countriesWithWithdrawal(to('US', 'CH'))).toEqual([]);
});
