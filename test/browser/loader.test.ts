import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadOptions } from '../../packages/loader/src/index.ts';
import { bundleForPage, runOnServer } from '../support/packages.ts';
import { BUTTON, openStage, openStorePage, type Stage } from '../support/placement-page.ts';
import { serveStore } from '../support/system.ts';

let stage: Stage;
let script: string;
beforeAll(async () => {
  stage = await openStage();
  script = await bundleForPage(`
    import { loadService } from 'waitlist-preorder-loader';
    const codeOf = (error) => error instanceof Error ? error.code : 'no error: ' + error;
    globalThis.load = (options) => loadService(options).then((service) => service === window.Service, codeOf);
  `);
});
afterAll(() => stage.close());

const tag = (attributes: string) => `<script ${attributes} src="${stage.system.baseUrl}/api/v1/service.js"></script>`;
const pageOf = (body = '', head = '') =>
  `<!doctype html><html lang="en"><head><title>Store</title>${head}</head><body>${BUTTON}${body}<script>${script}</script></body></html>`;

const open = (html = pageOf()) => openStorePage(stage, html);
const load = (options?: Partial<LoadOptions>) =>
  `load(${JSON.stringify({ baseUrl: stage.system.baseUrl, ...options })})`;
const SCRIPTS = `document.querySelectorAll('script[src*="service.js"]').length`;

describe('on a server', () => {
  test('importing does nothing, and loading rejects', async () => {
    const before = Object.keys(globalThis);
    const { loadService } = await runOnServer(`export * from 'waitlist-preorder-loader';`);
    expect(Object.keys(globalThis)).toEqual(before);
    const rejected = (loadService as (options: LoadOptions) => Promise<unknown>)({ baseUrl: stage.system.baseUrl });
    await expect(rejected).rejects.toMatchObject({ code: 'no_browser' });
  });
});

describe('in a page', () => {
  test('importing loads nothing; loading brings a working SDK', async () => {
    const { page, requests, problems, close } = await open();
    expect(requests).toEqual([]);
    expect(await page.evaluate(`'Service' in window`)).toBe(false);
    expect(await page.evaluate(load())).toBe(true);
    await page.evaluate(`new Promise((resolve) => {
      Service.on('PlacementLoaded', resolve);
      Service.init({ apiKey: '${stage.store.storeKey}' });
      Service.load({ placementType: 'button', productId: '${stage.store.product.externalId}' });
    })`);
    expect(problems).toEqual([]);
    await close();
  });

  test('repeated calls load one script', async () => {
    const { page, requests, close } = await open();
    const slash = load({ baseUrl: `${stage.system.baseUrl}/` });
    const calls = [load(), load(), slash, load({ timeoutMs: 5_000 })].join(', ');
    expect(await page.evaluate(`Promise.all([${calls}])`)).toEqual([true, true, true, true]);
    expect(await page.evaluate(load())).toBe(true);
    expect(await page.evaluate(SCRIPTS)).toBe(1);
    expect(requests).toHaveLength(1);
    await close();
  });

  test.each([
    ['has run already', () => pageOf('', tag(''))],
    ['is still on its way', () => pageOf(tag('async'))],
    ['waits for the page', () => pageOf('', tag('defer'))],
    ['has a query', () => pageOf('', tag('').replace('.js', '.js?v=2'))],
  ])('the page’s own script is used when it %s', async (_name, html) => {
    const { page, close } = await open(html());
    expect(await page.evaluate(load())).toBe(true);
    expect(await page.evaluate(SCRIPTS)).toBe(1);
    await close();
  });

  test('an element with the id of the SDK’s global is not taken for it', async () => {
    const { page, close } = await open(pageOf('<form id="Service"><input name="on"></form>'));
    expect(await page.evaluate(load())).toBe(true);
    await close();
  });
});

describe('every failure has a code', () => {
  test.each([
    ['no address', { baseUrl: '' }],
    ['half an address', { baseUrl: '//preorders.example' }],
    ['another scheme', { baseUrl: 'javascript:alert(1)//' }],
    ['an address with a query', { baseUrl: 'https://preorders.example/?a=b' }],
    ['no text', { baseUrl: null }],
    ['no time', { timeoutMs: 0 }],
    ['not a number', { timeoutMs: 'soon' }],
  ])('misuse: %s', async (_name, options) => {
    const { page, requests, close } = await open();
    expect(await page.evaluate(load(options as Partial<LoadOptions>))).toBe('invalid_parameter');
    expect(await page.evaluate(`load()`)).toBe('invalid_parameter');
    expect(requests).toEqual([]);
    await close();
  });

  test('a script of another service', async () => {
    const { page, close } = await open(pageOf('', tag('')));
    expect(await page.evaluate(load({ baseUrl: 'https://preorders.example' }))).toBe('other_service');
    expect(await page.evaluate(SCRIPTS)).toBe(1);
    await close();
  });

  test('no network; the next call retries', async () => {
    const { page, close } = await open();
    await page.route('**/service.js', (route) => route.abort());
    expect(await page.evaluate(`Promise.all([${load()}, ${load()}])`)).toEqual(['network_error', 'network_error']);
    expect(await page.evaluate(SCRIPTS)).toBe(0);
    await page.unroute('**/service.js');
    expect(await page.evaluate(load())).toBe(true);
    await close();
  });

  test('the page’s own script that failed before the call; the next call loads another', async () => {
    const html = pageOf('', tag('').replace('.js', '.js?broken'));
    const opened = await openStorePage(stage, '<!doctype html><title>Store</title>');
    await opened.page.route('**/service.js?broken', (route) => route.abort());
    const path = `/page-${Object.keys(stage.site.pages).length}`;
    stage.site.pages[path] = html;
    await opened.page.goto(stage.site.url + path);
    expect(await opened.page.evaluate(load({ timeoutMs: 50 }))).toBe('timeout');
    expect(await opened.page.evaluate(load())).toBe(true);
    await opened.close();
  });

  test('a time-out; the script is not requested twice and may still arrive', async () => {
    const { page, requests, close } = await open();
    const gate = Promise.withResolvers<void>();
    await page.route('**/service.js', async (route) => {
      await gate.promise;
      await route.continue();
    });
    expect(await page.evaluate(load({ timeoutMs: 30 }))).toBe('timeout');
    const later = page.evaluate(load());
    gate.resolve();
    expect(await later).toBe(true);
    expect(requests).toHaveLength(1);
    await close();
  });

  test('another content in its place; the next call retries', async () => {
    const { page, close } = await open();
    await page.route('**/service.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '/* hello */' }),
    );
    expect(await page.evaluate(load())).toBe('invalid_script');
    await page.unroute('**/service.js');
    expect(await page.evaluate(load())).toBe(true);
    await close();
  });
});

describe('strict pages', () => {
  /** Returns a page with a policy, whose one script has the nonce. */
  async function openStrict(policy: string) {
    const headers = { 'content-security-policy': policy };
    const nonced = pageOf().replace('<script>', '<script nonce="bm9uY2U">');
    const pages = {};
    const strict = { ...(await serveStore(pages, headers)), pages };
    const opened = await openStorePage({ browser: stage.browser, site: strict }, nonced);
    return { ...opened, close: () => Promise.all([opened.close(), strict.close()]) };
  }
  const policy = () => `default-src 'none'; script-src 'nonce-bm9uY2U'; frame-src ${stage.system.baseUrl}`;

  test('the page’s nonce is used', async () => {
    const { page, problems, close } = await openStrict(policy());
    expect(await page.evaluate(load())).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });

  test('a nonce in the options overrides it', async () => {
    const { page, problems, close } = await openStrict(policy());
    expect(await page.evaluate(load({ nonce: 'b3RoZXI' }))).toBe('network_error');
    expect(problems.join()).toContain('Content Security Policy');
    await close();
  });

  test('Trusted Types: with its policy allowed, no violation is reported', async () => {
    const allowed = `${policy()}; require-trusted-types-for 'script'; trusted-types waitlist-preorder-loader`;
    const { page, problems, close } = await openStrict(allowed);
    await page.route('**/service.js', (route) => route.abort(), { times: 1 });
    expect(await page.evaluate(load())).toBe('network_error');
    expect(await page.evaluate(load())).toBe(true);
    expect(problems.filter((problem) => problem.includes('Trusted'))).toEqual([]);
    await close();
  });

  test('Trusted Types: without a policy, it rejects with its code', async () => {
    const { page, close } = await openStrict(`${policy()}; require-trusted-types-for 'script'; trusted-types 'none'`);
    expect(await page.evaluate(load())).toBe('blocked_by_policy');
    expect(await page.evaluate(SCRIPTS)).toBe(0);
    await close();
  });
});
