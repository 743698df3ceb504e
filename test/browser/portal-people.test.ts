import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { launchBrowser, type OpenPage } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { declareAndFollow } from '../support/declare.ts';
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
  const engine = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(engine, { allocation: 20 });
  reference = await buyFrom(engine, offer);
  path = `${stage.portalUrl}/stores/${(await readStore(stage.db, offer.storeId)).slug}`;
  open = await becomeOwner(browser, stage);
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const look = (name: string) => lookEverywhere(page, `portal-people-${name}`);
const contact = async () => (await readPreorder(stage.db, offer.storeId, reference)).contact;
const focused = () => page.evaluate(() => document.activeElement?.id);

test('the delivery address is changed in the pre-order, and what is wrong is said at its field', async () => {
  await page.goto(`${path}/preorders/${reference}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change the delivery address' }).click();
  const window = page.getByRole('dialog', { name: 'Change the delivery address' });
  await window.getByLabel('Street and number').fill('Hafenstraße 9');
  await window.getByLabel('Postcode').fill('12');
  await window.getByRole('button', { name: 'Change' }).click();
  await expect.poll(focused).toBe('postalCode');
  await window.getByText('This is no postcode of this country.').first().waitFor();
  await look('address');
  await window.getByLabel('Postcode').fill('20457');
  await window.getByRole('button', { name: 'Change' }).click();
  await page.getByText('The address is changed.').waitFor();
  await page.getByText('Hafenstraße 9').waitFor();
  expect((await contact())?.address).toMatchObject({ line1: 'Hafenstraße 9', postalCode: '20457', country: 'DE' });
});

test('a person is found by their address after a fresh proof, and all that is stored is saved as a file', async () => {
  const email = (await contact())?.email ?? '';
  await stage.db.query("UPDATE staff_session SET confirmed_at = confirmed_at - interval '1 hour'");
  await page.getByRole('link', { name: 'Show this customer' }).click();
  expect(page.url()).not.toContain(email.split('@')[0]);
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('link', { name: 'Personal data' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password').fill(OWNER.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: email }).waitFor();
  expect(page.url()).not.toContain(email.split('@')[0]);
  await page.getByText('Goods are owed').waitFor();
  await look('found');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save everything as a file' }).click();
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(file).toMatchObject({ email, preorders: [{ reference }] });
});

test('somebody who is not known, and text that is no address, are told as such', async () => {
  await page.getByLabel('E-mail address').fill('nobody@shopper.example');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('Nothing is stored about nobody@shopper.example').waitFor();
  await look('nothing');
  await page.getByLabel('E-mail address').fill('nobody');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('#email-error').getByText('This is not an e-mail address.').waitFor();
  await expect.poll(focused).toBe('email');
});

test('somebody who only withdrew is known, and their withdrawal is to be dealt with before they are erased', async () => {
  const email = 'only-withdrew@shopper.example';
  const declaration = { name: 'Zoë', email, reference: '', postalCode: '', items: 'the lamp' };
  const { storeId } = offer;
  await declareAndFollow(stage.deps, { storeId, id: randomUUID(), locale: 'en', declaration });
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('heading', { name: email }).waitFor();
  expect(await page.getByRole('link', { name: 'Withdrawal 1' }).getAttribute('href')).toMatch(
    /\/withdrawals\/[0-9a-f-]{36}$/,
  );
  await page.getByText('You have to act').waitFor();
  await look('withdrew');
  await page.getByRole('button', { name: 'Erase this person' }).click();
  const window = page.getByRole('dialog', { name: `Erase ${email}?` });
  await window.getByText('A withdrawal waits for you').waitFor();
  await look('erase-withdrew');
  await window.getByRole('button', { name: 'Cancel' }).click();
});

test('a person is erased once what is owed is accepted and their address is typed', async () => {
  const email = (await contact())?.email ?? '';
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Erase this person' }).click();
  const window = page.getByRole('dialog', { name: `Erase ${email}?` });
  const erase = window.getByRole('button', { name: 'Erase for good' });
  await erase.click();
  await expect.poll(focused).toBe('open-too');
  await look('erase');
  await window.getByLabel(/^Erase all the same/).check();
  await window.getByLabel(/^This cannot be undone/).fill('someone@else.example');
  await erase.click();
  await window.getByText('This is not the same address.').first().waitFor();
  expect(await contact()).not.toBeNull();
  await window.getByLabel(/^This cannot be undone/).fill(email);
  // A job that is at work on one of their mails comes first, and the service says so.
  await expect
    .poll(
      async () => {
        await erase.click({ timeout: 500 }).catch(() => {}); // gone, once it is done
        return page.getByText(`${email} is erased`).isVisible();
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(true);
  expect(await contact()).toBeNull();
  await look('erased');
});

test('it speaks German, and nothing broke', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(`${path}/customers/data`);
  await page.getByRole('heading', { name: 'Eine Person finden' }).waitFor();
  await look('german');
  expect(problemsOf(open)).toEqual([]);
});
