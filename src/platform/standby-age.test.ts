import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAge, LOOK_MS } from './standby-age.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Looks once a second. `behind` is how far the standby is behind what was just committed. */
function lookAt(age: ReturnType<typeof createAge>, committed: number, behind: number): number {
  age.note({ at: performance.now(), committed: BigInt(committed), replayed: BigInt(committed - behind) });
  const seconds = age.seconds();
  vi.advanceTimersByTime(LOOK_MS);
  return seconds;
}

test('a standby that is a moment behind at every look of a busy primary is not old', () => {
  const age = createAge();
  for (let committed = 1_000; committed < 60_000; committed += 1_000) expect(lookAt(age, committed, 10)).toBe(0);
});

test('one that replays nothing grows old by the second, and is young again once it has everything', () => {
  const age = createAge();
  lookAt(age, 1_000, 0);
  const stands = [2_000, 3_000, 4_000].map((committed) => lookAt(age, committed, committed - 1_000));
  expect(stands).toEqual([0, 1, 2]);
  expect(lookAt(age, 5_000, 500)).toBe(0);
});

test('one that is always three seconds behind has that age', () => {
  const age = createAge();
  const ages = [1, 2, 3, 4, 5, 6, 7].map((at) => lookAt(age, at * 1_000, 2_500));
  expect(ages.slice(-3)).toEqual([2, 2, 2]);
});

test('an idle primary does not make it old, but no answer does', () => {
  const age = createAge();
  for (let looks = 0; looks < 100; looks += 1) expect(lookAt(age, 1_000, 0)).toBe(0);
  vi.advanceTimersByTime(4 * LOOK_MS);
  expect(age.seconds()).toBe(5);
});
