import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults, Result, RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumLaunchOptions } from './chromium.ts';

/** The two viewport sizes of the browser tests. */
export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

export type OpenPage = {
  page: Page;
  /** Console warnings and errors, uncaught errors and failed requests so far. Most tests expect `[]` at the end. */
  problems: string[];
  close(): Promise<void>;
};

/**
 * Launches the browser. Each page has its own context (cookies, cache, storage); `close` closes the contexts that are still
 * open. A launch takes as long as a test, so the files of a worker share one browser, which ends with the worker.
 *
 *     const browser = await launchBrowser();
 *     afterAll(() => browser.close());
 */
export async function launchBrowser(): Promise<Browser> {
  if (!running?.isConnected()) {
    const browser = await chromium.launch(await chromiumLaunchOptions());
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    };
    running = browser;
  }
  return running;
}

let running: Browser | undefined;

/** Playwright's options of a context, and a script that runs first in each of its documents. */
export type PageOptions = BrowserContextOptions & { initScript?: string };

/**
 * Opens `url` in a new context, by default at desktop size and in English. Reduced motion spares the tests waiting for
 * animations. `options` are Playwright's: `{ viewport: PHONE, hasTouch: true, locale: 'de-DE' }`.
 */
export async function openPage(
  browser: Browser,
  url: string,
  { initScript, ...options }: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-GB', // the browser's default locale makes Intl throw
    reducedMotion: 'reduce',
    ...options,
  });
  if (initScript) await context.addInitScript(initScript);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left aborts its requests; that is no failure.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`);
  });
  await page.goto(url);
  const close = async () => {
    // Otherwise a request that a test still holds back would fail in the next test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, problems, close };
}

/** Resizes the page and waits for its frames: each is another process and learns of the new size a little later. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  for (const frame of page.frames()) await expect.poll(() => knowsItsWidth(frame), { interval: FRAME_MS }).toBe(true);
}

const FRAME_MS = 16; // one frame of the screen

async function knowsItsWidth(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const around = await frame.frameElement();
  const width = await around.evaluate((element) => (element as HTMLElement).clientWidth);
  return width === 0 || width === (await frame.evaluate(() => innerWidth));
}

/**
 * Saves a screenshot to `.cache/screenshots/NAME.png` if `SCREENSHOTS` is set. It is for people to look at; no test compares
 * it.
 */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const folder = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}

declare const axe: { run(options?: RunOptions): Promise<AxeResults> };

// axe silently leaves out a frame that does not answer within half a second by default. A busy machine needs longer.
const FRAME_ANSWERS_MS = 5_000;

// Our frames are other sites, and axe talks to its copies in them by messages. Its few non-ASCII letters are escaped:
// otherwise the source would take twice the memory and much longer on its way into each document.
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').then(
  (source) => `${source.replace(/[^\0-\x7f]/g, escaped)}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`,
);

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Runs every rule of axe over the page and all its frames in their present state. Throws with the violations. */
export async function expectAccessible(page: Page): Promise<void> {
  const source = await axeSource;
  await Promise.all(page.frames().map((frame) => bringAxe(frame, source)));
  const options: RunOptions = { resultTypes: ['violations'], pingWaitTime: FRAME_ANSWERS_MS };
  const { violations } = await page.evaluate((given) => axe.run(given), options);
  if (violations.length > 0) throw new Error(`axe found:\n${violations.map(describeViolation).join('\n')}`);
}

/** Injects axe once for each document: parsing half a megabyte takes longer than most runs of axe. */
async function bringAxe(frame: Frame, source: string): Promise<void> {
  if (frame.url() === '') return; // its document is not loaded yet
  const bring = async () => {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
  };
  await bring().catch((error: unknown) => {
    if (!frame.isDetached()) throw error; // a frame that has gone meanwhile is no part of the page
  });
}

function describeViolation({ id, impact, help, nodes }: Result): string {
  const places = nodes.map(
    (node) => `    ${node.target.flat().join(' > ')}  ${node.html}\n      ${node.failureSummary}`,
  );
  return `  ${id} (${impact}): ${help}\n${places.join('\n')}`;
}
