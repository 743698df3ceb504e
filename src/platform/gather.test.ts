// Resolves once a batch that was asked for before has begun: immediates keep their order.
import { setImmediate as begun } from 'node:timers/promises';
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

test('what comes at the same moment is a batch, and what comes meanwhile is the next one', async () => {
  const { batches, work, release } = held();
  const ask = gather(work);
  const asked = ['a', 'b'].map((entry) => ask('store', entry));
  await begun();
  asked.push(ask('store', 'c'), ask('store', 'd'));
  await begun();
  expect(batches).toEqual([['a', 'b']]);
  release();
  expect(await Promise.all(asked)).toEqual(['A', 'B', 'C', 'D']);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(await ask('store', 'e')).toBe('E');
});

test('groups do not wait for each other, and a batch has a limit', async () => {
  const { batches, work, release } = held();
  const ask = gather(work);
  const many = Array.from({ length: 31 }, (_, nth) => ask('store', `${nth}`));
  const other = ask('another store', 'x');
  await begun();
  expect(batches.map(({ length }) => length)).toEqual([25, 1]);
  release();
  await Promise.all([...many, other]);
  expect(batches.map(({ length }) => length)).toEqual([25, 1, 6]);
});

test('an entry that fails its batch fails alone', async () => {
  const { batches, work, release } = held();
  const ask = gather(work);
  const asked = ['a', 'bad', 'c'].map((entry) => ask('store', entry));
  release();
  const results = await Promise.allSettled(asked);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
});
