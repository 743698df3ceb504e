import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTokenText, newTokenText, tokenHash } from './token-text.ts';

test('a token says its mode, and no two are the same', () => {
  const made = Array.from({ length: 1_000 }, () => newTokenText('live'));
  expect(new Set(made).size).toBe(1_000);
  for (const token of made) expect(token).toMatch(/^wps_live_[0-9A-Za-z]{38}$/);
  expect(made.every(isTokenText)).toBe(true);
  expect(isTokenText(newTokenText('test'))).toBe(true);
});

test('every character is drawn about equally often', () => {
  const drawn = Array.from({ length: 2_000 }, () => newTokenText('test').slice(9, 41)).join('');
  const counts = Map.groupBy(drawn, (character) => character);
  expect(counts.size).toBe(62);
  // 1,032 each on average; 6 standard deviations are 193.
  for (const [character, times] of counts) expect(Math.abs(times.length - 1_032), character).toBeLessThan(193);
});

test('a token with one other character is none', () => {
  const token = newTokenText('live');
  fc.assert(
    fc.property(fc.integer({ min: 9, max: token.length - 1 }), fc.constantFrom(...'0aZ_-é'), (at, character) => {
      fc.pre(token[at] !== character);
      expect(isTokenText(token.slice(0, at) + character + token.slice(at + 1))).toBe(false);
    }),
  );
});

test.each(['', 'wps_live_', `${newTokenText('live')} `, newTokenText('live').slice(0, -1)])(
  '%j is no token',
  (text) => {
    expect(isTokenText(text)).toBe(false);
  },
);

test('the hash has 32 bytes and does not hold the token', () => {
  const token = newTokenText('live');
  expect(tokenHash(token)).toHaveLength(32);
  expect(tokenHash(token).toString('latin1')).not.toContain(token.slice(9));
});
