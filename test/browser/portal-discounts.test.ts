import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiscount } from '../../src/core/discounts/commands.ts';
import { listDiscounts } from '../../src/core/discounts/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { launchBrowser, type OpenPage } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import {
  becomeOwner,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let path: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer({ ...stage.deps, stop: async () => {} }, { allocation: 20 });
  path = `${stage.portalUrl}/stores/${(await readStore(stage.db, offer.storeId)).slug}/discounts`;
  open = await becomeOwner(browser, stage);
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const look = (name: string) => lookEverywhere(page, `portal-discounts-${name}`);
const codes = () => listDiscounts(stage.db, offer.storeId, { over: true });
const focused = () => page.evaluate(() => document.activeElement?.id);

test('a store without codes is told what they are for', async () => {
  await page.goto(path);
  await page.getByRole('heading', { name: 'No discount codes yet' }).waitFor();
  await look('none');
});

test('what is wrong in a new code is said at its field, and what it will do beside the form', async () => {
  await page.getByRole('link', { name: 'Make a code' }).first().click();
  const make = page.getByRole('button', { name: 'Make the code' });
  await make.click();
  await expect.poll(focused).toBe('code');
  await page.getByLabel('Code', { exact: true }).fill('summer10');
  await page.getByLabel('Percent', { exact: true }).fill('110');
  await make.click();
  await expect.poll(focused).toBe('off');
  await look('wrong');
  await page.getByLabel('Percent', { exact: true }).fill('12,5');
  await page.getByLabel(/^Lowest price/).fill('50');
  await page.getByLabel('Ends', { exact: true }).fill('2019-01-01T10:00');
  await page.getByRole('radio', { name: 'One product' }).check();
  await page.getByLabel('Uses in all').fill('3');
  await make.click();
  await expect.poll(focused).toBe('product_id');
  await page.getByRole('combobox', { name: 'Product' }).fill('aurora');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByText('12.5% off the goods').waitFor();
  await page.getByText('3 uses').waitFor();
  await make.click();
  await expect.poll(focused).toBe('ends_at');
  await page.getByLabel('Ends', { exact: true }).fill('2030-08-31T23:59');
  await look('new');
  await make.click();
  await page.getByText('SUMMER10 can be used now.').waitFor();
  expect(await codes()).toMatchObject([{ code: 'SUMMER10', kind: 'percent', value: 1250, minimum: 5000, usesMax: 3 }]);
});

test('a picker keeps each letter that comes before the page was drawn again', async () => {
  await page.goto(`${path}/new`);
  await page.getByRole('radio', { name: 'One product' }).check();
  const field = page.getByRole('combobox', { name: 'Product' });
  await field.focus();
  await field.evaluate(async (input: HTMLInputElement) => {
    for (const letter of 'aurora jacket') {
      // Each letter comes after what the field shows, as from a keyboard.
      input.value += letter;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  expect(await field.inputValue()).toBe('aurora jacket');
  await page.getByRole('listbox').getByRole('option', { name: 'Aurora Jacket' }).click();
  await expect.poll(() => field.inputValue()).toContain('Aurora Jacket');
});

test('a name that was used before is refused at its field', async () => {
  await page.goto(`${path}/new`);
  await page.getByLabel('Code', { exact: true }).fill('Summer10');
  await page.getByRole('radio', { name: /^An amount/ }).check();
  await page.getByLabel(/^Amount in/).fill('5');
  await page.getByRole('button', { name: 'Make the code' }).click();
  await expect.poll(focused).toBe('code');
  await page.locator('#code-error').getByText('There is, or was, a discount code of this name').waitFor();
});

test('the list says how often each was used and what it gave, and ends one', async () => {
  await buyFrom({ ...stage.deps, stop: async () => {} }, offer, { discountCode: 'SUMMER10' });
  const kept = { kind: 'amount', value: 500, waitlistId: offer.waitlistId } as const;
  const starts = new Date(Date.now() + 86_400_000);
  await createDiscount(stage.deps, offer.storeId, { ...kept, code: 'TOMORROW', startsAt: starts });
  await page.goto(path);
  await page.getByRole('row', { name: /SUMMER10.*In use.*1 of 3/ }).waitFor();
  await page.getByRole('row', { name: /TOMORROW.*only the waitlist of.*Coming/ }).waitFor();
  await look('list');
  await page.getByRole('button', { name: 'Actions for SUMMER10' }).click();
  await page.getByRole('menuitem', { name: 'Copy the code' }).click(); // which this browser refuses
  await page.getByText('The browser does not let the portal copy. The code is SUMMER10.').waitFor();
  await page.getByRole('button', { name: 'Actions for SUMMER10' }).click();
  await page.getByRole('menuitem', { name: 'End' }).click();
  await page.getByText(/^1 pre-order keeps its discount: /).waitFor();
  await look('end');
  await page.getByRole('button', { name: 'End the code' }).click();
  await expect.poll(() => page.getByRole('row', { name: /SUMMER10/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Also those that are over' }).click();
  await page.getByRole('row', { name: /SUMMER10.*Over.*ended/ }).waitFor();
});

test('it speaks German, and nothing broke', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(`${path}/new`);
  await page.getByRole('heading', { name: 'Neuer Rabattcode' }).waitFor();
  await look('german');
  await page.goto(path);
  await page.getByText('nur die Warteliste von').waitFor();
  await look('list-german');
  expect(problemsOf(open)).toEqual([]);
});
