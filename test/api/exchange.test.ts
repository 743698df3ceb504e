import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
let path: string;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
  path = `/api/v1/availability?api_key=${store.storeKey}&product_id=${store.product.externalId}`;
});
afterAll(() => api.stop());

/** The route loads and sends the first answer; the second comes from the ready lane. Both must be equal. */
const WAYS: [string, () => void][] = [
  ['loaded', () => api.deps.answers.flush()],
  ['ready', () => {}],
];

describe.each(WAYS)('an answer that is %s', (_name, prepare) => {
  const ask = async (init?: RequestInit) => {
    await api.ask(path);
    prepare();
    return api.ask(path, init);
  };

  test('may be cached by a CDN and read by any page, without credentials', async () => {
    const { status, headers } = await ask();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=2, stale-while-revalidate=5',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'x-request-id': expect.stringMatching(/^[\w-]{12}-[0-9a-z]+$/),
    });
    expect(headers.has('access-control-allow-credentials')).toBe(false);
    expect(headers.has('set-cookie')).toBe(false);
  });

  test('has the announced length', async () => {
    const { headers, text } = await ask();
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text));
  });

  test('is 304 for its own ETag', async () => {
    const { headers } = await ask();
    const etag = headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, ` "a" , W/${etag}`, '*']) {
      const answer = await ask({ headers: { 'if-none-match': condition } });
      expect(answer.status, condition).toBe(304);
      expect(answer.text).toBe('');
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toContain('s-maxage=2');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.has('x-request-id')).toBe(true);
    }
  });

  test('is 304 to a HEAD with its ETag, with no other length than that of the answer', async () => {
    const { headers } = await ask();
    const head = await ask({ method: 'HEAD', headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(head.status).toBe(304);
    expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
  });

  test('is sent whole for another ETag', async () => {
    for (const condition of ['"other"', 'nonsense', '', '"', 'W/"other"']) {
      expect((await ask({ headers: { 'if-none-match': condition } })).status, condition).toBe(200);
    }
  });

  test('answers a HEAD with the same headers and no body', async () => {
    const whole = await ask();
    const head = await ask({ method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'cache-control', 'etag', 'content-length', 'access-control-allow-origin']) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
    }
  });
});

test('the two ways send the same headers', async () => {
  api.deps.answers.flush();
  const [loaded, ready] = [await api.ask(path), await api.ask(path)];
  const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
  expect(names(ready)).toEqual(names(loaded));
  expect(ready.text).toBe(loaded.text);
});

test('a preflight is answered for any page and header', async () => {
  const states = ['products', 'variants'].map((noun) => `/api/v1/${noun}/preorder-state`);
  for (const url of [path, '/api/v1/waitlists', '/api/v1/availability', ...states]) {
    const { status, headers, text } = await api.ask(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    });
    expect(status).toBe(204);
    expect(text).toBe('');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect(headers.get('access-control-allow-headers')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  }
});

test('any page may read refusals', async () => {
  for (const url of ['/api/v1/waitlists', '/api/v1/availability?api_key=x&product_id=1', `${path}0`]) {
    const { status, headers } = await api.ask(url);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('the next request sees a change in this process', async () => {
  const stock = async () => ((await api.ask(path)).json.data as { available_stock: number }).available_stock;
  const before = await stock();
  await api.db.query('UPDATE unit SET sold = sold + 1 WHERE waitlist_id = $1 AND variant_id = $2', [
    store.waitlistId,
    store.product.variants[0]?.id,
  ]);
  expect(await stock()).toBe(before); // no notification yet
  api.deps.answers.invalidate(store.storeId, store.product.id);
  expect(await stock()).toBe(before - 1);
});
