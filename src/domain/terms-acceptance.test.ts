import { expect, test } from 'vitest';
import { termsAcceptance } from './terms-acceptance.ts';

test.each(['DE', 'AT', 'CH', 'NL', 'GB', 'AU'])('in %s pressing the button is enough', (country) => {
  expect(termsAcceptance(country)).toBe('button');
});

test.each(['US', 'FR', 'IT', 'ES', 'CA', 'JP', 'de', ''])('“%s” is asked for a tick', (country) => {
  expect(termsAcceptance(country)).toBe('box');
});
