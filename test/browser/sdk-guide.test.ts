import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_STORE } from '../../demo/catalogue.ts';
import { seedDemo } from '../../demo/seed.ts';
import { ROOM_LINES } from '../../src/protocol/wire/placement-room.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { watchShifts } from '../support/layout-shift.ts';
import { type StoreSite, type System, serveStore, startSystem } from '../support/system.ts';

let system: System;
let browser: Browser;
let site: StoreSite;
let guide: string;
const pages: Record<string, string> = {};
beforeAll(async () => {
  [system, browser] = [await startSystem(), await launchBrowser()];
  site = await serveStore(pages);
  await seedDemo(system.deps, site.url);
  const text = await readFile(new URL('../../docs/guides/sdk.md', import.meta.url), 'utf8');
  guide = text.replaceAll('http://127.0.0.1:4000', system.baseUrl);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await system.stop();
});

const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1] ?? '');

test('every piece of code in the guide runs in order with its described effect', async () => {
  const markup = blocks('html').filter((block) => block.includes('<div '));
  pages['/'] = `<!doctype html><html lang="en"><head><title>Guide</title>${blocks('html')[0]}
    <style>${blocks('css').join('')}</style></head><body>${markup.join('')}</body></html>`;
  pages['/account.json'] = JSON.stringify({ email: 'maya@example.com' });
  const { page, problems, close } = await openPage(browser, `${site.url}/`);
  const loaded = 'window.loaded = 0; addEventListener("Service:PlacementLoaded", () => { loaded++; });';
  await page.evaluate(loaded);
  const source = blocks('js').join('\n');
  await page.evaluate(
    `(async () => {${source.replaceAll('const { data }', 'var { data }')}; window.answers = [data, waitlists.data]; window.choose = choose })()`,
  );
  const calls = (source.match(/Service\.(load|update)\(/g) ?? []).length - 1;
  await page.waitForFunction((count) => (window as unknown as { loaded: number }).loaded === count, calls);
  expect(await page.evaluate('answers[0]')).toMatchObject({ id: '1001', available: true });
  expect(await page.evaluate('answers[1].length')).toBeGreaterThan(0);
  const { variants } = (await page.evaluate('answers[0]')) as { variants: { id: string }[] };
  await page.evaluate(`choose(${JSON.stringify(variants[0]?.id)})`);
  await page.waitForFunction((count) => (window as unknown as { loaded: number }).loaded === count, calls + 2);
  await page.frameLocator('div:first-of-type + div iframe').locator('#button:enabled').waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('the snippet for the end of a page runs unchanged', async () => {
  pages['/late'] = `<!doctype html><html lang="en"><title>Guide</title><body>${blocks('html')[1]}</body></html>`;
  const { page, problems, close } = await openPage(browser, `${site.url}/late`);
  await page.waitForFunction('window.Service');
  expect(await page.evaluate(`Service.init({ apiKey: '${DEMO_STORE.publicKey}' })`)).toBeUndefined();
  expect(problems).toEqual([]);
  await close();
});

test.each([PHONE, DESKTOP])('the snippet for the end of a page moves nothing on it ($width px)', async (viewport) => {
  const containers = ['price', 'button'].map((type) => `<div data-service-placement-type="${type}"></div>`).join('');
  const snippet = blocks('html')[1] ?? '';
  for (const line of ROOM_LINES) expect(snippet).toContain(line);
  const loads = `Service.init({ apiKey: '${DEMO_STORE.publicKey}' });
    for (const placementType of ['price', 'button']) Service.load({ placementType, productId: '1001' });`;
  pages['/still'] =
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Guide</title><body>
    <h1>Aurora Jacket</h1>${containers}<p style="height: 500px; background: #ddd">Below</p>
    ${snippet.replace(/Service\.init\([^)]*\);/, loads)}</body></html>`;
  const { page, close } = await openPage(browser, 'about:blank', { viewport });
  const moved = await watchShifts(page);
  await page.goto(`${site.url}/still`);
  await page.waitForFunction(() => document.querySelectorAll('[data-service-state=ready]').length === 2);
  expect(await moved()).toBeLessThan(0.01);
  await close();
});

test('the service serves the guide with its own address at the links in the SDK’s errors', async () => {
  const { page, problems, close } = await openPage(browser, `${system.baseUrl}/docs/sdk#errors`);
  expect(await page.locator('#errors').textContent()).toBe('Errors');
  const text = await page.locator('main').innerText();
  expect(text).toContain(`${system.baseUrl}/api/v1/service.js`);
  for (const code of ['not_initialised', 'container_not_found', 'frame_unavailable']) expect(text).toContain(code);
  expect(await page.locator('a[href$=".md"]').count()).toBe(0);
  expect(problems).toEqual([]);
  await expectAccessible(page);
  await takeScreenshot(page, 'sdk-guide');
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await close();
});

test('linked guides are served too, and links to other files are plain text', async () => {
  const { page, problems, close } = await openPage(browser, `${system.baseUrl}/docs/sdk`, { viewport: PHONE });
  const seen = new Set(['/docs/sdk']);
  for (const path of seen) {
    await page.goto(system.baseUrl + path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width);
    expect(await page.title(), path).toContain((await page.locator('h1').textContent()) ?? 'no heading');
    const links = page.locator('main a');
    for (const href of await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))) {
      const { origin, pathname, hash } = new URL(href);
      if (origin !== system.baseUrl || !pathname.startsWith('/docs/')) continue;
      seen.add(pathname);
      if (pathname === path && hash) expect(await page.locator(`[id="${hash.slice(1)}"]`).count(), href).toBe(1);
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['/docs/contract', '/docs/errors', '/docs/http-api', '/docs/policies']),
  );
  expect(problems).toEqual([]);
  await close();
});
