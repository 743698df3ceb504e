import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import { DESKTOP, expectAccessible, type OpenPage, openPage, PHONE, takeScreenshot } from './browser.ts';
import { OWNER } from './portal.ts';
import { freePorts } from './service-process.ts';
import { type System, startSystem } from './system.ts';

export type PortalStage = System & { portalUrl: string };

/** Starts the whole service with its portal. */
export async function startPortalSystem(options: Parameters<typeof startSystem>[0] = {}): Promise<PortalStage> {
  const [portalPort = 0] = await freePorts(1);
  const portalUrl = `http://localhost:${portalPort}`;
  const system = await startSystem({ ...options, portalPort, portalUrl });
  return { ...system, portalUrl };
}

/** Opens a page of the portal as somebody who is not signed in. */
export function openPortal(
  browser: Browser,
  { portalUrl }: PortalStage,
  { path = '/', ...context }: BrowserContextOptions & { path?: string } = {},
): Promise<OpenPage> {
  return openPage(browser, portalUrl + path, context);
}

/** Makes the owner of the installation through the page behind the link. The browser is signed in afterwards. */
export async function becomeOwner(
  browser: Browser,
  stage: PortalStage,
  context: BrowserContextOptions = {},
): Promise<OpenPage> {
  const { url } = await createOwnerLink(stage.deps, OWNER.email);
  const open = await openPage(browser, url, context);
  await open.page.getByLabel('Your name').fill(OWNER.name);
  await open.page.getByLabel('New password').fill(OWNER.password);
  await open.page.getByRole('button', { name: 'Create the account' }).click();
  return open;
}

/** Signs in with the password of the owner. */
export async function signIn({ page }: OpenPage, password = OWNER.password): Promise<void> {
  await page.getByLabel('E-mail address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns what went wrong in the page. Browsers also log every refusal of the service: those are what tests ask for. */
export function problemsOf({ problems }: OpenPage): string[] {
  return problems.filter((problem) => !/the server responded with a status of 4\d\d/.test(problem));
}

/** Saves a form that somebody else was faster than. Returns what it says of that. */
export async function saveAfterOther(page: Page, save: Locator): Promise<Locator> {
  const [sent] = await Promise.all([page.waitForRequest((request) => request.method() !== 'GET'), save.click()]);
  expect(sent.headers()['if-match'], sent.url()).toMatch(/^"[\w-]{22}"$/);
  const said = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' });
  await said.waitFor();
  await expectAccessibleInBoth(page);
  return said;
}

/** Whether nothing of the page is wider than the screen. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

/** Looks at the page with axe in both colour schemes, as it is open. Leaves it light. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/**
 * Looks at the page with axe, light on a wide screen and dark on a phone, where nothing may be wider than the screen; takes a picture of
 * each. Leaves it wide and light.
 */
export async function lookEverywhere(page: Page, name: string): Promise<void> {
  for (const [screen, viewport, colorScheme] of [
    ['phone', PHONE, 'dark'],
    ['desk', DESKTOP, 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    expect(await fitsWidth(page), screen).toBe(true);
    await takeScreenshot(page, `${name}-${screen}`);
  }
}
