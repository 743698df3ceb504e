import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { declareAndFollow } from '../support/declare.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

const ADA = 'ada@mail.example';
let browser: Browser;
let stage: PortalStage;
let storeId: string;
let offer: Offer;
let reference: string;
let store: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const engine = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(engine, { allocation: 50 });
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

async function declare(name: string, named: string): Promise<string> {
  const declaration = { name, email: ADA, reference: named, postalCode: '', items: '1 × <b>Jacket</b>' };
  return (await declareAndFollow(stage.deps, { storeId, id: randomUUID(), locale: 'en', declaration })).id;
}

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
    await takeScreenshot(page, `portal-withdrawals-${name}-${screen}`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the list is empty, then has what waits, with the days that are left', async () => {
  await page.goto(`${store}/withdrawals`);
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  await look('empty');
  await declare('Ada Lovelace', reference);
  await page.reload();
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  await page.getByText('14 days left').waitFor();
  await look('list');
});

test('one that was found is dealt with, and its alert ends', async () => {
  await page.goto(`${store}/reports`);
  await page.getByRole('link', { name: 'Open the withdrawal' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.getByText('1 × <b>Jacket</b>').waitFor();
  expect(await page.getByRole('link', { name: reference }).getAttribute('href')).toContain(`/preorders/${reference}`);
  await look('found');
  await page.getByRole('button', { name: 'It is dealt with' }).click();
  await expectAccessible(page);
  await page.getByRole('textbox').fill('Cancelled and refunded.');
  await page.getByRole('dialog').getByRole('button', { name: 'It is dealt with' }).click();
  await page.getByText('Cancelled and refunded.').waitFor();
  await look('settled');
  await page.goto(`${store}/reports`);
  await page.getByText('Nothing. No alert is open').waitFor();
  expect(await page.getByRole('link', { name: 'Open the withdrawal' }).count()).toBe(0);
});

test('one that was not found is matched, or refused with a reason', async () => {
  const id = await declare('Grace Hopper', 'somewhere on the invoice');
  await page.goto(`${store}/withdrawals/${id}`);
  await page.getByText('No pre-order was found for it').waitFor();
  await look('unmatched');
  await page.getByRole('button', { name: 'Say which pre-order it is' }).click();
  const field = page.getByLabel('Reference of the pre-order');
  await field.fill('PO-0000-0000-0');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'portal-withdrawals-wrong-reference');
  await field.fill(reference.toLowerCase());
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: reference }).waitFor();
  await page.getByRole('button', { name: 'Refuse it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse it' }).click();
  await page.getByRole('dialog').getByText('Say why it is refused.').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox').fill('Delivered in spring.');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse it' }).click();
  await page.getByText('Delivered in spring.').waitFor();
  await page.goto(`${store}/withdrawals?state=refused`);
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
});

test('its evidence is a page to print and a file, with the second and the words', async () => {
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('link', { name: 'Open the evidence' }).click();
  await page.getByRole('heading', { name: 'Evidence' }).waitFor();
  await page.getByText('somewhere on the invoice', { exact: true }).waitFor();
  await page.getByText(/:\d{2} UTC/).waitFor();
  await page.getByText(`${reference}, named by a person`).waitFor();
  await page.getByText('Delivered in spring.').waitFor();
  await page.getByText(/withdrawal\.refuse, /).waitFor();
  await look('evidence');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(file).toMatchObject({
    declaration: { name: 'Grace Hopper', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    preorder: { reference },
    state: 'refused',
  });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Evidence' }).isVisible()).toBe(true);
  await takeScreenshot(page, 'portal-withdrawals-evidence-printed');
  await page.emulateMedia({ media: null });
});

test('a return is received in parts, each with its money, or with the reason why not', async () => {
  const bought = await buyFrom({ ...stage.deps, stop: async () => {} }, offer, { email: ADA, quantity: 3 });
  const { id: preorderId } = await readPreorder(stage.db, storeId, bought);
  const of = { storeId, preorderId, lineIds: null };
  await advanceLines(stage.deps, { ...of, to: 'released' });
  await moveMoney(stage.deps, storeId, preorderId);
  await advanceLines(stage.deps, { ...of, to: 'fulfilled' });
  const declaration = { name: 'Mary Shelley', email: ADA, reference: bought, postalCode: '', items: '' };
  const known = { preorderId, lineIds: null };
  const { id } = await declareAndFollow(stage.deps, { storeId, id: randomUUID(), locale: 'en', declaration, known });
  await page.goto(`${store}/withdrawals/${id}`);
  await page.getByText('Waits for the goods').waitFor();
  await look('return-open');
  const receive = async () => {
    await page.getByRole('button', { name: 'The goods are here' }).click();
    await page.getByRole('dialog').getByText('What has not come stays in the return').waitFor();
  };
  await receive();
  await look('return-receive');
  const units = page.getByRole('dialog').getByRole('checkbox');
  expect(await units.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).toEqual([
    true,
    true,
    true,
  ]);
  await units.first().uncheck();
  await page.getByRole('dialog').getByRole('button', { name: '2 units are back' }).click();
  await page.getByText('Goods are back').waitFor();
  await look('return-part');
  await page.getByRole('button', { name: 'The goods are here' }).click();
  await page.getByLabel('Give back only').fill('0');
  await page.getByRole('dialog').getByRole('button', { name: '1 unit is back' }).click();
  await page.getByRole('dialog').getByText('Say why it is less.').first().waitFor();
  await look('return-without-reason');
  await page.getByLabel('Why it is less').fill('The sole is worn.');
  await page.getByRole('dialog').getByRole('button', { name: '1 unit is back' }).click();
  await page.getByText('The sole is worn.').waitFor();
  await look('return-ended');
  expect(await page.getByText('Goods are back').count()).toBe(2);
});

test('the reports count them by product', async () => {
  await page.goto(`${store}/reports`);
  const table = page.getByRole('table', { name: 'Withdrawals' });
  await table.getByRole('columnheader', { name: 'Withdrawn of 100' }).waitFor();
  expect(await table.getByRole('row').last().innerText()).toContain('100');
  expect(problemsOf(open)).toEqual([]);
});
