import { randomUUID } from 'node:crypto';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_STORE } from '../../demo/catalogue.ts';
import { type DemoStore, startDemoStore } from '../../demo/server.ts';
import { readSharedSecrets } from '../../src/core/stores/queries.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createOffer, type Offer } from '../support/core.ts';
import { type System, startSystem } from '../support/system.ts';

let browser: Browser;
let system: System;
let store: DemoStore;
let offer: Offer;
let reference = '';

beforeAll(async () => {
  browser = await launchBrowser();
  system = await startSystem();
  const core: Core = { ...system.deps, stop: async () => {} };
  offer = await createOffer(core, { allocation: 10 });
  await system.db.query('UPDATE store SET public_key = $2 WHERE id = $1', [offer.storeId, DEMO_STORE.publicKey]);
  reference = await buyFrom(
    core,
    { ...offer, storeKey: DEMO_STORE.publicKey },
    { email: 'maya.lindqvist@example.com' },
  );
  await buyFrom(core, { ...offer, storeKey: DEMO_STORE.publicKey }, { email: `${randomUUID()}@mail.example` });
  const sharedSecret = async () => (await readSharedSecrets(system.deps, offer.storeId))[0]?.text ?? '';
  store = await startDemoStore({ port: 0, host: '127.0.0.1', serviceUrl: system.baseUrl, sharedSecret });
});
afterAll(async () => {
  await browser.close();
  await store.close();
  await system.stop();
});

async function statusFrame(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('article iframe');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('frame without a document');
  await frame.waitForSelector('h1:not(.visually-hidden)');
  return frame;
}

test.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
] as const)('on %s the demo customer finds what they ordered, signed in or not', async (name, viewport) => {
  const { page, problems, close } = await openPage(browser, `${store.url}/account`, { viewport });
  const guest = await statusFrame(page);
  await guest.fill('#reference', reference);
  await guest.fill('#place', '10115');
  await guest.click('form button');
  await guest.waitForSelector('.detail');
  await expectAccessible(page);
  await takeScreenshot(page, `demo-account-guest-${name.replace(' ', '-')}`);
  await page.click('.account button');
  const customer = await statusFrame(page);
  await customer.waitForSelector('.card');
  expect(await customer.locator('.card').count()).toBe(1);
  expect(await customer.textContent('.card .code')).toBe(reference);
  await expectAccessible(page);
  await takeScreenshot(page, `demo-account-${name.replace(' ', '-')}`);
  expect(problems).toEqual([]);
  await close();
});
