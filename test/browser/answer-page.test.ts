import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { LANGUAGES, textDirection, translate } from '../../src/messages/catalogue.ts';
import { type Api, startApi } from '../support/api.ts';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { answerPath, moveDates } from '../support/promises.ts';

const browser = await launchBrowser();
let api: Api;
let core: Core;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
afterAll(async () => {
  await browser.close();
  await core.stop();
  await api.stop();
});

const LATER = ['2030-07-01', '2030-07-05'] as const;

/** Creates a question for a shopper of two jackets, in that language. */
async function asked(locale = 'en'): Promise<{ offer: Offer; reference: string; url: string }> {
  const offer = await createOffer(core, { allocation: 10 });
  const reference = await buyFrom(core, offer, { quantity: 2, locale });
  await moveDates({ core, offer }, LATER, { reason: 'The dye house in Østfold burned down; we found another.' });
  return { offer, reference, url: api.baseUrl + (await answerPath(core, offer.storeId, reference)) };
}

const stateOf = async ({ offer, reference }: { offer: Offer; reference: string }) =>
  (await readPreorder(api.db, offer.storeId, reference)).state;

test('takes a choice to wait, then one to cancel, by keyboard alone', async () => {
  const given = await asked();
  const { page, problems, close } = await openPage(browser, given.url);
  await expectAccessible(page);
  await takeScreenshot(page, 'answer-asked');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Wait for the new date');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are waiting' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'answer-waiting');
  expect(await stateOf(given)).toBe('placed');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'It is cancelled' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'answer-cancelled');
  expect(await stateOf(given)).toBe('cancelled');
  // The back button shows the present state, not the earlier choices.
  await page.goBack();
  await page.getByRole('heading', { name: 'It is cancelled' }).waitFor();
  expect(problems).toEqual([]);
  await close();
});

test('works on a phone, in the dark, by touch', async () => {
  const given = await asked();
  const options = { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const;
  const { page, problems, close } = await openPage(browser, given.url, options);
  await expectAccessible(page);
  await takeScreenshot(page, 'answer-phone-dark');
  for (const button of await page.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('button', { name: 'Cancel and get €262.90 back' }).tap();
  await page.getByRole('heading', { name: 'It is cancelled' }).waitFor();
  expect(await stateOf(given)).toBe('cancelled');
  expect(problems).toEqual([]);
  await close();
});

test('has no buttons once the date moved back or everything was released', async () => {
  const back = await asked();
  await moveDates({ core, offer: back.offer }, ['2030-06-10', '2030-06-14'], { reason: 'Good news.' });
  const { page, close } = await openPage(browser, back.url);
  await page.getByRole('heading', { name: 'The date has moved again' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'answer-moved-back');
  expect(await page.getByRole('button').count()).toBe(0);
  await close();
});

test.each(Object.keys(LANGUAGES))('fits the smallest phone in %s, in the reader’s direction', async (locale) => {
  const { url } = await asked(locale);
  const { page, problems, close } = await openPage(browser, url, { viewport: { width: 320, height: 700 }, locale });
  expect(await page.title()).toBe(translate(locale, 'answer.title'));
  expect(await page.evaluate(() => [document.documentElement.lang, document.dir])).toEqual([
    locale,
    textDirection(locale),
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessible(page);
  await takeScreenshot(page, `answer-${locale}`);
  await page.getByRole('button', { name: translate(locale, 'answer.wait') }).click();
  await page.getByRole('heading', { name: translate(locale, 'answer.waiting.title') }).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await close();
});
