import { afterAll, expect, test } from 'vitest';
import { updateStore } from '../../src/core/stores/commands.ts';
import { translate } from '../../src/messages/catalogue.ts';
import { DESKTOP, expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

// The page with the model instructions on withdrawal, which people read, print and fill in.

const browser = await launchBrowser();
const world = await startWithdrawals();
afterAll(async () => {
  await browser.close();
  await world.stop();
});

test.each([
  { name: 'phone', lang: 'en', options: { viewport: PHONE, colorScheme: 'dark' } },
  { name: 'desk', lang: 'de', options: { viewport: DESKTOP } },
  { name: 'phone-ar', lang: 'ar', options: { viewport: PHONE } },
] as const)('the instructions and the form are read and printed: $name', async ({ name, lang, options }) => {
  const { storeId, path } = await world.sold();
  await updateStore(world.core, storeId, { contactPhone: '+49 40 1234567' });
  const { page, problems, close } = await openPage(
    browser,
    `${world.api.baseUrl}${path}/instructions?lang=${lang}`,
    options,
  );
  await page.getByRole('heading', { name: translate(lang, 'instructions.title'), exact: true }).waitFor();
  await page.getByText('+49 40 1234567').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, `instructions-${name}`);
  await page.getByRole('heading', { name: translate(lang, 'instructions.form') }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 5_000);
  await takeScreenshot(page, `instructions-form-${name}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await takeScreenshot(page, `instructions-printed-${name}`);
  expect(problems).toEqual([]);
  await close();
});
