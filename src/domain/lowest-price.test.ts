import { describe, expect, test } from 'vitest';
import { lowestPrice, saysLowestPrice } from './lowest-price.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-11-30T12:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
/** A price from so many days ago until so many days ago; until now without the second. */
const period = (price: number, from: number, to?: number) => ({
  price,
  since: ago(from),
  until: to === undefined ? null : ago(to),
});

describe('the lowest price before a reduction to 80', () => {
  test.each([
    ['one price before', [period(100, 90, 5), period(80, 5)], 100],
    ['the lower of two before', [period(90, 90, 20), period(100, 20, 5), period(80, 5)], 90],
    ['a price that ended within the 30 days counts', [period(85, 60, 34), period(100, 34, 5), period(80, 5)], 85],
    ['one that ended before them does not', [period(85, 60, 36), period(100, 36, 5), period(80, 5)], 100],
    ['one that ended as they begin does not', [period(85, 60, 35), period(100, 35, 5), period(80, 5)], 100],
    ['a shorter history, since it began', [period(95, 8, 5), period(80, 5)], 95],
    ['an earlier offer at the same price', [period(80, 25, 20), period(100, 20, 5), period(80, 5)], 80],
    ['a price that was raised', [period(70, 25, 5), period(80, 5)], 70],
    ['reduced twice', [period(100, 40, 10), period(90, 10, 5), period(80, 5)], 90],
    ['reduced in the catalogue first', [period(100, 60, 12), period(80, 12), period(80, 5)], 100],
    ['at the same price in turns, without a break', [period(100, 60, 12), period(80, 12, 5), period(80, 5)], 100],
    ['beside a catalogue that stays', [period(100, 60), period(80, 5)], 100],
    ['a lower one meanwhile', [period(100, 300, 200), period(80, 200), period(60, 20, 5), period(80, 5)], 60],
    ['a lower one meanwhile, long ago', [period(100, 300, 200), period(80, 200), period(60, 90, 50)], 60],
    ['a lower one that lasts', [period(100, 60, 10), period(80, 10), period(70, 3)], 70],
    ['a long reduction looks at the days before it', [period(100, 200, 100), period(80, 100)], 100],
    ['nothing before is known', [period(80, 5)], 80],
    ['both are known from the same moment', [period(100, 5), period(80, 5)], 80],
    ['nothing is known', [], 80],
    ['it has not been kept yet', [period(100, 60)], 100],
  ])('%s', (_, periods, lowest) => {
    expect(lowestPrice(80, periods, NOW)).toBe(lowest);
    expect(lowestPrice(80, [...periods].reverse(), NOW)).toBe(lowest);
  });
});

test.each([
  { rule: 'law', shipping: ['DE'], countries: null, says: true },
  { rule: 'law', shipping: ['NO'], countries: null, says: true },
  { rule: 'law', shipping: ['GB', 'US'], countries: null, says: false },
  { rule: 'law', shipping: ['DE', 'US'], countries: ['US'], says: false },
  { rule: 'law', shipping: ['DE', 'US'], countries: ['DE'], says: true },
  { rule: 'always', shipping: ['US'], countries: null, says: true },
  { rule: 'never', shipping: ['DE'], countries: null, says: false },
] as const)('$rule, shipping to $shipping, a waitlist to $countries: $says', ({ rule, shipping, countries, says }) => {
  const store = { lowestPrice: rule, shipping: shipping.map((country) => ({ country })) };
  expect(saysLowestPrice({ store, waitlist: { countries } })).toBe(says);
});
