import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLibrary } from '../../src/surfaces/docs/library.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
const entries = (await readLibrary()).flatMap((shelf) => shelf.entries);
const paths = ['/docs', ...entries.map(({ slug }) => `/docs/${slug}`)];
const pages = new Map<string, string>();
let parts: string[] = []; // of the API reference
const ADDRESS = 'https://preorders.example.com';

beforeAll(async () => {
  api = await startApi({ deps: { baseUrl: ADDRESS } });
  for (const path of paths) pages.set(path, (await api.ask(path)).text);
  parts = [...new Set(linksIn(pageAt('/docs/api')).filter((href) => href.startsWith('/docs/api/')))];
  for (const path of parts) pages.set(path, (await api.ask(path)).text);
  paths.push(...parts);
});
afterAll(() => api.stop());

const pageAt = (path: string) => pages.get(path) ?? '';
const idsIn = (markup: string) => [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
const linksIn = (markup: string) => [...markup.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href);

test('serves every guide of the list, and none for people who change the code', async () => {
  expect(entries.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['first-waitlist', 'sdk', 'operating', 'cli', 'api', 'contract', 'errors', 'glossary']),
  );
  for (const path of paths) expect(pageAt(path), path).toMatch(/^<!doctype html>[\s\S]*<h1>/);
  for (const path of [
    '/docs/debugging',
    '/docs/frame-protocol',
    '/docs/README',
    '/docs/0155-a-checkout-is-served-from-one-batch',
  ])
    expect((await api.ask(path)).status, path).toBe(404);
});

test('no page has an id twice, and no link leads nowhere', () => {
  for (const path of paths) {
    const ids = idsIn(pageAt(path));
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
    for (const href of linksIn(pageAt(path)).filter((one) => /^(#|\/docs)/.test(one))) {
      const [to = '', id] = href.split('#');
      expect(paths, `${path} links ${href}`).toContain(to || path);
      if (id) expect(idsIn(pageAt(to || path)), `${path} links ${href}`).toContain(decodeURIComponent(id));
    }
  }
});

test('each page names itself in the menu, once, and its neighbours', () => {
  for (const [index, { slug, title }] of entries.entries()) {
    const markup = pageAt(`/docs/${slug}`);
    expect(markup.match(/ aria-current="page"/g), slug).toHaveLength(1);
    expect(markup).toContain(`<a href="/docs/${slug}" aria-current="page">${title.replaceAll("'", '&#39;')}</a>`);
    const next = entries[index + 1];
    if (next && slug !== 'api') expect(markup).toContain(`<a class="next" href="/docs/${next.slug}">`);
  }
  expect(parts.length).toBeGreaterThan(5);
  for (const [index, path] of parts.entries()) {
    expect(pageAt(path).match(/ aria-current="page"/g), path).toHaveLength(1);
    const before = parts[index - 1] ?? '/docs/api';
    expect(pageAt(before)).toContain(`<a class="next" href="${path}">`);
  }
});

test('examples have the address of this service', () => {
  for (const path of paths) expect(pageAt(path), path).not.toContain('http://127.0.0.1:4000');
  expect(pageAt('/docs/sdk')).toContain(`${ADDRESS}/api/v1/service.js`);
});

test('the reference has parameters, fields, refusals and samples of every operation', async () => {
  type Operation = { operationId: string; tags: string[]; parameters?: { name: string }[] };
  const { paths: described } = (await api.ask('/openapi.json')).json as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(described).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = ['/docs/api', ...parts].flatMap((path) => pageAt(path).split('<section class="operation"').slice(1));
  expect(sections).toHaveLength(operations.length);
  for (const { path, method, operation } of operations) {
    const section = sections.find((one) => one.includes(`<h2 id="${operation.operationId}">`)) ?? '';
    const name = `${method} ${path}`;
    expect(section, name).toContain(`<code>${path}</code>`);
    for (const parameter of operation.parameters ?? [])
      expect(section, name).toContain(`<code>${parameter.name}</code>`);
    // A token of the private API never stands in a page, so there is no sample for one.
    const isPublic = operation.tags.includes('Public API');
    expect(section, name).toContain(`<a href="/docs/errors#${isPublic ? 'invalid_api_key' : 'invalid_api_token'}">`);
    expect(section.match(/role="tab"/g), name).toHaveLength(isPublic ? 3 : 2);
    expect(section.includes('data-try'), name).toBe(isPublic);
  }
});

test('samples in several languages follow the text in tabs, others are alone', () => {
  const markup = pageAt('/docs/sdk');
  expect(markup).toMatch(/role="tab"[^>]*data-language="js">JavaScript<\/button><button[^>]*>React<\/button>/);
  expect(markup).not.toContain('>curl</button>');
  expect(pageAt('/docs/loader')).not.toContain('role="tab"'); // a command and then code are two steps
});

describe('an answer', () => {
  test('is asked for again each time, and unchanged is 304', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/search.json']) {
      const { status, headers } = await api.ask(path);
      expect([status, headers.get('cache-control')], path).toEqual([200, 'public, max-age=0, must-revalidate']);
      const again = await api.ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([again.status, again.text], path).toEqual([304, '']);
    }
  });

  test('is compressed, and has a strict policy', async () => {
    const { headers } = await api.ask('/docs/errors', { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    for (const part of ["default-src 'none'", "trusted-types 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
  });

  test('of script, style and icon is kept for ever under the address that the pages give it', async () => {
    const assets = [...pageAt('/docs').matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(new Set(assets.map((path) => path.split('/').at(-1)))).toEqual(new Set(['site.js', 'site.css', 'icon.svg']));
    for (const path of assets) {
      const { status, headers } = await api.ask(path);
      expect([status, headers.get('cache-control')], path).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers.get('content-type'), path).toMatch(/; charset=utf-8$/);
    }
    // A page of another version still gets a script.
    const other = await api.ask('/docs/assets/another/site.js');
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate']);
  });

  test.each([
    '/docs/nothing-here',
    '/docs/',
    '/docs/sdk/',
    '/docs/static/..%2f..%2fpackage.json',
    '/docs/%3Cscript%3E',
    '/docs/assets/x/nothing.js',
  ])('for %s is a page that says so', async (path) => {
    const { status, headers, text } = await api.ask(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('There is no such page');
    expect(text).toContain('href="/docs/first-waitlist"');
    expect(text).not.toContain('<script>alert');
  });
});

test('the index of the search has every section, and every code and word that is looked up', async () => {
  const passages = (await api.ask('/docs/search.json')).json as unknown as {
    url: string;
    title: string;
    text: string;
  }[];
  const urls = passages.map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
  for (const url of ['/docs/sdk#line-item-properties', '/docs/errors#rate_limited', '/docs/api#getAvailability'])
    expect(urls).toContain(url);
  expect(passages.find(({ title }) => title === 'hold')?.text).toMatch(/units kept for a checkout/);
  for (const url of urls) {
    const [path = '', id] = url.split('#');
    expect(paths).toContain(path);
    if (id) expect(idsIn(pageAt(path)), url).toContain(id);
  }
});
