import { afterAll, expect, test } from 'vitest';
import type { KnownPreorder } from '../../src/core/preorders/known-link.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { LANGUAGES, textDirection, translate } from '../../src/messages/catalogue.ts';
import { contractPath } from '../../src/surfaces/withdraw-address.ts';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { startWithdrawals, undoPathIn, withdrawalsOf } from '../support/withdrawals.ts';

const browser = await launchBrowser();
const world = await startWithdrawals();
const { api, sold, receiptsTo } = world;
afterAll(async () => {
  await browser.close();
  await world.stop();
});

test('takes a withdrawal by keyboard alone, and brings what was typed through every step', async () => {
  const { path, email, reference, client } = await sold(2);
  const { page, problems, close } = await openPage(browser, `${api.baseUrl}${path}?reference=${reference}`);
  await expectAccessible(page);
  await takeScreenshot(page, 'withdraw-empty');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expectAccessible(page);
  await takeScreenshot(page, 'withdraw-wrong');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
  await page.keyboard.type('Zoë Müller');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.getByLabel('Which items, and how many').fill('One of the two jackets,\nthe <blue> one');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('heading', { name: 'Check your declaration' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'withdraw-review');
  expect(await withdrawalsOf(client)).toEqual([]);
  await page.getByRole('button', { name: 'Change it' }).press('Enter');
  expect(await page.getByLabel('Which items, and how many').inputValue()).toBe(
    'One of the two jackets,\nthe <blue> one',
  );
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).press('Enter');
  await page.getByRole('heading', { name: 'Your withdrawal was received' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'withdraw-received');
  expect(await withdrawalsOf(client)).toMatchObject([
    { preorder: { reference }, items: 'One of the two jackets,\nthe <blue> one' },
  ]);
  expect(problems).toEqual([]);
  await close();
});

test('says that nothing was received while the database is away, and keeps everything', async () => {
  const { path, email, client } = await sold();
  const { page, close } = await openPage(browser, `${api.baseUrl}${path}`);
  await page.getByLabel('Your name').fill('Zoë');
  await page.getByLabel('E-mail address for the receipt').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await api.db.query('ALTER TABLE withdrawal RENAME TO withdrawal_away');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await page.getByRole('alert').getByText('It has not been received yet').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'withdraw-away');
  await api.db.query('ALTER TABLE withdrawal_away RENAME TO withdrawal');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await page.getByRole('heading', { name: 'Your withdrawal was received' }).waitFor();
  expect(await withdrawalsOf(client)).toMatchObject([{ name: 'Zoë', email }]);
  await close();
});

test('undoes on a phone, in the dark, what somebody else declared', async () => {
  const { path, email, reference, client } = await sold();
  await world.declare(path, { name: 'A forger', email, reference });
  const url = `${api.baseUrl}${undoPathIn((await receiptsTo(email)).at(-1))}`;
  const options = { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const;
  const { page, problems, close } = await openPage(browser, url, options);
  await expectAccessible(page);
  await takeScreenshot(page, 'withdraw-undo');
  await page.getByRole('button', { name: 'This was not me: undo it' }).tap();
  await page.getByRole('heading', { name: 'The withdrawal is undone' }).waitFor();
  await expectAccessible(page);
  expect(await withdrawalsOf(client)).toMatchObject([{ state: 'undone' }]);
  expect(problems).toEqual([]);
  await close();
});

test.each(['de', 'ar'])('lets a customer choose one of two units on a narrow phone, in %s', async (lang) => {
  const { storeId, email, reference, client } = await sold(2);
  const preorder = await readPreorder(api.db, storeId, reference);
  const own = contractPath(api.deps, await readStore(api.db, storeId), preorder as KnownPreorder);
  const { page, problems, close } = await openPage(browser, `${api.baseUrl}${own.replace('lang=en', `lang=${lang}`)}`, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
  });
  const name = preorder.productTitle;
  await expectAccessible(page);
  await page.getByLabel(name).selectOption('0');
  await page.getByRole('button', { name: translate(lang, 'withdrawal.next') }).tap();
  await page.getByText(translate(lang, 'withdrawal.wrong.items')).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, `withdraw-none-${lang}`);
  await page.getByLabel(name).selectOption('1');
  await page.getByRole('button', { name: translate(lang, 'withdrawal.next') }).tap();
  await page.getByRole('heading', { name: translate(lang, 'withdrawal.review') }).waitFor();
  await takeScreenshot(page, `withdraw-one-${lang}`);
  await page.getByRole('button', { name: translate(lang, 'withdrawal.confirm') }).tap();
  await page.getByRole('heading', { name: translate(lang, 'withdrawal.received') }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, `withdraw-one-received-${lang}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await withdrawalsOf(client)).toMatchObject([{ state: 'settled', email, preorder: { reference } }]);
  expect(problems).toEqual([]);
  await close();
});

test.each(Object.keys(LANGUAGES))('fits a narrow phone in %s, with the words of the law', async (lang) => {
  const { path } = await sold();
  const { page, problems, close } = await openPage(browser, `${api.baseUrl}${path}?lang=${lang}`, {
    viewport: { width: 320, height: 640 },
  });
  expect(await page.locator('html').getAttribute('dir')).toBe(textDirection(lang));
  await page.getByRole('heading', { name: translate(lang, 'status.withdraw') }).waitFor();
  await page.getByLabel(translate(lang, 'withdrawal.name')).fill('Zoë Müller');
  await page.getByLabel(translate(lang, 'withdrawal.email')).fill('zoe.mueller@a-long-domain-of-a-shopper.example');
  await page.getByRole('button', { name: translate(lang, 'withdrawal.next') }).click();
  await page.getByRole('button', { name: translate(lang, 'withdrawal.confirm') }).click();
  await page.getByRole('heading', { name: translate(lang, 'withdrawal.received') }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible(page);
  await takeScreenshot(page, `withdraw-received-${lang}`);
  expect(problems).toEqual([]);
  await close();
});
