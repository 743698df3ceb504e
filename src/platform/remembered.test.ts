import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

test('an answer is kept for five seconds, or for twenty times as long as it took', async () => {
  let now = 0;
  let tookMs = 10;
  let reads = 0;
  const read = remembered(
    async () => {
      now += tookMs;
      reads += 1;
      if (reads === 3) throw new Error('the database is away');
      return reads;
    },
    () => now,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now += 4_999;
  expect(await read()).toBe(1);
  now += 1;
  tookMs = 1_000;
  expect(await read()).toBe(2);
  now += 19_999;
  expect(await read()).toBe(2);
  now += 1;
  await expect(read()).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  expect(reads).toBe(3);
});
