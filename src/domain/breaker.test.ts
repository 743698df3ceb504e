import { describe, expect, test } from 'vitest';
import { accountPauses } from './breaker.ts';

const since = new Date('2027-03-01T10:00:00Z');
const after = (minutes: number) => new Date(since.getTime() + minutes * 60_000);

describe('an account pauses', () => {
  test.each([
    { when: 'not at the first refusal', refused: 1, minutes: 0, expected: false },
    { when: 'not at the second refusal within ten minutes', refused: 2, minutes: 9, expected: false },
    { when: 'at the third refusal in a row', refused: 3, minutes: 0, expected: true },
    { when: 'when it took no payment for ten minutes', refused: 1, minutes: 10, expected: true },
  ])('$when', ({ refused, minutes, expected }) => {
    expect(accountPauses({ refused, since, now: after(minutes) })).toBe(expected);
  });
});
