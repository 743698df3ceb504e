import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToStore } from '../../src/core/preorders/commands/write-to-store.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { launchBrowser, type OpenPage } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { checkoutRequest, createOffer, type Offer } from '../support/core.ts';
import { OWNER } from '../support/portal.ts';
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
let reference: string;
let path: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer({ ...stage.deps, stop: async () => {} }, { allocation: 20 });
  path = `${stage.portalUrl}/stores/${(await readStore(stage.db, offer.storeId)).slug}`;
  open = await becomeOwner(browser, stage);
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const look = (name: string) => lookEverywhere(page, `portal-customers-${name}`);

async function buyAs(firstName: string, lastName: string): Promise<string> {
  const engine = { ...stage.deps, stop: async () => {} };
  const { address } = checkoutRequest(offer);
  const email = `${firstName.toLowerCase()}@mail.example`;
  return buyFrom(engine, offer, { email, address: { ...address, firstName, lastName } });
}

test('a store without customers says when they come', async () => {
  await page.goto(`${path}/customers`);
  await page.getByText('No customers yet').waitFor();
  await look('none');
});

test('customers are listed, the one who ordered last first, and found by a part of their name', async () => {
  reference = await buyAs('Ada', 'Lovelace');
  await buyAs('Bo', 'Lindqvist');
  await buyAs('Ada', 'Lovelace');
  await page.reload();
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(2);
  expect(await rows.first().innerText()).toContain('ada@mail.example');
  await look('list');
  await page.getByLabel(/^Any part of a name/).fill('lindq');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('link', { name: 'Bo Lindqvist' }).waitFor();
  await page.getByLabel(/^Any part of a name/).fill('nobody@mail.example');
  await page.getByLabel(/^Any part of a name/).press('Enter');
  await page.getByText('No customer is like that').waitFor();
  await look('none-such');
  await page.getByRole('link', { name: 'Look for somebody who bought nothing' }).click();
  await page.getByText('Nothing is stored about nobody@mail.example').waitFor();
});

test('the page of a customer shows what they bought, asked and got, and leads to each', async () => {
  const { id: preorderId } = await readPreorder(stage.db, offer.storeId, reference);
  await writeToStore(stage.deps, { storeId: offer.storeId, preorderId, words: 'When does it ship?' });
  await page.goto(`${path}/preorders/${reference}`);
  await page.getByRole('link', { name: 'Show this customer' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  for (const card of ['Pre-orders', 'Questions and answers', 'Mails', 'Spent', 'Contact', 'Personal data']) {
    await page.getByRole('heading', { name: card, exact: true }).waitFor();
  }
  await page.getByRole('link', { name: reference }).first().waitFor();
  await page.getByRole('link', { name: 'Confirmation' }).first().waitFor();
  await look('one');
  await page.getByRole('link', { name: 'Show as a list' }).click();
  await page.getByText('Customer: ada@mail.example').waitFor();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  await look('preorders');
  await page.getByRole('button', { name: 'Remove this filter: Customer' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
});

test('the palette and keys lead there', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('ada@mail');
  await page.getByRole('option', { name: /^ada@mail\.example/ }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
});

test('what is stored is shown after a proof, and an erased customer is gone', async () => {
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await stage.db.query("UPDATE staff_session SET confirmed_at = confirmed_at - interval '1 hour'");
  await page.getByRole('button', { name: 'Show what is stored' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password').fill(OWNER.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Erase this person' }).waitFor();
  await look('stored');
  const address = page.url();
  await page.getByRole('button', { name: 'Erase this person' }).click();
  const window = page.getByRole('dialog', { name: 'Erase ada@mail.example?' });
  await window.getByLabel(/^Erase all the same/).check();
  await window.getByLabel(/^This cannot be undone/).fill('ada@mail.example');
  const erase = window.getByRole('button', { name: 'Erase for good' });
  await expect
    .poll(
      async () => {
        await erase.click({ timeout: 500 }).catch(() => {}); // gone, once it is done
        return page.getByText('ada@mail.example is erased').isVisible();
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(true);
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  await page.getByRole('link', { name: 'Bo Lindqvist' }).waitFor();
  expect(await page.getByRole('link', { name: 'Ada Lovelace' }).count()).toBe(0);
  await page.goto(address);
  await page.getByText('There is no such customer').waitFor();
  await look('gone');
});

test('the address of the page of people leads to the customers, in German too', async () => {
  await page.goto(`${path}/people`);
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  expect(page.url()).toMatch(/\/customers$/);
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(`${path}/customers`);
  await page.getByRole('heading', { name: 'Kunden' }).waitFor();
  await page.getByRole('link', { name: 'Bo Lindqvist' }).click();
  await page.getByRole('heading', { name: 'Personenbezogene Daten' }).waitFor();
  await look('german');
  expect(problemsOf(open)).toEqual([]);
});
