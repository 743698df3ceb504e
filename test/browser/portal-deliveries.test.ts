import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordArrival } from '../../src/core/releases/commands/arrive.ts';
import { startRelease } from '../../src/core/releases/commands/start.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { joinTransaction } from '../../src/platform/join-transaction.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';
import { firstBatch } from '../support/release.ts';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let two: Offer;
let batchId: string;
let list: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const core = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 50, plan: { plan: 'pay_later' } });
  two = await createOffer(core, { allocation: 5, plan: { plan: 'pay_later' } });
  batchId = await firstBatch(core, offer);
  for (let count = 0; count < 4; count += 1) await buyFrom(core, offer, { quantity: 2 });
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  list = `${stage.portalUrl}/stores/${store?.slug}/deliveries`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const detail = () => `${list}/${batchId}`;

/** Looks at a screen with axe and takes its picture, in light and dark. */
async function look(name: string, at: Page = page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await at.emulateMedia({ colorScheme });
    await expectAccessible(at);
    await takeScreenshot(at, `portal-${name}-${colorScheme}`);
  }
  await at.emulateMedia({ colorScheme: 'light' });
}

test('the list shows what is waited for, and what has come', async () => {
  await page.goto(list);
  await page.getByRole('link', { name: 'Aurora Jacket' }).waitFor();
  await page.getByRole('cell', { name: 'On time' }).waitFor();
  await look('deliveries-desk');
  await page.getByRole('button', { name: 'All' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('all');
});

test('filters and the order of the list stand in the address, and what is not there is said', async () => {
  const asked = (name: string) => new URL(page.url()).searchParams.get(name);
  const rows = () => page.locator('tbody tr');
  await page.goto(list);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'State' }).click();
  const dialog = page.getByRole('dialog', { name: 'State' });
  await dialog.getByLabel('State').selectOption('On time');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'State: On time' }).waitFor();
  await expect.poll(() => rows().count()).toBe(1);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Waitlist' }).click();
  const waitlist = page.getByRole('dialog', { name: 'Waitlist' });
  await waitlist.getByRole('combobox', { name: 'Waitlist' }).fill('auro');
  await page.getByRole('option', { name: /^Aurora Jacket/ }).click();
  await waitlist.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'Waitlist: Aurora Jacket' }).waitFor();
  await page.getByRole('button', { name: 'Waiting', exact: true }).click();
  await expect.poll(() => asked('sort')).toBe('waiting_desc');
  const height = await rows()
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(44);
  await look('deliveries-filtered');
  await page.setViewportSize(PHONE);
  expect(await fitsWidth(page)).toBe(true);
  await look('deliveries-filtered-phone');
  await page.setViewportSize(DESKTOP);
  await page.goto(`${list}?status=lost&waitlist=00000000-0000-4000-8000-000000000000`);
  await page.getByText('State: “lost”: not known').waitFor();
  await page.getByRole('heading', { name: 'This waitlist is no longer there' }).waitFor();
  await page.getByRole('button', { name: 'Show the list without it' }).click();
  await expect.poll(() => rows().count()).toBe(1);
  await page.goto(`${list}?status=late`);
  await page.getByRole('button', { name: 'Show all deliveries' }).click();
  await page.getByRole('cell', { name: 'On time' }).waitFor();
});

test('nothing is free before something has come, and the page says so', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(detail());
  await page.getByText('Nothing is left to assign. Count what arrives first.').waitFor();
  await page.getByText('Nothing of this delivery was released yet.').waitFor();
  expect(asked.filter((url) => url.includes('/waitlists/'))).not.toEqual([]);
  expect(
    asked.filter((url) => /\/waitlists\/(\?|$)/.test(url)),
    'before its waitlist is known',
  ).toEqual([]);
  await look('delivery-empty-desk');
});

test('of two clerks who count at once, the second sees the count of the first before adding to it', async () => {
  const other = await page.context().newPage();
  await other.goto(detail());
  for (const clerk of [page, other]) {
    await clerk.getByRole('button', { name: 'Receive stock' }).click();
    await clerk.getByRole('dialog').getByLabel('Medium').fill('5');
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Count' }).click();
  await page.getByText('It is counted. Nothing is assigned until you release it.').waitFor();
  await other.getByRole('dialog').getByRole('button', { name: 'Count' }).click();
  await other.getByText('Somebody else has changed this meanwhile').waitFor();
  await look('delivery-stale-desk', other);
  await other.getByText('Counted so far: 5. Waiting: 8.').waitFor();
  await other.close();
  await page.getByText('5 units are assigned').waitFor();
  await page.getByText('3 units keep waiting.').waitFor();
  // Five of eight units: the third pre-order gets one of its two, and stands in both lists.
  const table = page.getByRole('table', { name: 'Get a unit' });
  await expect.poll(() => table.getByRole('row').count()).toBe(1 + 3);
  await table.getByRole('cell', { name: '1 of 2' }).waitFor();
  expect(await table.getByRole('cell', { name: '2 of 2' }).count()).toBe(2);
  await look('delivery-preview-desk');
});

test('of two clerks who move the same dates, the second sees the dates of the first', async () => {
  const { slug } = await readStore(stage.db, two.storeId);
  const [one, other] = [await page.context().newPage(), await page.context().newPage()];
  const tabs = [one, other].map((tab) => ({ tab, dialog: tab.getByRole('dialog', { name: 'Move the dates' }) }));
  for (const [index, { tab, dialog }] of tabs.entries()) {
    await tab.goto(`${stage.portalUrl}/stores/${slug}/waitlists/${two.waitlistId}`);
    await tab.getByRole('button', { name: 'More actions' }).click();
    await tab.getByRole('menuitem', { name: 'Move the dates' }).click();
    await dialog.getByLabel('Ships from').fill(`2031-0${index + 1}-01`);
    await dialog.getByLabel('Ships until').fill(`2031-0${index + 1}-10`);
  }
  const move = async (index: number) => {
    const dialog = tabs[index]?.dialog;
    await dialog?.getByRole('button', { name: 'Move', exact: true }).click();
  };
  const promised = async () => (await readWaitlist(stage.db, two.storeId, two.waitlistId)).promise;
  await move(1);
  await tabs[1]?.dialog.waitFor({ state: 'detached' });
  await move(0);
  const alert = one.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile' });
  await alert.waitFor();
  await look('dates-meanwhile-desk', one);
  expect(await alert.innerText()).toContain('Ships from – now: 2031-02-01, yours: 2031-01-01');
  expect(await promised()).toMatchObject({ from: '2031-02-01', until: '2031-02-10' });
  await move(0);
  await tabs[0]?.dialog.waitFor({ state: 'detached' });
  expect(await promised()).toMatchObject({ from: '2031-01-01', until: '2031-01-10' });
  await Promise.all([one.close(), other.close()]);
});

test('a release says before what it does, and then what it did', async () => {
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Release' });
  await dialog.getByLabel('At most so many units (optional)').fill('2');
  await dialog.getByText('2 units are assigned, and €262.90 is charged.').waitFor();
  await look('release-window-desk');
  await dialog.getByRole('button', { name: 'Release and charge' }).click();
  await page.getByText('The release runs.').waitFor();
  await page.getByText('2 of 2 assigned · 2 paid').waitFor({ timeout: 30_000 });
  await page.getByText('3 units are assigned').waitFor({ timeout: 30_000 });
});

test('a running release is stopped, and goes on with the rest', async () => {
  // One that rests, so that it does not end before anybody could stop it.
  await stage.db.transaction(async (tx) => {
    const joined = { db: joinTransaction(stage.db, tx) };
    const id = await startRelease(joined, { storeId: offer.storeId, batchId, limit: null });
    await tx.query("UPDATE release SET rests_until = app_now() + interval '1 hour' WHERE id = $1", [id]);
  });
  await page.getByRole('progressbar', { name: 'A release runs' }).waitFor({ timeout: 15_000 });
  await look('release-running-desk');
  await page.setViewportSize(PHONE);
  await look('release-running-phone');
  expect(await fitsWidth(page)).toBe(true);
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('It is stopped. Who has a unit keeps it.').waitFor();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Continue with the rest' }).click();
  await page.getByText('3 of 3 assigned · 3 paid').waitFor({ timeout: 30_000 });
  await look('delivery-done-desk');
});

test('free units of a variant that nobody waits for are not called nothing', async () => {
  const core = { ...stage.deps, stop: async () => {} };
  const large = randomUUID();
  await stage.db.query(
    `INSERT INTO variant (store_id, id, product_id, external_id, sku, title, position, price)
     VALUES ($1, $2, $3, $4, 'AUR-L', 'Large', 2, 12900)`,
    [two.storeId, large, two.productId, `${two.variantExternalId}2`],
  );
  await updateWaitlist(core, two, { variants: [{ variantId: large, allocation: 5 }] });
  await buyFrom(core, two);
  await recordArrival(core, {
    storeId: two.storeId,
    batchId: await firstBatch(core, two),
    counts: [{ variantId: large, counted: 2 }],
    key: null,
  });
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [two.storeId]);
  await page.goto(`${stage.portalUrl}/stores/${store?.slug}/deliveries/${await firstBatch(core, two)}`);
  await page.getByText('Nobody who waits can have what is free: they ordered another variant').waitFor();
  expect(await page.getByText('Nothing is left to assign').count()).toBe(0);
});

test('what cannot be loaded says so, and can be asked again', async () => {
  await page.route('**/admin/api/v1/batches/*', (route) => route.abort());
  await page.goto(detail());
  await page.getByText('This could not be loaded').waitFor();
  await look('delivery-failed-desk');
  await page.unroute('**/admin/api/v1/batches/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Aurora Jacket, delivery 1' }).waitFor();
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  for (const [name, url] of [
    ['deliveries', list],
    ['delivery', detail()],
  ] as const) {
    await page.goto(url);
    await page.locator('table').first().waitFor();
    await look(`${name}-phone`);
    expect(await fitsWidth(page), name).toBe(true);
  }
});

test('no page broke its policy or failed', () => {
  expect(problemsOf(open).filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([]);
});
