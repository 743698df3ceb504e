import { expect, test } from 'vitest';
import { EUROPEAN_UNION } from './country.ts';
import { STANDARD_VAT } from './vat.ts';

test('each member state has a standard rate, of at least the 15 % that the union demands', () => {
  expect(Object.keys(STANDARD_VAT)).toEqual(EUROPEAN_UNION);
  for (const [country, rate] of Object.entries(STANDARD_VAT)) {
    expect(rate, country).toBeGreaterThanOrEqual(15);
    expect(rate, country).toBeLessThanOrEqual(27);
  }
});
