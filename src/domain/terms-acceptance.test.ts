import { expect, test } from 'vitest';
import { termsAcceptance } from './terms-acceptance.ts';

test.each(['DE', 'AT', 'CH', 'NL', 'GB', 'AU'])('in %s pressing the button is enough', (country) => {
  expect(termsAcceptance(country, 'law')).toBe('button');
  expect(termsAcceptance(country, 'always')).toBe('box');
});

test.each(['US', 'FR', 'IT', 'ES', 'CA', 'JP', 'de', ''])('“%s” is asked for a tick', (country) => {
  expect(termsAcceptance(country, 'law')).toBe('box');
});
