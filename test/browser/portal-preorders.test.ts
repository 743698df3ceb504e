import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { copyPreorder } from '../support/many-preorders.ts';
import {
  becomeOwner,
  expectAccessibleInBoth,
  fitsWidth,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let list: string;
let open: OpenPage;
let page: Page;
const references: string[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(engine, { allocation: 400 });
  for (let count = 0; count < 4; count += 1) {
    const email = count === 3 ? 'grace@mail.example' : 'ada@mail.example';
    references.push(await buyFrom(engine, offer, { email, quantity: 2 }));
  }
  const { id } = await readPreorder(engine.db, offer.storeId, references[0] ?? '');
  await advanceLines(engine, { storeId: offer.storeId, preorderId: id, to: 'released', lineIds: null });
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  list = `${stage.portalUrl}/stores/${store?.slug}/preorders`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const rows = () => page.locator('tbody tr');

test('the list is searched by e-mail and by reference, in the address bar', async () => {
  await page.goto(list);
  await expect.poll(() => rows().count()).toBe(4);
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-preorders-desk');
  const search = page.getByLabel('Any part of a name');
  await search.fill('Grace@mail.example');
  await search.press('Enter');
  await expect.poll(() => rows().count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('q')).toBe('Grace@mail.example');
  await search.fill(references[1]?.toLowerCase() ?? '');
  await search.press('Enter');
  await page.getByRole('link', { name: references[1] ?? '' }).waitFor();
  await search.fill('PO-0000-0000-0');
  await search.press('Enter');
  await page.getByRole('heading', { name: 'No pre-order is like that' }).waitFor();
  await expectAccessibleInBoth(page);
});

test('a search by one letter says how many it needs, and shows no list that it did not find', async () => {
  await page.goto(list);
  const search = page.getByLabel('Any part of a name');
  await search.fill('g');
  await search.press('Enter');
  await page.getByRole('heading', { name: 'A search needs at least 2 letters or digits' }).waitFor();
  expect(await rows().count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Save as CSV' }).count()).toBe(0);
  await expectAccessibleInBoth(page);
  await search.fill('gr');
  await search.press('Enter');
  await expect.poll(() => rows().count()).toBe(1);
});

test('the list shows one state, in the address bar', async () => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Ready to send' }).click();
  await expect.poll(() => rows().count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('state')).toBe('released');
  await page.getByRole('link', { name: references[0] ?? '' }).waitFor();
  await page.getByRole('button', { name: 'Payment due' }).click();
  await page.getByRole('heading', { name: 'No pre-order is like that' }).waitFor();
});

test('the palette finds a page and a pre-order by keyboard alone', async () => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.pressSequentially('pre-o');
  await page.getByRole('option', { name: 'Pre-orders', exact: true }).waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-palette-desk');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows().count()).toBe(4);
  await page.keyboard.press('Control+k');
  await field.pressSequentially('tax');
  await page.getByRole('option', { name: 'Shipping and tax' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Tax' }).waitFor();
  await page.keyboard.press('Control+k');
  await field.pressSequentially('grace@mail.example');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows().count()).toBe(1);
});

test('what is ready is sent with its tracking number', async () => {
  await page.goto(`${list}/${references[0]}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send' });
  await dialog.getByLabel('Carrier').fill('DHL');
  await dialog.getByLabel('Tracking number').fill('00340434161094042557');
  await dialog.getByLabel('Tracking page').fill('not a page');
  await dialog.getByRole('button', { name: 'Send 2 units' }).click();
  await expect.poll(() => dialog.getByLabel('Tracking page').getAttribute('aria-invalid')).toBe('true');
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-send-desk');
  await dialog.getByLabel('Tracking page').fill('');
  await dialog.getByRole('button', { name: 'Send 2 units' }).click();
  await page.getByRole('heading', { name: 'Parcels' }).waitFor();
  await page.getByRole('link', { name: '00340434161094042557' }).waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-preorder-desk');
});

test('a parcel arrives, a unit of it comes back, and a colleague reads why', async () => {
  await page.getByRole('button', { name: 'Mark as delivered' }).click();
  await page
    .locator('.parcel')
    .getByText(/Delivered/)
    .waitFor();
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
    return page.getByRole('dialog', { name });
  };
  const back = await act('Units came back');
  await back.getByRole('checkbox').first().uncheck();
  await expectAccessibleInBoth(page);
  await back.getByRole('button', { name: '1 unit is back' }).click();
  await page.locator('.timeline').getByText('Returned').waitFor();
  await page
    .locator('.timeline')
    .getByText(/^.+ noted a return$/)
    .waitFor();
  const note = await act('Note for colleagues');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => note.getByLabel('Note', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  await expectAccessibleInBoth(page);
  await note.getByLabel('Note', { exact: true }).fill('The zip was broken.');
  await note.getByRole('button', { name: 'Save' }).click();
  await page.locator('.timeline').getByText('The zip was broken.').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-preorder-noted-desk');
});

test('a note is removed after a look at it, and a mistyped tracking number is corrected', async () => {
  await page.getByRole('button', { name: /^Remove The zip was broken/ }).click();
  const removing = page.getByRole('dialog', { name: 'Remove this note?' });
  await removing.getByText('The zip was broken.').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-note-remove-desk');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The note is removed.').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Notes of colleagues' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Correct Parcel 1' }).click();
  const correcting = page.getByRole('dialog', { name: 'Correct parcel 1' });
  await correcting.getByLabel('Tracking page').fill('not a page');
  await correcting.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => correcting.getByLabel('Tracking page').getAttribute('aria-invalid')).toBe('true');
  await expectAccessibleInBoth(page);
  await correcting.getByLabel('Tracking page').fill('');
  await correcting.getByLabel('Tracking number').fill('00340434161094042558');
  await takeScreenshot(page, 'portal-track-desk');
  await correcting.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: '00340434161094042558' }).waitFor();
  await page.locator('.timeline').getByText('Mail: Corrected tracking').waitFor();
});

test('one unit of two is released out of its turn', async () => {
  await page.goto(`${list}/${references[3]}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Release units' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release units' });
  await dialog.getByRole('checkbox').first().uncheck();
  await dialog.getByText('These units are paid. Nothing is charged.').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-release-lines-desk');
  await dialog.getByRole('button', { name: 'Release 1 unit' }).click();
  await page.getByRole('cell', { name: 'Ready to send' }).waitFor();
  await page.getByRole('cell', { name: 'Waiting' }).waitFor();
});

test('a pre-order with a unit that is ready to send and one that waits is listed as both', async () => {
  await page.goto(`${list}?state=released`);
  await rows()
    .filter({ hasText: references[3] ?? '' })
    .getByRole('cell', { name: 'Waiting: 1 Ready to send: 1' })
    .waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-preorders-ready-desk');
});

test('a clerk writes to the shopper, and changes where mails go', async () => {
  await page.goto(`${list}/${references[3]}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Write to the shopper' }).click();
  const writing = page.getByRole('dialog', { name: 'Write to the shopper' });
  await writing.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => writing.getByLabel('Message').getAttribute('aria-invalid')).toBe('true');
  await writing.getByLabel('Message').fill('Yes, to your office.\nWhich floor?');
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-write-desk');
  await writing.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Messages' }).waitFor();
  await page.getByText('Which floor?').first().waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change the e-mail address' }).click();
  const changing = page.getByRole('dialog', { name: 'Change the e-mail address' });
  await changing.getByLabel('E-mail address').fill('grace@');
  await changing.getByRole('button', { name: 'Change' }).click();
  await expect.poll(() => changing.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
  await changing.getByLabel('E-mail address').fill('grace.hopper@mail.example');
  await changing.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('link', { name: 'grace.hopper@mail.example' }).waitFor();
  await page.locator('.timeline').getByText('The e-mail address was changed').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-messages-desk');
});

test('one unit of two is cancelled, with what goes back', async () => {
  await page.goto(`${list}/${references[2]}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel units' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${references[2]}` });
  await dialog.getByRole('checkbox').first().uncheck();
  await dialog.getByText('It goes back to the shopper.').waitFor();
  await expectAccessibleInBoth(page);
  await takeScreenshot(page, 'portal-cancel-desk');
  await dialog.getByRole('button', { name: 'Cancel 1 unit' }).click();
  await page.getByText('1 unit is cancelled.').waitFor();
  await page.getByRole('cell', { name: 'Cancelled' }).waitFor();
});

test('the list is saved as a file', async () => {
  await page.goto(list);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('preorders.csv');
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  for (const [name, path] of [
    ['preorders', ''],
    ['preorder', `/${references[0]}`],
  ]) {
    await page.goto(list + path);
    await page.locator('table').first().waitFor();
    await expectAccessibleInBoth(page);
    await takeScreenshot(page, `portal-${name}-phone`);
    expect(await fitsWidth(page), name).toBe(true);
  }
});

test('no page broke its policy or failed', () => expect(problemsOf(open)).toEqual([]));

test('a search says where there may be more than it shows', async () => {
  const engine = { ...stage.deps, stop: async () => {} };
  const reference = await buyFrom(engine, offer, { email: 'joan@mail.example' });
  await copyPreorder(engine, { storeId: offer.storeId, reference }, 255);
  // While words are being written, both parts of a search together may find all.
  const due = () => stage.db.query('SELECT FROM preorder_words_due').then(({ length }) => length);
  await expect.poll(due, { timeout: 20_000 }).toBe(0);
  const said = page.getByText('There may be more pre-orders like that');
  await page.goto(`${list}?q=joan`);
  await said.waitFor();
  expect(await rows().count()).toBe(50);
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  await page.getByText('and the file would lack them').waitFor();
  await page.goto(`${list}?q=joan&state=released`);
  await said.waitFor();
  await page.goto(`${list}?q=grace`);
  await expect.poll(() => rows().count()).toBe(1);
  expect(await said.count()).toBe(0);
});
