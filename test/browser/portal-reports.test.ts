import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { addCounts } from '../../src/core/measures/commands/counts.ts';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { createOffer, type Offer } from '../support/core.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';
import { firstBatch } from '../support/release.ts';

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let url: string;
let emptyUrl: string;
let open: OpenPage;
let page: Page;

const slugOf = async (storeId: string) => {
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  return store?.slug;
};

beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  const core = { ...stage.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 200 });
  for (let count = 0; count < 6; count += 1) await buyFrom(core, offer, { quantity: 3 });
  // Days of sales as rows of the past: the page only shows them. How they come about is tried in test/api/admin-reports.test.ts.
  await stage.db.query(
    `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, sold_delta, reason, source_id, at)
     SELECT $1, $2, $3, $4, s.units, 'place', gen_random_uuid(), app_now() - s.day * interval '1 day'
     FROM generate_series(1, 12) AS d (day), LATERAL (SELECT d.day, 4 + d.day % 4 AS units) s`,
    [offer.storeId, offer.waitlistId, await firstBatch(core, offer), offer.variantId],
  );
  await stage.db.query("UPDATE waitlist SET opened_at = opened_at - interval '12 days' WHERE id = $1", [
    offer.waitlistId,
  ]);
  const { storeId, waitlistId } = offer;
  await addCounts(stage.db, [
    { storeId, waitlistId, event: 'PlacementLoaded', count: 1_204 },
    { storeId, waitlistId, event: 'ButtonClicked', count: 131 },
    { storeId, waitlistId, event: 'PreorderCreated', count: 6 },
  ]);
  await raiseAlert(stage.db, storeId, {
    text: 'store_order_refused',
    subjectId: offer.waitlistId,
    values: { order: 1, reference: 'PO-7K2M-9QXT-4', said: 'Sold out there' },
    next: { step: 'look_at_webhook', about: offer.waitlistId },
  });
  const empty = await createOffer(core, { allocation: 10 });
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
  url = `${stage.portalUrl}/stores/${await slugOf(storeId)}/reports`;
  emptyUrl = `${stage.portalUrl}/stores/${await slugOf(empty.storeId)}/reports`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

async function look(name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await takeScreenshot(page, `portal-${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** How many dots of the chart are not its ground: something was drawn. */
const drawnDots = (at: Page) =>
  at.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const dots = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let drawn = 0;
    for (let index = 3; index < dots.length; index += 4) if ((dots[index] ?? 0) > 0) drawn += 1;
    return drawn;
  });

test('sales are drawn, summed up and listed', async () => {
  await page.goto(url);
  await page.getByRole('img', { name: /^Booked €2,351\.40, charged €2,351\.40/ }).waitFor();
  await expect.poll(() => drawnDots(page)).toBeGreaterThan(500);
  await look('reports-desk');
  await page.getByText('Show the numbers').first().click();
  await expect.poll(() => page.getByRole('table', { name: 'Sales' }).locator('tbody tr').count()).toBe(1);
  await expectAccessible(page);
});

test('every figure says when it is sold out, and how sure that is', async () => {
  await page
    .getByText(/^About [\d.]+ sell a day\. The 1\d\d that are left are gone between .+, most likely on /)
    .waitFor();
  await page.getByText('Show the numbers When it is sold out').click();
  const forecast = page.getByRole('table', { name: 'When it is sold out' });
  await forecast.getByRole('cell', { name: /–/ }).waitFor();
  await page
    .getByRole('table', { name: 'From the button to the pre-order' })
    .getByText('10.9', { exact: true })
    .waitFor();
});

test('what happens several times on a page is told as a number for 100 shown, and never as a share', async () => {
  const { storeId, waitlistId } = offer;
  await addCounts(stage.db, [{ storeId, waitlistId, event: 'PreorderCheckoutStep', count: 1_566 }]);
  await page.reload();
  const funnel = page.getByRole('table', { name: 'From the button to the pre-order' });
  await funnel.getByText('130.1', { exact: true }).waitFor();
  await funnel.getByRole('columnheader', { name: 'For 100 shown' }).waitFor();
  expect(await funnel.innerText()).not.toContain('%');
});

test('an alert says what to do, leads there, and is done with a press', async () => {
  await page.getByText("The store's system refused order 1 of PO-7K2M-9QXT-4").waitFor();
  const link = page.getByRole('link', { name: 'Open the webhook' });
  expect(await link.getAttribute('href')).toMatch(new RegExp(`/settings/webhooks/${offer.waitlistId}$`));
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.reload();
  await page.getByText('Ihr Shopsystem hat Bestellung 1 von PO-7K2M-9QXT-4 abgelehnt: Sold out there').waitFor();
  expect(await page.locator('.attention__text [lang=en]').allInnerTexts()).toEqual(['Sold out there']);
  await look('alerts-german');
  await stage.db.query("UPDATE staff_member SET language = 'en'");
  await page.reload();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Nothing. No alert is open').waitFor();
});

test('the period and the waitlist are in the address', async () => {
  await page.getByRole('button', { name: '90 days' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('90');
  await page.getByLabel('Waitlist').selectOption({ label: 'Aurora Jacket (Open)' });
  await expect.poll(() => new URL(page.url()).searchParams.get('waitlist')).toBe(offer.waitlistId);
});

test('each sum stands beside that of as many days before, and the days may be own ones', async () => {
  await page.goto(url);
  await page.getByText('€0.00 in the 30 days before').first().waitFor();
  await page.getByRole('button', { name: 'Other days' }).click();
  const dialog = page.getByRole('dialog');
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel('From').fill(today);
  await dialog.getByLabel('Until').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await dialog.getByText('This day is before the first one.').first().waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByLabel('Until').fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await page.getByText('€0.00 in the 31 days before').first().waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe('2020-01-01');
  await look('reports-own-days');
  await page.goto(`${url}?from=2019-01-01&to=2020-12-31`);
  await page
    .getByText(/at most 400 days|400/)
    .first()
    .waitFor();
  await page.goto(`${url}?from=yesterday&to=2020-13-45`);
  await page.getByText('€0.00 in the 30 days before').first().waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(null);
});

test.each(['sales', 'sell-through', 'funnel', 'forecasts', 'deliveries', 'withdrawals'])(
  '%s is saved as a file',
  async (report) => {
    const names: Record<string, string> = {
      sales: 'CSV Sales',
      'sell-through': 'CSV Sell-through of Aurora Jacket',
      funnel: 'CSV From the button to the pre-order',
      forecasts: 'CSV When it is sold out',
      deliveries: 'CSV Deliveries',
      withdrawals: 'CSV Withdrawals',
    };
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 15_000 }),
      page.getByRole('button', { name: names[report] ?? '', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${report}.csv`);
  },
);

test('who wants the mail of each morning says so in the account, and takes it back there', async () => {
  await page.goto(`${stage.portalUrl}/account`);
  const daily = page
    .getByRole('group', { name: 'North & Pine' })
    .first()
    .getByLabel(/^Each morning/);
  await daily.check();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await look('account-mails-desk');
  const wanted = () => stage.db.query('SELECT 1 FROM staff_subscription');
  expect(await wanted()).toHaveLength(1);
  await daily.uncheck();
  await expect.poll(async () => (await wanted()).length).toBe(0);
});

test('without sales the page says what will be there', async () => {
  await page.goto(emptyUrl);
  await page.getByText('Nothing was counted in these days').waitFor();
  await page.getByText('Too little was sold to tell when they are gone.').waitFor();
  await look('reports-empty-desk');
});

test('what cannot be loaded says so', async () => {
  await page.route('**/reports/sales?*', (route) => route.abort());
  await page.goto(url);
  await page.getByText('This could not be loaded').waitFor();
  await look('reports-failed-desk');
  await page.unroute('**/reports/sales?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('img', { name: /^Booked/ }).waitFor();
});

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize(PHONE);
  await page.goto(url);
  await page.getByRole('img', { name: /^Booked/ }).waitFor();
  await look('reports-phone');
  expect(await fitsWidth(page)).toBe(true);
});

test('no page broke its policy or failed', () => {
  expect(problemsOf(open).filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([]);
});

test('charts are drawn where the language of the browser is none that Intl knows', async () => {
  const other = await page.context().newPage();
  await other.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix', configurable: true }),
  );
  await other.goto(url);
  await other.getByRole('heading', { name: 'Sales', exact: true }).waitFor();
  await expect.poll(() => drawnDots(other)).toBeGreaterThan(0);
  await other.close();
});
