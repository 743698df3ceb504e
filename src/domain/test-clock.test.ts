import { describe, expect, test } from 'vitest';
import { ADVANCE_SECONDS_MAX, ageOf, checkAdvance, parseDuration } from './test-clock.ts';

describe('the clock of a test store', () => {
  test.each([
    ['90', 90],
    ['45m', 2_700],
    ['36H', 129_600],
    [' 3d ', 259_200],
    ['2w', 1_209_600],
  ])('reads %s', (text, seconds) => {
    expect(parseDuration(text, 'duration')).toBe(seconds);
  });

  test.each(['', '-1d', '1.5d', 'tomorrow', '1y', '9999999999'])('refuses %j', (text) => {
    expect(() => parseDuration(text, 'duration')).toThrow();
  });

  test('moves forward by whole seconds, a year at most', () => {
    expect(checkAdvance(ADVANCE_SECONDS_MAX)).toBe(ADVANCE_SECONDS_MAX);
    for (const wrong of [0, -1, 0.5, Number.NaN, ADVANCE_SECONDS_MAX + 1]) {
      expect(() => checkAdvance(wrong)).toThrow('whole seconds');
    }
  });

  test('moves calendar days when hours add up to one', () => {
    const hours = 3_600;
    let [advanced, days] = [0, 0];
    for (let turn = 0; turn < 49; turn++) {
      days += ageOf(advanced, hours).days;
      advanced += hours;
    }
    expect(days).toBe(2);
    expect(ageOf(0, 3 * 24 * hours)).toEqual({ seconds: 259_200, days: 3 });
  });
});
