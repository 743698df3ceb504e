import { expect, test } from 'vitest';
import { gather } from './gather.ts';

/** Work that can be held, and keeps the batches that it was given. */
function held() {
  const batches: string[][] = [];
  let open = Promise.withResolvers<void>();
  const work = async (entries: readonly string[]) => {
    batches.push([...entries]);
    await open.promise;
    if (entries.includes('bad')) throw new Error('bad');
    return entries.map((entry) => entry.toUpperCase());
  };
  const release = () => {
    open.resolve();
    open = Promise.withResolvers();
    open.resolve();
  };
  return { batches, work, release };
}

test('what comes while a batch is under way is the next batch, and each entry gets its own result', async () => {
  const { batches, work, release } = held();
  const ask = gather(work);
  const asked = ['a', 'b', 'c'].map((entry) => ask('store', entry));
  expect(batches).toEqual([['a']]);
  release();
  expect(await Promise.all(asked)).toEqual(['A', 'B', 'C']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
  expect(await ask('store', 'd')).toBe('D');
});

test('groups do not wait for each other, and a batch has a limit', async () => {
  const { batches, work, release } = held();
  const ask = gather(work);
  const many = Array.from({ length: 31 }, (_, nth) => ask('store', `${nth}`));
  const other = ask('another store', 'x');
  expect(batches).toEqual([['0'], ['x']]);
  release();
  await Promise.all([...many, other]);
  expect(batches.map(({ length }) => length)).toEqual([1, 1, 25, 5]);
});

test('an entry that fails its batch fails alone', async () => {
  const { batches, work, release } = held();
  const ask = gather(work);
  const asked = ['a', 'bad', 'c'].map((entry) => ask('store', entry));
  release();
  const results = await Promise.allSettled(asked);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a'], ['bad', 'c'], ['bad'], ['c']]);
});
