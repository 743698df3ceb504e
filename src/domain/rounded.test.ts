import { expect, test } from 'vitest';
import { isRounded } from './rounded.ts';

test.each(['1.23457E+17', '1,23457E+17', '1.2e+05', '1E+17', ' 4.91512E+11 '])('%s was a long number', (text) => {
  expect(isRounded(text)).toBe(true);
});

test.each(['', '123457', '5E10', 'TEE-E+12', '1.23457E+17-B', '12.3E+10', '1E+', 'E+17', '1.5'])(
  '%s is what somebody wrote',
  (text) => {
    expect(isRounded(text)).toBe(false);
  },
);
