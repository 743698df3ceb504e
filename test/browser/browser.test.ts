import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, launchBrowser, openPage, takeScreenshot } from '../support/browser.ts';

// The outer page is on localhost, the inner one on 127.0.0.1: two sites, like a store and the service.
let server: Server;
let port: number;
const browser = await launchBrowser();

const STRICT = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const frame = (path: string) => `<iframe title="Inner" src="http://127.0.0.1:${port}${path}"></iframe>`;
const bodies = (): Record<string, string> => ({
  '/good': `<main><h1>Good</h1><p>Αβγ Жук ✓ <code>mono</code></p>${frame('/inner-good')}</main>`,
  '/bad': '<main><h1>Bad</h1><input></main>',
  '/outer': `<main><h1>Outer</h1>${frame('/inner-bad')}</main>`,
  '/inner-good': '<p>Inner</p>',
  '/inner-bad': '<p>Inner</p><input>',
});
const page = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body>${body}</body></html>`;

beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url?.startsWith('/inner')) response.setHeader('content-security-policy', STRICT);
    response.end(page(bodies()[request.url ?? ''] ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await browser.close();
  server.close();
});

test('an accessible page with a frame of another site passes', async () => {
  const { page, problems, close } = await openPage(browser, `http://localhost:${port}/good`);
  await expectAccessible(page);
  await takeScreenshot(page, 'browser-good');
  expect(problems).toEqual([]);
  await close();
});

test('a violation in the page, or only in a strict frame of another site, is reported', async () => {
  const bad = await openPage(browser, `http://localhost:${port}/bad`);
  await expect(expectAccessible(bad.page)).rejects.toThrow(/label.*input/s);
  await bad.page.goto(`http://localhost:${port}/outer`);
  await expect(expectAccessible(bad.page)).rejects.toThrow(/iframe > input/);
  await bad.close();
});

test('text is drawn, and Intl knows the locale', async () => {
  const { page, close } = await openPage(browser, `http://localhost:${port}/good`, { locale: 'de-DE' });
  expect(await page.evaluate(() => new Intl.NumberFormat().format(1234.5))).toBe('1.234,5');
  const widths = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return [];
    return ['16px sans-serif', '16px monospace'].map((font) => {
      context.font = font;
      return [context.measureText('iiii').width, context.measureText('WWWW').width];
    });
  });
  const [[sansThin, sansWide], [monoThin, monoWide]] = widths as [[number, number], [number, number]];
  expect(sansThin).toBeGreaterThan(0);
  expect(sansWide).toBeGreaterThan(sansThin);
  expect(monoWide).toBe(monoThin);
  await close();
});
