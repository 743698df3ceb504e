import { describe, expect, it } from 'vitest';
import { AppError } from '../domain/error.ts';
import { ANSWER_TTL_MS, createAnswerCache, type LoadedAnswer } from './answer-cache.ts';

const STORE = 'store-a';
const PRODUCT = 'product-a';

/** Creates a cache with a fake clock over a fake database of one value, both of which the test controls. */
function setUp(options: { entriesMax?: number } = {}) {
  const state = { at: 0, value: 1, loads: 0, msUntilChange: null as number | null };
  const cache = createAnswerCache({ ...options, now: () => state.at });
  const loaded = (changes: Partial<LoadedAnswer> = {}): LoadedAnswer => ({
    storeId: STORE,
    productId: PRODUCT,
    msUntilChange: state.msUntilChange,
    content: { type: 'text/plain', body: String(state.value) },
    ...changes,
  });
  const read = async (changes: Partial<LoadedAnswer> = {}, key = 'key') => {
    const answer = await cache.read(key, async () => {
      state.loads += 1;
      return loaded(changes);
    });
    return answer.body;
  };
  return { cache, state, read, loaded };
}

describe('an answer', () => {
  it('is loaded once and then kept', async () => {
    const { cache, state, read } = setUp();
    expect(cache.peek('key')).toBeUndefined();
    expect(await read()).toBe('1');
    state.value = 2;
    expect(await read()).toBe('1');
    expect(cache.peek('key')?.body).toBe('1');
    expect(state.loads).toBe(1);
  });

  it('is loaded again once it is two seconds old', async () => {
    const { state, read } = setUp();
    await read();
    state.value = 2;
    state.at = ANSWER_TTL_MS - 1;
    expect(await read()).toBe('1');
    state.at = ANSWER_TTL_MS;
    expect(await read()).toBe('2');
  });

  it('expires at the next launch or close', async () => {
    const { state, read } = setUp();
    state.msUntilChange = 300;
    await read();
    state.value = 2;
    state.at = 299;
    expect(await read()).toBe('1');
    state.at = 300;
    expect(await read()).toBe('2');
  });

  it.each([
    [null, 's-maxage=2, stale-while-revalidate=5'],
    [60_000, 's-maxage=2, stale-while-revalidate=5'],
    [5_500, 's-maxage=2, stale-while-revalidate=3'],
    [1_900, 's-maxage=1, stale-while-revalidate=0'],
    [300, 's-maxage=0, stale-while-revalidate=0'],
  ])('that changes in %s ms has matching cache headers for a CDN', async (msUntilChange, expected) => {
    const { cache, loaded } = setUp();
    const answer = await cache.read('key', async () => loaded({ msUntilChange }));
    expect(answer.headers['cache-control']).toBe(`public, max-age=0, ${expected}`);
  });
});

describe('a change', () => {
  it.each([
    ['of its product', true, (cache: Cache) => cache.invalidate(STORE, PRODUCT)],
    ['of its store', true, (cache: Cache) => cache.invalidateStore(STORE)],
    ['of everything', true, (cache: Cache) => cache.flush()],
    ['of another product', false, (cache: Cache) => cache.invalidate(STORE, 'product-b')],
    ['of another store', false, (cache: Cache) => cache.invalidateStore('store-b')],
    ['of the same product id in another store', false, (cache: Cache) => cache.invalidate('store-b', PRODUCT)],
  ])('%s drops it: %s', async (_name, drops, change) => {
    const { cache, state, read } = setUp();
    await read();
    state.value = 2;
    change(cache);
    expect(await read()).toBe(drops ? '2' : '1');
  });

  it('of any product drops answers about the whole store', async () => {
    const { cache, state, read } = setUp();
    await read({ productId: null });
    state.value = 2;
    cache.invalidate('store-b', PRODUCT);
    expect(await read({ productId: null })).toBe('1');
    cache.invalidate(STORE, 'product-b');
    expect(await read({ productId: null })).toBe('2');
  });

  it('of more products than it can count drops everything', async () => {
    const { cache, state, read } = setUp();
    await read();
    state.value = 2;
    for (let index = 0; index < 20_000; index++) cache.invalidate('store-b', `product-${index}`);
    expect(await read()).toBe('2');
  });

  it('during a load prevents the loaded answer from being kept', async () => {
    const { cache, state, loaded } = setUp();
    const gate = Promise.withResolvers<void>();
    const slow = cache.read('key', async () => {
      const answer = loaded();
      await gate.promise;
      return answer;
    });
    state.value = 2;
    cache.invalidate(STORE, PRODUCT);
    gate.resolve();
    expect((await slow).body).toBe('1'); // this caller asked before the change
    expect(cache.peek('key')).toBeUndefined();
    expect((await cache.read('key', async () => loaded())).body).toBe('2');
  });

  it('during a load is visible to a caller that asks after it', async () => {
    const { cache, state, loaded } = setUp();
    const gate = Promise.withResolvers<void>();
    const slow = cache.read('key', async () => {
      const answer = loaded();
      await gate.promise;
      return answer;
    });
    state.value = 2;
    cache.invalidate(STORE, PRODUCT);
    expect((await cache.read('key', async () => loaded())).body).toBe('2');
    gate.resolve();
    await slow;
    expect(cache.peek('key')?.body).toBe('2');
  });
});

describe('concurrent callers', () => {
  it('share one load', async () => {
    const { state, read } = setUp();
    expect(await Promise.all(Array.from({ length: 50 }, () => read()))).toEqual(Array(50).fill('1'));
    expect(state.loads).toBe(1);
  });

  it('share the failure of a load, which is not kept', async () => {
    const { cache, read } = setUp();
    const fail = () => cache.read('key', () => Promise.reject(new Error('away')));
    const outcomes = await Promise.allSettled([fail(), fail()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read()).toBe('1');
  });
});

it('keeps a refusal as long as an answer, and drops it on a change', async () => {
  const { cache, state, read } = setUp();
  const refusal = { productId: null, content: new AppError('product_not_found', 'No such product.') };
  await expect(read(refusal)).rejects.toThrow('No such product.');
  await expect(read()).rejects.toThrow('No such product.');
  expect(cache.peek('key')).toBeUndefined();
  expect(state.loads).toBe(1);
  cache.invalidate(STORE, PRODUCT);
  expect(await read()).toBe('1');
});

it('keeps a limited number of entries', async () => {
  const { cache, read } = setUp({ entriesMax: 10 });
  for (let index = 0; index < 100; index++) await read({}, `key ${index}`);
  const kept = Array.from({ length: 100 }, (_, index) => cache.peek(`key ${index}`)).filter(Boolean);
  expect(kept).toHaveLength(10);
});

it('gives equal bodies the same ETag and different bodies different ones', async () => {
  const { state, read, cache } = setUp();
  await read();
  const first = cache.peek('key')?.etag;
  cache.flush();
  await read();
  expect(cache.peek('key')?.etag).toBe(first);
  state.value = 2;
  cache.flush();
  await read();
  expect(cache.peek('key')?.etag).not.toBe(first);
  expect(first).toMatch(/^"[\w-]{22}"$/);
});

type Cache = ReturnType<typeof createAnswerCache>;
