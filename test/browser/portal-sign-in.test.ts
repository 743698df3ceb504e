import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { OWNER } from '../support/portal.ts';
import {
  becomeOwner,
  openPortal,
  type PortalStage,
  problemsOf,
  signIn,
  startPortalSystem,
} from '../support/portal-page.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let browser: Browser;
let stage: PortalStage;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  await createStoreWithWaitlist(stage, { store: { slug: 'fjord', name: 'Fjord Outdoor' } });
});
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('the link of the owner makes an account, and leads into the store', async () => {
  const open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  await heading(open.page, 'Fjord Outdoor').waitFor();
  expect(new URL(open.page.url()).pathname).toBe('/stores/fjord');
  await open.page.getByText('Put it on a page').waitFor();
  await expectAccessible(open.page);
  await takeScreenshot(open.page, 'portal-home-desk');
  expect(problemsOf(open)).toEqual([]);
  await open.close();
});

test('a link that was used says what to do', async () => {
  const { url } = await createOwnerLink(stage.deps, null);
  const open = await openPage(browser, url.replace(/.{4}$/, 'AAAA'));
  await heading(open.page, 'This link does not work').waitFor();
  expect(open.page.url(), 'the secret is no longer in the address').toBe(`${stage.portalUrl}/links`);
  await expectAccessible(open.page);
  await open.close();
});

test('a browser that names no language that can be written shows the portal all the same', async () => {
  const open = await openPortal(browser, stage, { path: '/stores/fjord' });
  await open.page.addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] });
  });
  await open.page.reload();
  await signIn(open);
  await heading(open.page, 'Fjord Outdoor').waitFor();
  expect(problemsOf(open)).toEqual([]);
  await open.close();
});

describe.each([
  ['phone-light', { viewport: PHONE, colorScheme: 'light' }],
  ['desk-dark', { viewport: DESKTOP, colorScheme: 'dark' }],
] as const)('signing in, %s', (name, context) => {
  test('asks at the address that was opened, and goes on there', async () => {
    const open = await openPortal(browser, stage, { path: '/stores/fjord/waitlists', ...context });
    const { page } = open;
    await heading(page, 'Sign in').waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `portal-sign-in-${name}`);
    await signIn(open, 'another password');
    await page.getByRole('alert').getByText('E-mail address or password are not right.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    await expectAccessible(page);
    await takeScreenshot(page, `portal-sign-in-refused-${name}`);
    await signIn(open);
    await heading(page, 'Waitlists').waitFor();
    expect(new URL(page.url()).pathname).toBe('/stores/fjord/waitlists');
    expect(problemsOf(open)).toEqual([]);
    await open.close();
  });
});

test('a session that ends asks again over the page, and keeps what was typed', async () => {
  const open = await openPortal(browser, stage, { path: '/account' });
  const { page } = open;
  await signIn(open);
  await page.getByLabel('Your name').fill('Ada King');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(OWNER.password);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada King');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await expectAccessible(page);
  await open.close();
});

test('all other sessions are ended at once', async () => {
  const [here, there] = [await openPortal(browser, stage, { path: '/account' }), await openPortal(browser, stage)];
  for (const each of [there, here]) {
    await signIn(each);
    await heading(each.page, each === here ? 'Your account' : 'Fjord Outdoor').waitFor();
  }
  const end = here.page.getByRole('button', { name: 'End all others' });
  await end.click();
  await here.page.getByText('All other sessions have ended.').waitFor();
  await expectAccessible(here.page);
  await end.waitFor({ state: 'detached' });
  await there.page.reload();
  await heading(there.page, 'Sign in').waitFor();
  for (const each of [there, here]) await each.close();
});

test('the portal speaks the language of the browser', async () => {
  const open = await openPortal(browser, stage, { locale: 'de-DE' });
  await heading(open.page, 'Anmelden').waitFor();
  expect(await open.page.evaluate(() => document.documentElement.lang)).toBe('de');
  await expectAccessible(open.page);
  await open.close();
});

test('signing out ends the session', async () => {
  const open = await openPortal(browser, stage);
  const { page } = open;
  await signIn(open);
  await page.getByRole('button', { name: /^Ada/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.reload();
  await heading(page, 'Sign in').waitFor();
  await open.close();
});

test('without an answer it says so, and tries again', async () => {
  const open = await openPortal(browser, stage);
  const { page } = open;
  await heading(page, 'Sign in').waitFor();
  await page.route('**/api/session', (route) => route.abort('internetdisconnected'));
  await signIn(open);
  await page.getByText('Check your connection').waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Fjord Outdoor').waitFor();
  await open.close();
});
