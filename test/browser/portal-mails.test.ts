import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppress } from '../../src/core/mails/commands/suppress.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer } from '../support/core.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

const ADA = 'ada@mail.example';
let browser: Browser;
let stage: PortalStage;
let storeId: string;
let reference: string;
let store: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  const offer = await createOffer(engine, { allocation: 50 });
  ({ storeId } = offer);
  reference = await buyFrom(engine, offer, { email: ADA });
  const [row] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  store = `${stage.portalUrl}/stores/${row?.slug}`;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const rows = () => page.locator('tbody tr');

/** Looks at the page with axe, in both schemes, and takes its pictures, on a desk and on a phone. */
async function look(name: string): Promise<void> {
  for (const [screen, viewport, colorScheme] of [
    ['desk', DESKTOP, 'light'],
    ['phone', PHONE, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    expect(await fitsWidth(page), name).toBe(true);
    await takeScreenshot(page, `portal-mails-${name}-${screen}`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the log names each mail, and is filtered in the address bar', async () => {
  await page.goto(`${store}/mails`);
  await expect.poll(() => rows().count()).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Confirmation' }).waitFor();
  await expect.poll(() => rows().first().getByText('Sent', { exact: true }).count()).toBeGreaterThan(0);
  await look('log');
  await page.getByRole('button', { name: 'Refused' }).click();
  await page.getByRole('heading', { name: 'No mail is like that' }).waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe('refused');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const kind = page.getByLabel('Kind of mail');
  await kind.selectOption('Refund');
  await page.getByRole('heading', { name: 'No mail is like that' }).waitFor();
  expect(new URL(page.url()).searchParams.get('kind')).toBe('refunded');
  await kind.selectOption('Confirmation');
  await expect.poll(() => rows().count()).toBeGreaterThan(0);
  await kind.selectOption('All kinds');
  const search = page.getByLabel('Reference of a pre-order');
  await search.fill('PO-0000-0000-0');
  await search.press('Enter');
  await page.getByText(/There is no pre-order/).waitFor();
  await expectAccessible(page);
  await search.fill(reference.toLowerCase());
  await search.press('Enter');
  await page.getByRole('link', { name: 'Confirmation' }).waitFor();
});

test('a mail is shown as it went out, and sent again as a new one', async () => {
  await page.getByRole('link', { name: 'Confirmation' }).click();
  const letter = page.frameLocator('iframe');
  await letter.getByText(reference).locator('visible=true').first().waitFor();
  await page.getByText('Its links do not work here').waitFor();
  await page.getByText(`<${ADA}>`).or(page.getByText(ADA)).first().waitFor();
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await page.getByText('As they went out').waitFor();
  await look('one');
  await stage.db.query("UPDATE store SET legal_name = 'Another Company Ltd' WHERE id = $1", [storeId]);
  // As where a mail server is set: there is no file of a mail.
  const [{ messageId } = { messageId: '' }] = await stage.db.query<{ messageId: string }>(
    'SELECT message_id AS "messageId" FROM mail WHERE store_id = $1 AND kind = \'placed\'',
    [storeId],
  );
  await stage.deps.mail.archive?.remove(messageId);
  await page.reload();
  await page.getByText('This is not word for word what went out').waitFor();
  await page.getByText('Differ from what went out').waitFor();
  await look('differs');
  const before = page.url();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The mail is on its way.').waitFor();
  await expect.poll(() => page.url()).not.toBe(before);
  await page.locator('.page__title').getByText('Sent', { exact: true }).waitFor();
  const mails = await stage.db.query("SELECT 1 FROM mail WHERE kind = 'placed' AND sent_at IS NOT NULL");
  expect(mails).toHaveLength(2);
});

test('the timeline of a pre-order says which mail was sent, and one is sent again there', async () => {
  await page.goto(`${store}/preorders/${reference}`);
  const told = page.locator('.timeline').getByRole('link', { name: 'Mail: Confirmation' });
  await expect.poll(() => told.count()).toBe(2);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Send a mail again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a mail again' });
  await dialog.getByRole('radio').first().waitFor();
  await look('again');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => told.count()).toBe(3);
  await told.first().click();
  await page.locator('.page__title').getByRole('heading', { name: 'Confirmation' }).waitFor();
});

test('an address is blocked and allowed again, and a mail to it says why it stays', async () => {
  await page.goto(`${store}/mails/blocked`);
  await page.getByRole('heading', { name: 'No address is blocked' }).waitFor();
  await look('none-blocked');
  await page.getByRole('button', { name: 'Block an address' }).click();
  const blocking = page.getByRole('dialog', { name: 'Block an address' });
  await blocking.getByLabel('E-mail address').fill('nobody');
  await blocking.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.poll(() => blocking.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await blocking.getByLabel('E-mail address').fill(ADA);
  await blocking.getByRole('radio', { name: /^Complaint/ }).check();
  await blocking.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('cell', { name: 'Complaint' }).waitFor();
  await look('blocked');
  await page.goto(`${store}/mails`);
  await page.getByRole('link', { name: 'Confirmation' }).first().click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText(/No more mails go to this address/).waitFor();
  await page.goto(`${store}/mails/blocked`);
  await page.getByRole('button', { name: `Allow ${reference}` }).click();
  const allowing = page.getByRole('dialog', { name: 'Allow mails again' });
  // An owner may see the address, so the window has it already.
  await expect.poll(() => allowing.getByLabel('E-mail address').inputValue()).toBe(ADA);
  await allowing.getByLabel('E-mail address').fill('other@mail.example');
  await allowing.getByRole('button', { name: 'Allow mails' }).click();
  await allowing.getByText('This address is not blocked').first().waitFor();
  await look('allow');
  await allowing.getByLabel('E-mail address').fill(ADA);
  await allowing.getByRole('button', { name: 'Allow mails' }).click();
  await page.getByRole('heading', { name: 'No address is blocked' }).waitFor();
});

test('it speaks German, and staff who only read are offered nothing to do', async () => {
  await stage.db.transaction((tx) => suppress(tx, { storeId, email: ADA }, { reason: 'bounced' }));
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await stage.db.query("INSERT INTO staff_role SELECT $1, id, 'read-only' FROM staff_member ON CONFLICT DO NOTHING", [
    storeId,
  ]);
  await page.goto(`${store}/mails/blocked`);
  await page.getByRole('cell', { name: 'Kam zurück' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Erlauben|Adresse sperren)/ }).count()).toBe(0);
  await page.goto(`${store}/mails`);
  await page.getByRole('link', { name: 'Bestätigung' }).first().click();
  await page.getByRole('heading', { name: 'Diese Mail' }).waitFor();
  expect(await page.getByRole('button', { name: 'Noch einmal senden' }).count()).toBe(0);
  await expectAccessible(page);
  expect(problemsOf(open)).toEqual([]);
});
