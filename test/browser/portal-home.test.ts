import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, launchBrowser, type OpenPage } from '../support/browser.ts';
import { createOffer, type Offer } from '../support/core.ts';
import {
  becomeOwner,
  lookEverywhere,
  type PortalStage,
  problemsOf,
  startPortalSystem,
} from '../support/portal-page.ts';
import { makeReady } from '../support/ready-to-send.ts';
import { runJobs } from '../support/release.ts';

const DATA_BYTES_MAX = 15_000;

let browser: Browser;
let stage: PortalStage;
let offer: Offer;
let home: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  offer = await createOffer(engine(), { allocation: 50 });
  await makeReady(engine(), offer, 12);
  await runJobs(engine(), offer.storeId);
  const [store] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  home = `${stage.portalUrl}/stores/${store?.slug}`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const engine = () => ({ ...stage.deps, stop: async () => {} });

test('a store that does not sell yet has what is left to do, and the code for a page', async () => {
  await page.getByRole('heading', { name: 'Put it on a page' }).waitFor();
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  await page.getByRole('link', { name: '12 parcels are ready to send' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Ready to send 12 waiting' }).waitFor();
  await lookEverywhere(page, 'portal-home-begun');
});

test('a store that sells begins with what needs somebody and the money, and both lists have left', async () => {
  await stage.db.query(`UPDATE store SET withdrawal_url = 'https://store.example/withdraw' WHERE id = $1`, [
    offer.storeId,
  ]);
  await stage.db.query(
    `INSERT INTO sighting (store_id, origin, kind, product) VALUES ($1, 'https://store.example', 'page', '')`,
    [offer.storeId],
  );
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const data = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/admin/api/')) data.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (data.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(home);
  await page.getByRole('heading', { name: 'Money in 7 days' }).waitFor();
  await page.getByRole('img', { name: /Booked, charged and refunded on each of 14 days/ }).waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Put it on a page' }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Latest pre-orders' }).waitFor();
  await lookEverywhere(page, 'portal-home');
  console.log(`Home: ${bytes} bytes of data`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(DATA_BYTES_MAX);
  expect(await page.getByText('nothing in the 7 days before').count()).toBe(3);
  await page.getByRole('link', { name: '12 parcels are ready to send' }).click();
  await page.getByRole('heading', { name: 'Ready to send', level: 1 }).waitFor();
});

test('nothing of this broke anything in the page', () => {
  expect(problemsOf(open)).toEqual([]);
});
