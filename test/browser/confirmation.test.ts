import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, PHONE, takeScreenshot } from '../support/browser.ts';
import {
  type CheckoutStage,
  confirmedReference,
  openCheckout,
  openCheckoutStage,
  pay,
  reachPayment,
} from '../support/checkout-page.ts';

// What the confirmation says and where it leads on, as the whole page of it that a shopper scrolls through.

let stage: CheckoutStage;
beforeAll(async () => {
  stage = await openCheckoutStage({ waitlist: { plan: { deposit: { kind: 'percent', value: 2_000 } } } });
  const { system, store } = stage;
  await system.db.query('UPDATE product SET image_url = $2 WHERE store_id = $1', [store.storeId, PICTURE]);
});
afterAll(() => stage.close());

const PICTURE = 'https://pictures.example/jacket.svg';
const JACKET = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#457" d="M2 1h5l1 7H1z"/></svg>';

async function buy(lang: string, options: object = {}) {
  const checkout = await openCheckout(stage, { viewport: PHONE, lang, ...options });
  await checkout.page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: JACKET }));
  await checkout.reload();
  checkout.problems.length = 0; // the picture was not there before
  await reachPayment(checkout.frame, { email: `${lang}-${Math.random()}@shopper.example` });
  await pay(checkout.frame, 'succeeds');
  const reference = await confirmedReference(checkout.frame);
  return { ...checkout, reference };
}

test('leads on to the pre-order, which opens in a tab of its own, and to its calendar', async () => {
  const { page, frame, reference, close, problems } = await buy('en');
  const ways = frame.locator('.ways a');
  expect(await ways.allTextContents()).toEqual([
    'See or change your pre-order',
    'Add to your calendar',
    'Subscribe in your calendar: the entry moves with the date',
    'Receipt',
  ]);
  const hrefs = await ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(hrefs[2]).toBe(hrefs[1]?.replace('http:', 'webcal:'));
  const [own] = await Promise.all([page.context().waitForEvent('page'), ways.first().click()]);
  await own.waitForSelector('text=Placed');
  expect(await own.textContent('.code')).toBe(reference);
  await expectAccessible(own);
  await takeScreenshot(own, 'own-page-phone');
  const calendar = await page.request.get(hrefs[1] ?? '');
  expect(await calendar.text()).toContain('SUMMARY:Aurora Jacket: expected to ship');
  expect(problems).toEqual([]);
  await close();
});

test.each([
  ['en', 'light', {}],
  ['en', 'dark', { colorScheme: 'dark' }],
  ['ar', 'light', {}],
  ['de', 'light', {}],
  ['de', 'narrow', { viewport: { width: 320, height: 844 } }],
  ['en', 'large', { initScript: "document.documentElement.style.fontSize = '200%'" }],
])('in %s, %s: nothing overflows, and axe finds nothing', async (lang, name, options) => {
  const { page, frame, close } = await buy(lang, options);
  await expectAccessible(page);
  const beyond = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
  const height = await frame.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? PHONE.width, height });
  await takeScreenshot(page, `confirmation-${lang}-${name}`);
  await close();
});
