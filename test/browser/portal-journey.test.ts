import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DESKTOP,
  expectAccessible,
  launchBrowser,
  type OpenPage,
  openPage,
  PHONE,
  takeScreenshot,
} from '../support/browser.ts';
import { OWNER } from '../support/portal.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';
import { type StoreSite, serveStore } from '../support/system.ts';

// A new merchant from the link of the owner to a refund, by what the screens offer: no address of a page is typed. On a phone and on a
// wide screen.

const CSV = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
aurora-jacket,Aurora Jacket,Size,Small,AUR-S,129.00
aurora-jacket,,,Medium,AUR-M,129.00
`;

describe.each([
  ['phone', PHONE],
  ['desk', DESKTOP],
] as const)('on a %s', { timeout: 180_000 }, (size, viewport) => {
  let browser: Browser;
  let stage: PortalStage;
  let site: StoreSite;
  let pages: Record<string, string>;
  let open: OpenPage;
  let page: Page;
  let reference: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    stage = await startPortalSystem();
    pages = {};
    site = await serveStore(pages);
    open = await becomeOwner(browser, stage, { viewport });
    page = open.page;
    page.setDefaultTimeout(20_000);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
    await stage.stop();
  });

  /** Looks at a screen in light and dark with axe, takes its picture, and sees that nothing is wider than it. */
  async function look(name: string): Promise<void> {
    await page.locator('h1').first().waitFor(); // the code of a page is loaded when it is first gone to
    await expect.poll(() => page.locator('.waiting').count()).toBe(0);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await takeScreenshot(page, `journey-${name}-${size}-${colorScheme}`);
    }
    expect(await fitsWidth(page), name).toBe(true);
  }
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
  const dialog = () => page.locator('dialog[open], [role=dialog]').last();

  /** Goes to a page of the store by the navigation, which a phone has behind a button. */
  async function go(name: string): Promise<void> {
    if (size === 'phone') await press('Open the navigation');
    const within: Page | Locator = size === 'phone' ? page.getByRole('dialog', { name: 'Pages of the store' }) : page;
    await within.getByRole('link', { name, exact: true }).first().click();
  }
  async function menu(item: string): Promise<void> {
    await press('More actions');
    await page.getByRole('menuitem', { name: item }).click();
  }

  test('a store is made', async () => {
    await page.getByRole('heading', { name: 'You have no store yet' }).waitFor();
    await look('01-no-store');
    await follow('Create a store');
    await page.getByLabel('Name', { exact: true }).fill('Fjord Outdoor');
    await page.getByLabel('Legal name').fill('Fjord Outdoor GmbH');
    await page.getByLabel('Address', { exact: true }).fill('Hafenstraße 1\n20457 Hamburg');
    await page.getByLabel('Terms').fill('https://fjord.example/terms');
    await page.getByLabel('Privacy policy').fill('https://fjord.example/privacy');
    await look('02-new-store');
    await press('Create the store');
    await heading('Fjord Outdoor');
    await page.getByText('5 things are left.').waitFor();
    await look('03-checklist');
  });

  test('the menu of the account is reached', async () => {
    if (size === 'phone') await press('Open the navigation');
    await page.getByRole('button', { name: OWNER.name }).last().click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await heading('Your account');
    await look('03-account');
    await page.goBack();
    await heading('Fjord Outdoor');
  });

  test('the products come from a file', async () => {
    await follow('Bring in your products');
    await follow('Import a file');
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByRole('heading', { name: 'What the import would do' }).waitFor();
    await look('04-import');
    await press('Import');
    await page.getByText('Your products are here').waitFor();
    await look('05-imported');
    await go('Home');
  });

  test('the store says where it sends to', async () => {
    await follow('Say where you send to');
    await page.locator('#ship-country').selectOption('DE');
    await page.getByLabel('Amount in EUR').fill('4.90');
    await press('Add');
    await press('Save the shipping');
    await page.getByText('Saved.', { exact: true }).waitFor();
    await look('06-shipping');
  });

  test('the store says that shoppers may withdraw, since it sends to Germany', async () => {
    await go('Home');
    await follow('Say that shoppers may withdraw');
    await page.getByLabel('Right of withdrawal').fill('https://fjord.example/withdrawal');
    await look('06-withdrawal');
    await press('Save');
    await go('Home');
    await heading('Fjord Outdoor');
    await page.getByText('Put the button on a page').waitFor();
    expect(await page.getByRole('link', { name: 'Say that shoppers may withdraw' }).count()).toBe(0);
  });

  test('the store has a colour of its own', async () => {
    await go('Branding');
    await page.locator('#accent').fill('#0b5d3b');
    await press('Save');
    await look('07-look');
    await go('Home');
    await heading('Fjord Outdoor');
  });

  test('a waitlist is made and opened', async () => {
    await follow('Make a waitlist');
    await page.getByLabel('Units of each variant').fill('10');
    await page.getByLabel('Ships from').fill('2031-06-10');
    await page.getByLabel('Ships until').fill('2031-06-15');
    await look('08-new-waitlist');
    await press('Make the draft');
    await heading('Aurora Jacket');
    await look('09-draft');
    await press('Open');
    await dialog().getByRole('button', { name: 'Open' }).click();
    await page.getByText('Aurora Jacket sells now.').waitFor();
    await look('10-open');
    await follow('Go to the code');
    await page.locator('#snippet').waitFor();
    const top = () => page.locator('#snippet').evaluate((code) => code.getBoundingClientRect().top / innerHeight);
    await expect.poll(top).toBeLessThan(0.5);
  });

  test('the code goes on a page, and the home page notices it', async () => {
    await page.getByText('1 thing is left.').waitFor();
    await follow('Put the button on a page');
    const code = (await page.locator('#snippet pre').textContent()) ?? '';
    await look('11-code');
    pages['/products/aurora-jacket'] =
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
      <title>Aurora Jacket</title><main><h1>Aurora Jacket</h1>${code}</main></html>`;
    const shop = await openPage(browser, `${site.url}/products/aurora-jacket`, { viewport });
    const button = frameOf(shop.page, 'button').locator('#button');
    await expect.poll(() => button.isEnabled()).toBe(true);
    await expectAccessible(shop.page);
    await takeScreenshot(shop.page, `journey-12-shop-${size}`);
    await page.getByRole('heading', { name: 'On your pages' }).waitFor({ timeout: 20_000 });
    await page.getByText(/Seen (just )?now/).waitFor();
    await page.getByText('Your pages show what they should.').waitFor();
    await look('13-seen');
    await shop.close();
  });

  test('a shopper buys', async () => {
    const shop = await openPage(browser, `${site.url}/products/aurora-jacket`, { viewport });
    await frameOf(shop.page, 'button').locator('#button').click();
    reference = await buy(shop.page.frameLocator('dialog iframe'));
    await takeScreenshot(shop.page, `journey-14-bought-${size}`);
    expect(shop.problems).toEqual([]);
    await shop.close();
    await page.getByText(reference).waitFor({ timeout: 30_000 });
    await look('15-sold');
  });

  test('a date moves, and the shopper is told', async () => {
    await go('Waitlists');
    await follow('Aurora Jacket');
    await menu('Move the dates');
    await dialog().getByLabel('Ships from').fill('2031-06-17');
    await dialog().getByLabel('Ships until').fill('2031-06-22');
    await dialog().getByText('1 shopper is told by mail.').waitFor();
    await dialog().getByLabel('Why the dates move').fill('The zips are late.');
    await look('16-move');
    await dialog().getByRole('button', { name: 'Move' }).click();
    await page.getByText('The dates are moved.').waitFor();
    await look('17-moved');
    await expect.poll(async () => (await stage.mails()).join('\n')).toContain('The zips are late.');
  });

  test('a delivery arrives, and is released', async () => {
    await go('Deliveries');
    await look('18-deliveries');
    await follow('Aurora Jacket');
    await look('19-delivery');
    await press('Receive stock');
    await dialog().getByLabel('Small').fill('10');
    await look('20-count');
    await dialog().getByRole('button', { name: 'Count' }).click();
    await page.getByText('1 unit is assigned').waitFor();
    await look('21-counted');
    await press('Release');
    await dialog()
      .getByText(/1 unit is assigned/)
      .waitFor();
    await look('22-release');
    await dialog()
      .getByRole('button', { name: /^Release/ })
      .click();
    await page.getByText(/1 of 1 assigned/).waitFor({ timeout: 30_000 });
    await look('23-released');
    await follow('Show what is ready to send');
  });

  test('it is sent with its tracking number', async () => {
    await page.getByRole('link', { name: reference }).waitFor();
    await look('24-ready');
    await follow(reference);
    await press('Send');
    await dialog().getByLabel('Carrier').fill('DHL');
    await dialog().getByLabel('Tracking number').fill('00340434161094042557');
    await look('25-send');
    await dialog().getByRole('button', { name: 'Send 1 unit' }).click();
    await page.getByRole('link', { name: '00340434161094042557' }).waitFor();
    await look('26-sent');
    await expect.poll(async () => (await stage.mails()).join('\n')).toContain('00340434161094042557');
  });

  test('money is refunded', async () => {
    await menu('Refund');
    await dialog().getByLabel('Amount in EUR').fill('20.00');
    await dialog().getByLabel('Reason').fill('A scratch.');
    await look('27-refund');
    await dialog().getByRole('button', { name: 'Refund' }).click();
    await page.getByText('The refund is on its way.').waitFor();
    await page.locator('.timeline').getByText('Refunded by the store').waitFor();
    await page.getByText('−€20.00').first().waitFor(); // of the money, once it has moved
    await look('28-refunded');
    await go('Home');
    await page.getByText(reference).waitFor();
    await look('29-home');
  });

  test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));
});

function frameOf(page: Page, type: string): FrameLocator {
  return page.frameLocator(`[data-service-placement-type="${type}"] iframe`);
}

/** Goes through the checkout with a test card, and returns the reference. */
async function buy(checkout: FrameLocator): Promise<string> {
  await checkout.getByLabel('E-mail').fill('grace@example.com');
  await checkout.getByLabel('Name', { exact: true }).fill('Hopper');
  await checkout.getByLabel('Street address').fill('Invalidenstraße 116');
  await checkout.getByLabel('Postcode').fill('10115');
  await checkout.getByLabel('City').fill('Berlin');
  await checkout.getByRole('button', { name: 'Continue to payment' }).click();
  await checkout.locator('summary').filter({ hasText: 'Choose a test card' }).click();
  await checkout.getByRole('button', { name: /4242 4242/ }).click();
  await checkout.getByRole('button', { name: /^Pay / }).click();
  return (await checkout.getByText(/^PO-/).first().textContent()) ?? '';
}
