import { expect, test } from 'vitest';
import { OUTCOMES, readOutcome } from './outcome.ts';

test('every outcome is read again by its name, with what stands in it', () => {
  for (const [code, write] of Object.entries(OUTCOMES)) {
    const isWithValue = write('12') !== write('13');
    expect(readOutcome(write('12'))).toEqual({ code, value: isWithValue ? '12' : '' });
  }
  expect(readOutcome('Something that an earlier version said.')).toBeNull();
  expect(readOutcome('Nothing is stored of this person. Or is it?')).toBeNull();
});
