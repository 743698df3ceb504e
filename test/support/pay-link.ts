import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createLink, linkAddress } from '../../src/core/links/commands.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../src/protocol/wire/test-cards.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { expectAccessible, type OpenPage, openPage, takeScreenshot } from './browser.ts';
import type { Sold } from './charges.ts';
import type { Core } from './core.ts';

/** Turns the deps of a running service into a core for the helpers. */
export const coreOf = (deps: Deps): Core => ({ ...deps, stop: async () => {} });

/** Creates a link and returns its address, as a mail has it. */
export async function payAddress(
  deps: Pick<Deps, 'db' | 'secrets' | 'baseUrl'>,
  { storeId, preorderId }: Pick<Sold, 'storeId' | 'preorderId'>,
  { purpose = 'pay', minutes = 60 }: { purpose?: 'pay' | 'card'; minutes?: number } = {},
): Promise<string> {
  const { id } = await createLink(deps.db, { storeId, preorderId, purpose, minutes });
  return linkAddress(deps, id, purpose);
}

export async function openPayPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const opened = await openPage(browser, url, options);
  await opened.page.waitForSelector('h1');
  return opened;
}

async function enterCard(page: Page, behaviour: TestCardBehaviour): Promise<void> {
  const { number = '' } = TEST_CARDS.find((card) => card.behaviour === behaviour) ?? {};
  await page.fill('#cardNumber', number);
  await page.fill('#cardExpiry', '1239');
  await page.fill('#cardCode', '123');
}

/** Enters a card and presses the button. */
export async function payOn(page: Page, behaviour: TestCardBehaviour): Promise<void> {
  await enterCard(page, behaviour);
  await page.click('button[type="submit"]');
}

export const heading = async (page: Page): Promise<string> => ((await page.textContent('h1')) ?? '').trim();

/** Expects an accessible page without horizontal overflow, and takes a screenshot. */
export async function checkLook(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, `${name} is too wide`).toBeLessThanOrEqual(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: Math.max(600, height) });
  await takeScreenshot(page, `pay-${name}`);
}
