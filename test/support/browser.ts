import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults, Result, RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumLaunchOptions } from './chromium.ts';

/** The two sizes that the shop is looked at in. */
export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1440, height: 900 } as const;

export type OpenPage = {
  page: Page;
  /** What the console said above `log`, uncaught errors and failed requests, so far. Most tests expect `[]` at the end. */
  problems: string[];
  close(): Promise<void>;
};

/**
 * The browser, of which each page has a context (cookies, cache, storage) of its own; `close` closes what is left of them.
 * Starting it takes as long as a test: the files of a worker share one, which ends with the worker.
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

/**
 * Opens `url` in a context of its own, at desktop size and in English unless told otherwise, with reduced motion so that
 * nothing has to be waited for. `options` are Playwright's: `{ viewport: PHONE, hasTouch: true, locale: 'de-DE' }`.
 */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'en-GB', // the browser's default one makes Intl throw
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that goes away ends what it was loading; that is no fault.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${reason}`);
  });
  await page.goto(url);
  const close = async () => {
    // A request that a test still holds back is no error of the next test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, problems, close };
}

/** Gives the page another size, and waits for its frames: each is another process, which hears of it a little later. */
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
 * Saves what the page shows now to `.cache/screenshots/NAME.png`, for people to look at, where `SCREENSHOTS` asks for it;
 * compares nothing.
 */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  const folder = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}${name}.png` });
}

declare const axe: { run(options?: RunOptions): Promise<AxeResults> };

// axe leaves out, without a word, what does not answer: of itself after half a second, which a busy machine's frame takes.
const FRAME_ANSWERS_MS = 5_000;

// Our frames are other sites; axe talks to itself in them by messages. Its few letters beyond ASCII are escaped: with them
// all of it would take twice the room, and many times as long on its way into each document.
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').then(
  (source) => `${source.replace(/[^\0-\x7f]/g, escaped)}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`,
);

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Runs every rule of axe over the page and all its frames, in the state it is in now, and throws with what it found. */
export async function expectAccessible(page: Page): Promise<void> {
  const source = await axeSource;
  await Promise.all(page.frames().map((frame) => bringAxe(frame, source)));
  const options: RunOptions = { resultTypes: ['violations'], pingWaitTime: FRAME_ANSWERS_MS };
  const { violations } = await page.evaluate((given) => axe.run(given), options);
  if (violations.length > 0) throw new Error(`axe found:\n${violations.map(describeViolation).join('\n')}`);
}

/** Once a document: reading half a megabyte costs a frame more than axe's look at most states of it. */
async function bringAxe(frame: Frame, source: string): Promise<void> {
  if (frame.url() === '') return; // its document has not come yet
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(source);
}

function describeViolation({ id, impact, help, nodes }: Result): string {
  const places = nodes.map(
    (node) => `    ${node.target.flat().join(' > ')}  ${node.html}\n      ${node.failureSummary}`,
  );
  return `  ${id} (${impact}): ${help}\n${places.join('\n')}`;
}
