import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PRODUCTS, DEMO_STORE } from '../../../demo/catalogue.ts';
import { type DemoStore, startDemoStore } from '../../../demo/server.ts';

const SERVICE = 'http://127.0.0.1:4000';

let store: DemoStore;
beforeAll(async () => {
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: SERVICE });
});
afterAll(() => store.close());

const get = (path: string, init?: RequestInit) => fetch(`${store.url}${path}`, { redirect: 'manual', ...init });
const text = async (path: string) => (await get(path)).text();

test('answers every link and picture of every page', async () => {
  const seen = new Set<string>();
  const queue = ['/'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await get(path);
    expect(answer.status, path).toBe(200);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, target = ''] of (await answer.text()).matchAll(/(?:href|src)="(\/[^"#?]*)/g)) queue.push(target);
  }
  for (const { handle } of DEMO_PRODUCTS) expect(seen).toContain(`/products/${handle}`);
  for (const page of ['terms', 'privacy', 'returns']) expect(seen).toContain(`/pages/${page}`);
});

test('loads nothing but its own files and the service', async () => {
  const [home, jacket, style, picture] = await Promise.all(
    ['/', '/products/aurora-jacket', '/assets/store.css', '/images/hero.svg'].map(text),
  );
  const addresses = [home, jacket, style, picture].join('\n').match(/https?:\/\/[^"'\s<)]+/g) ?? [];
  const others = addresses.filter((url) => !url.startsWith(SERVICE) && url !== 'http://www.w3.org/2000/svg');
  expect(others).toEqual([]);
});

test('shows the snippet that the page runs', async () => {
  const page = await text('/products/halla-lantern');
  const script = /<script nonce="[^"]+">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const shown = /<code id="snippet">([\s\S]*?)<\/code>/.exec(page)?.[1] ?? '';
  const plain = shown
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  expect(script).toContain(`Service.init({ apiKey: '${DEMO_STORE.publicKey}' })`);
  expect(script).toContain('lineItemProperties');
  expect(plain).toContain(`<script>${script}</script>`);
  expect(plain).toContain(`<script async src="${SERVICE}/api/v1/service.js"></script>`);
});

test('allows the service’s script and frames in its policy, and no inline style', async () => {
  const policy = (await get('/products/skjul-tent')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`frame-src ${SERVICE}`);
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');
});

describe('the demo customer', () => {
  test('is known from signing in to signing out', async () => {
    expect(await (await get('/account.json')).json()).toBeNull();
    const answer = await get('/account/sign-in?back=/products/skjul-tent', { method: 'POST' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/products/skjul-tent');
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await (await get('/account.json', { headers: { cookie } })).json()).toMatchObject({
      email: 'maya.lindqvist@example.com',
      address: { country: 'DE' },
    });
    const out = await get('/account/sign-out', { method: 'POST', headers: { cookie } });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '%0d%0aX: y',
    '/%ff',
    '/%',
  ])('returns to a page of the store instead of %s', async (back) => {
    const answer = await get(`/account/sign-in?back=${back}`, { method: 'POST' });
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location, store.url).origin).toBe(store.url);
  });

  test('cannot be signed in by another site', async () => {
    const answer = await get('/account/sign-in', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

test.each([
  '/products/none',
  '/products/',
  '/products/aurora-jacket/x',
  '/pages/constructor',
  '/pages/',
  '/nowhere',
  '/images/none.svg',
  '/images/__proto__.svg',
  '/images/../server.ts',
  '/assets/core.ts',
  '/%',
  '//',
  '/%00',
  '/%ff',
])('answers %s with a page that says it is missing', async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('No such page');
});

test('shows the page without a change for an unknown variant', async () => {
  for (const variant of ['', '999', '"><script>', '100102']) {
    expect((await get(`/products/aurora-jacket?variant=${encodeURIComponent(variant)}`)).status).toBe(200);
  }
  expect(await text('/products/aurora-jacket?variant=100107')).toContain('aurora-jacket-dusk.svg');
  expect(await text('/products/aurora-jacket?variant=%22%3E%3Cscript%3E')).not.toContain('"><script>');
});

test('lets browsers revalidate pictures', async () => {
  const first = await get('/images/skjul-tent.svg');
  const etag = first.headers.get('etag') ?? '';
  expect((await get('/images/skjul-tent.svg', { headers: { 'if-none-match': etag } })).status).toBe(304);
});

describe('the playground', () => {
  test('has the store’s own policy, and its stage has the chosen one', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/playground')).toContain("trusted-types 'none'");
    expect(await policyOf('/playground/stage')).toBe("frame-ancestors 'self'");
    expect(await policyOf('/playground/stage?policy=trusted_types')).toMatch(
      /script-src 'nonce-[\w-]{22}'.*trusted-types 'none'; frame-ancestors 'self'$/,
    );
    const isolated = await get('/playground/stage?policy=isolated');
    expect(isolated.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  });

  test('takes known choices from the address, and ignores all others', async () => {
    const nonsense = [
      ['placement', 'policy', 'language', 'theme', 'direction', 'product', 'variant'].map((name) => `${name}=%3Cb%3E`),
      ['style.backgroundColor=red%27', 'use=style.backgroundColor', 'style.height=9999', 'style.border=%3Cb%3E'],
    ];
    const query = nonsense.flat().join('&');
    const plain = (markup: string) => markup.replaceAll(/nonce="[^"]+"|back=[^"]+/g, '');
    expect(plain(await text(`/playground?${query}`))).toBe(plain(await text('/playground')));
    expect(plain(await text(`/playground/stage?${query}`))).toBe(plain(await text('/playground/stage')));
  });

  test('gives a token to a signed-in customer alone', async () => {
    const withSecret = await startDemoStore({
      port: 0,
      host: '127.0.0.1',
      serviceUrl: SERVICE,
      sharedSecret: async () => 'a shared secret of the store',
    });
    const tokenOf = async (cookie: string) => {
      const answer = await fetch(`${withSecret.url}/account/token.json`, { headers: { cookie } });
      return ((await answer.json()) as { token: string | null }).token;
    };
    expect(await tokenOf('')).toBeNull();
    const token = await tokenOf('aldersund_customer=1');
    const { payload, protectedHeader } = await jwtVerify(token ?? '', Buffer.from('a shared secret of the store'));
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload).toEqual({ email: 'maya.lindqvist@example.com', iat: expect.any(Number) });
    expect(Math.abs(Date.now() / 1000 - (payload.iat ?? 0))).toBeLessThan(5);
    await withSecret.close();
  });
});
