import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../../src/core/stores/queries.ts';
import { pngOf, woff2Of } from '../support/asset-files.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let slug: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer({ ...stage.deps, stop: async () => {} }, { allocation: 20 });
  slug = (await readStore(stage.db, offer.storeId)).slug;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const go = (path: string) => page.goto(`${stage.portalUrl}/stores/${slug}/brand${path}`);
const brandOf = async () => (await readStore(stage.db, offer.storeId)).brand;
const saved = () => page.getByText('Saved.', { exact: true }).first().waitFor();

/** The colour of the ground or of a part in a preview. */
const colourIn = (frame: FrameLocator, selector: string) =>
  frame.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

describe('the look', () => {
  const preview = () => page.frameLocator('iframe[title="Preview of the checkout"]');

  test('is shown in the real checkout while it is typed, on light and on dark', async () => {
    await go('');
    await preview().locator('#email').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Accent', { exact: true }).fill('#a8481f');
    await expect.poll(() => colourIn(preview(), 'button[type=submit]')).toBe('rgb(168, 72, 31)');
    await page.getByLabel('Background', { exact: true }).fill('#faf7f2');
    await expect.poll(() => colourIn(preview(), 'body')).toBe('rgb(250, 247, 242)');
    await page.getByLabel('Corners in pixels').fill('0');
    await takeScreenshot(page, 'portal-look-desk');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => colourIn(preview(), 'body')).not.toBe('rgb(250, 247, 242)');
    await page.getByRole('button', { name: 'Wide' }).click();
    await takeScreenshot(page, 'portal-look-dark-preview');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await saved();
    expect(await brandOf()).toMatchObject({ accent: '#a8481f', ground: '#faf7f2', radius: 0 });
  });

  test('says what cannot be read, by the rule of the service, with a colour that can', async () => {
    const accent = page.getByLabel('Accent', { exact: true });
    await accent.fill('#ffd400');
    await page.getByText(/Its contrast is 1\.\d+:1, and 3:1 is needed/).waitFor();
    expect(await accent.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await takeScreenshot(page, 'portal-look-unreadable');
    await page.getByRole('button', { name: 'Save' }).first().click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('accent');
    expect((await brandOf())?.accent).toBe('#a8481f');
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await saved();
    expect((await brandOf())?.accent).toMatch(/^#[0-9a-f]{6}$/);
    await accent.fill('sand');
    await page.getByText('Write # and six hexadecimal digits').waitFor();
  });

  test('keeps what is typed while it is being saved', async () => {
    const accent = page.getByLabel('Accent', { exact: true });
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    await page.route('**/store/brand', async (route) => {
      await sent;
      await route.continue();
    });
    await accent.fill('#a8481f');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await accent.fill('#1f48a8');
    const answered = page.waitForResponse('**/store/brand');
    send();
    await answered;
    await page.unroute('**/store/brand');
    await expect.poll(brandOf).toMatchObject({ accent: '#a8481f' });
    expect(await accent.inputValue()).toBe('#1f48a8');
    await page.getByRole('button', { name: 'Discard' }).waitFor();
  });

  test('goes back to the default', async () => {
    await page.getByRole('button', { name: 'Back to the default' }).click();
    await expect.poll(() => page.getByLabel('Accent', { exact: true }).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect.poll(brandOf).toMatchObject({ accent: null, ground: null, radius: null });
  });

  test('has a logo and a font, and says why a file is neither', async () => {
    const choose = (kind: string, name: string, buffer: Buffer) =>
      page.locator(`[data-file=${kind}]`).setInputFiles({ name, mimeType: '', buffer });
    await choose('logo', 'logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByRole('alert').filter({ hasText: 'This file cannot be the logo, because' }).waitFor();
    await expectAccessible(page);
    await choose('logo', 'logo.png', pngOf(200, 60));
    await page.getByText('200 × 60 pixels').waitFor();
    await preview().locator('img.logo').waitFor();
    await choose('font', 'sans.woff2', woff2Of());
    await page.getByText(/^Weights/).waitFor();
    await page.getByRole('button', { name: 'Remove Logo' }).click();
    await page.getByText('The name of the store stands in its place.').waitFor();
    expect(await brandOf()).toMatchObject({ logo: null, font: { type: 'font/woff2' } });
    await page.getByRole('button', { name: 'Remove Font' }).click();
    await page.getByText('The font of the reader’s device.').waitFor();
  });

  test('says who the mails are from', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Fjord <x>');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Name', { exact: true }).fill('Fjord');
    await page.getByLabel('Answers go to').fill('help@fjord.example');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await expect.poll(brandOf).toMatchObject({ senderName: 'Fjord', replyTo: 'help@fjord.example' });
  });
});

describe('the mails', () => {
  const mail = () => page.frameLocator('iframe[title="Preview of the mail"]');

  test('are shown as they are typed, and a wrong variable is said at its field', async () => {
    await go('/mails');
    await mail().getByText('Thank you, Maya').waitFor();
    await expectAccessible(page);
    const heading = page.getByLabel('Heading with the name');
    await heading.fill('Hurray, {name}!');
    await mail().getByText('Hurray, Maya!').waitFor();
    await heading.fill('Hurray, {firstname}!');
    await page.getByText(/Nothing fills this variable: \{firstname\}/).waitFor();
    expect(await heading.getAttribute('aria-invalid')).toBe('true');
    await mail().getByText('Hurray, Maya!').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => heading.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await heading.fill('<b>Hurray</b>, {name}!');
    await mail().getByText('<b>Hurray</b>, Maya!').waitFor();
    await takeScreenshot(page, 'portal-mails-desk');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => colourIn(mail(), '.card')).toBe('rgb(28, 31, 37)');
    await takeScreenshot(page, 'portal-mails-dark-preview');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved();
    await page.reload();
    await expect.poll(() => heading.inputValue()).toBe('<b>Hurray</b>, {name}!');
  });

  test('a test mail goes to the person who is signed in', async () => {
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByText('The test mail is on its way to ada@merchant.example.').waitFor();
    await expect
      .poll(async () => (await stage.mails()).some((one) => one.includes('To: ada@merchant.example')))
      .toBe(true);
  });

  test('have a language of their own, and go back to the default', async () => {
    await page.getByLabel('Language of the shopper').selectOption('de');
    await mail().getByText('Vielen Dank, Maya').waitFor();
    expect(new URL(page.url()).search).toContain('language=de');
    await page.getByLabel('Language of the shopper').selectOption('en');
    await mail().getByText('<b>Hurray</b>, Maya!').waitFor();
    await page.getByRole('button', { name: 'Back to the default' }).click();
    await mail().getByText('Thank you, Maya').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await saved();
    await page.getByLabel('Mail', { exact: true }).selectOption('date_asked');
    await mail().getByText('Would you like to wait?').waitFor();
  });
});

describe('the button', () => {
  const frame = () => page.frameLocator('iframe[title="Preview of the button"]');

  test('says the words of the store', async () => {
    await go('/button');
    await frame().getByRole('button', { name: 'Pre-order' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('To pre-order').fill('x'.repeat(60));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByLabel('To pre-order').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('To pre-order').fill('Reserve yours');
    await page.getByRole('button', { name: 'Save' }).click();
    await frame().getByRole('button', { name: 'Reserve yours' }).waitFor();
  });

  test('has the typed style at once, which is printed to copy', async () => {
    await page.getByLabel('backgroundColor').fill('#a8481f');
    await expect.poll(() => colourIn(frame(), '#button')).toBe('rgb(168, 72, 31)');
    await page.getByLabel('color', { exact: true }).fill('#a8581f');
    await page.getByText(/Its contrast is 1\.\d+:1, and 4\.5:1 is needed/).waitFor();
    await page.getByRole('button', { name: /^Use #/ }).click();
    await page.getByLabel('borderRadius').fill('url(x)');
    await page.getByText('The frame does not take this value.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('borderRadius').fill('0');
    await page.getByRole('button', { name: 'Line below' }).click();
    await page.getByLabel('fontSize').fill('14px');
    const code = page.getByRole('region', { name: 'Code for the page' });
    await expect.poll(() => code.innerText()).toContain("backgroundColor: '#a8481f'");
    expect(await code.innerText()).toContain("labelStyle: {\n    fontSize: '14px',\n  }");
    await takeScreenshot(page, 'portal-button-desk');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => colourIn(frame(), '#button')).toBe('rgb(168, 72, 31)');
    await page.getByRole('button', { name: 'Price' }).click();
    await page.frameLocator('iframe[title="Preview of the price"]').getByText('€').first().waitFor();
    const heightOf = async () => (await page.locator('.stage__frame').boundingBox())?.height ?? 0;
    await expect.poll(heightOf).toBeGreaterThan(10);
    await takeScreenshot(page, 'portal-price-dark');
  });
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of ['', '/mails', '/button']) {
      await go(path);
      await page.locator('iframe').first().waitFor();
      await expectAccessible(page);
      await takeScreenshot(page, `portal-brand${path.replaceAll('/', '-')}-phone-${scheme}`);
      expect(await fitsWidth(page), path).toBe(true);
    }
  }
});

test('the legal pages are changed beside the look, and what is wrong is said at its field', async () => {
  await go('/legal');
  const withdrawal = page.getByLabel('Right of withdrawal');
  await withdrawal.fill('widerruf');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => withdrawal.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-brand-legal-phone');
  expect(await fitsWidth(page)).toBe(true);
  await withdrawal.fill('https://fjord.example/widerruf');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));

test.each([
  ['', '**/store/brand'],
  ['/mails?language=de', '**/texts/de'],
  ['/button', '**/texts/en'],
])('an answer that does not come is said on /brand%s, and asked for again', async (path, address) => {
  await page.setViewportSize(DESKTOP);
  await page.route(address, (route) => route.abort());
  await go(path);
  await page.getByText('This could not be loaded').waitFor();
  await expectAccessible(page);
  await page.unroute(address);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('iframe').first().waitFor();
});

test('a person who may only read sees the look and the mails, and changes nothing', async () => {
  // What the page knows of the person's scopes comes with the session.
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const stores = data.stores.map((store: object) => ({ ...store, scopes: ['store:read'] }));
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, stores } } });
  });
  await go('');
  await page.frameLocator('iframe[title="Preview of the checkout"]').locator('#email').waitFor();
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await expectAccessible(page);
  await go('/mails');
  await page.frameLocator('iframe[title="Preview of the mail"]').getByText('Thank you, Maya').waitFor();
  expect(await page.getByLabel('Subject').isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  await expectAccessible(page);
});
