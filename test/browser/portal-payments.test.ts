import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { stripeCalls } from '../../src/integrations/payments/stripe/client.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { dispute } from '../support/disputes.ts';
import { bringIn, foreignFile, foreignRow } from '../support/imports.ts';
import { TEST_SECRET_KEY } from '../support/merchant.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';
import { dashboardOf } from '../support/stripe.ts';
import { openStripeStore, type StripeStore } from '../support/stripe-store.ts';

let browser: Browser;
let stage: PortalStage;
let stripe: StripeStore;
let store: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem({ secretKey: TEST_SECRET_KEY });
  stripe = await openStripeStore({ system: stage });
  const [row] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [stripe.store.storeId]);
  store = `${stage.portalUrl}/stores/${row?.slug}`;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stripe.stop();
});

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
    await takeScreenshot(page, `portal-payments-${name}-${screen}`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

const restrict = (given: Record<string, string>) =>
  stripe.standIn.stripe.act('restrict', { account: stripe.standIn.account, ...given });

async function cancelAll(reference: string): Promise<void> {
  const { storeId } = stripe.store;
  const { id: preorderId } = await readPreorder(stage.db, storeId, reference);
  await cancelLines(stage.deps, { storeId, preorderId, lineIds: null });
}

test('a page without anything to do says what would come there', async () => {
  await page.goto(`${store}/payments`);
  await page.getByText('Nothing needs you').waitFor();
  await page.getByText('No money moved').waitFor();
  await look('none');
});

test('what needs somebody is on one page: an owed refund, a dispute, a payment without a result', async () => {
  const { reference } = await stripe.buy();
  await restrict({ code: 'balance_insufficient' });
  await cancelAll(reference);
  const disputed = await stripe.buy();
  const { storeId } = stripe.store;
  const { id: preorderId } = await readPreorder(stage.db, storeId, disputed.reference);
  await dispute(stage.deps, { storeId, preorderId });
  await stripe.pay(await stripe.hold(), 'pm_card_authenticationRequired');
  await page.reload();
  const refunds = page.getByRole('table', { name: 'Refunds that are owed' });
  await refunds.getByRole('link', { name: reference }).waitFor({ timeout: 60_000 });
  await refunds.getByText(/Insufficient funds/).waitFor();
  await page.getByRole('table', { name: 'Disputes' }).getByText('Needs your answer').waitFor();
  await page.getByRole('link', { name: `Answer at Stripe ${disputed.reference}` }).waitFor();
  await page.getByRole('table', { name: 'Payments without a result' }).getByText('Shopper or bank decide').waitFor();
  await look('attention');
});

test('the money that moved is listed with its payment at the provider, one kind alone, and saved as a file', async () => {
  const moved = page.getByRole('table', { name: 'Money that moved' });
  await expect.poll(() => moved.getByText('Charged').count()).toBe(2);
  const [link] = await moved.getByRole('link', { name: /^pi_/ }).all();
  expect(await link?.getAttribute('href')).toMatch(/^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_/);
  const kinds = page.getByRole('group', { name: 'Which money' });
  await kinds.getByRole('button', { name: 'Refunded' }).click();
  await page.getByText('No money moved').waitFor();
  await kinds.getByRole('button', { name: 'All' }).click();
  await moved.waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('payments.csv');
  expect(
    (await readFile(await file.path(), 'utf8')).split('\n').filter((row) => row.includes('"charge"')),
  ).toHaveLength(2);
  await look('moved');
});

test('a refused refund is tried again at once, and goes through', async () => {
  await restrict({});
  await page.getByRole('button', { name: 'Try all again now' }).click();
  await page.getByText('1 refund was tried again.').waitFor();
  await page.getByText(/A refund that the provider refuses/).waitFor();
});

test('a payment is waited for no longer', async () => {
  await page.getByRole('button', { name: /^Stop waiting/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop waiting' });
  await look('abandon');
  await dialog.getByRole('button', { name: 'Stop waiting' }).click();
  await page.getByText('It is no longer waited for.').waitFor();
});

test('a disputed pre-order says what holds it back, and goes on when somebody decides so', async () => {
  await page.getByRole('table', { name: 'Disputes' }).getByRole('link', { name: /^PO-/ }).click();
  await page.getByText('A bank disputes a payment of this pre-order').waitFor();
  await look('disputed');
  await page.getByRole('button', { name: 'Let it go on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let it go on nevertheless' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Let it go on' }).click();
  await page.getByText('It goes on in its turn.').waitFor();
  await expect.poll(() => page.getByText('A bank disputes a payment of this pre-order').count()).toBe(0);
});

test('what was paid before a move is noted as given back', async () => {
  const engine = { ...stage.deps, stop: async () => {} };
  const { storeId } = stripe.store;
  const [variant] = await stage.db.query<{ id: string }>(
    'SELECT external_id AS id FROM variant WHERE store_id = $1 LIMIT 1',
    [storeId],
  );
  await bringIn(engine, { storeId, content: foreignFile(foreignRow('OLD-1', variant?.id ?? '')) });
  const [moved] = await stage.db.query<{ reference: string }>(
    "SELECT p.reference FROM preorder p JOIN attempt a ON a.id = p.attempt_id WHERE a.provider = 'elsewhere'",
  );
  const reference = moved?.reference ?? '';
  await cancelAll(reference);
  await page.goto(`${store}/preorders/${reference}`);
  await page.getByText(/is owed to the shopper/).waitFor();
  await page.goto(`${store}/payments`);
  await page.getByRole('button', { name: `I refunded it ${reference}` }).click();
  const dialog = page.getByRole('dialog', { name: 'I refunded it' });
  await look('given-back');
  await dialog.getByRole('button', { name: 'It was refunded' }).click();
  await page.getByText('It is noted as refunded.').waitFor();
  await page.getByText(/A refund that the provider refuses/).waitFor();
});

test('the account and the ledger are compared, and a refund of the dashboard is found', async () => {
  await page.goto(`${store}/payments/comparison`);
  await page.getByText('Everything agrees').waitFor();
  await look('agrees');
  // Nothing tells the service of this refund, as when its webhooks are switched off at the provider.
  await stage.db.query('UPDATE payment_account SET hook_id = gen_random_uuid()');
  const { intent } = await stripe.buy();
  const calls = stripeCalls(stripe.standIn.keys);
  await dashboardOf(calls).refund(String(intent.id), 500);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('1 difference').waitFor();
  await page.getByText('Refund not known here').waitFor();
  await look('differs');
  await page.getByLabel('From').fill('2020-01-02');
  await page.getByLabel('Up to and including').fill('2020-01-01');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.locator('#to-error').getByText('The period ends before it begins.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('There was nothing to compare').waitFor();
  expect(await page.getByText('Everything agrees').count()).toBe(0);
});

test('the books are checked, and what does not agree is told by its rule', async () => {
  await page.goto(`${store}/payments/books`);
  const check = page.getByRole('button', { name: 'Check now' });
  await check.waitFor();
  await look('books');
  await check.click();
  await page.getByText('The books are correct').waitFor({ timeout: 60_000 });
  await stage.db.query('UPDATE unit SET sold = sold + 1 WHERE store_id = $1', [stripe.store.storeId]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await page
    .getByText(/do(es)? not agree/)
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByRole('heading', { name: 'What does not agree' }).waitFor();
  await look('books-wrong');
  await stage.db.query('UPDATE unit SET sold = sold - 1 WHERE store_id = $1', [stripe.store.storeId]);
});

test('it speaks German, and a store without an account is told what to do', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(`${store}/payments`);
  await page.getByRole('heading', { name: 'Geschuldete Rückzahlungen' }).waitFor();
  await expectAccessible(page);
  await stage.db.query('UPDATE unit SET sold = sold + 1 WHERE store_id = $1', [stripe.store.storeId]);
  await page.goto(`${store}/payments/books`);
  await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
  await page.getByText('Die Zähler der Stück stimmen mit ihrem Bestandsbuch überein.').waitFor({ timeout: 60_000 });
  await page
    .getByText(/^Zähler \d+\/\d+\/\d+, Buch \d+\/\d+\/\d+$/)
    .first()
    .waitFor();
  await look('books-german');
  await stage.db.query('DELETE FROM payment_account');
  await page.goto(`${store}/payments/comparison`);
  await page.getByRole('heading', { name: 'Es gibt kein Konto zum Vergleichen' }).waitFor();
  await look('german');
  expect(problemsOf(open)).toEqual([]);
});
