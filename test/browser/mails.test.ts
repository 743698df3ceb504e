import { afterAll, expect, test } from 'vitest';
import { everyMail } from '../../src/surfaces/mails/samples.ts';
import type { MailContent } from '../../src/surfaces/mails/templates/facts.ts';
import { expectAccessible, launchBrowser, openPage, takeScreenshot } from '../support/browser.ts';
import { mailFacts, mailLine } from '../support/mail-facts.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

const lines = [mailLine(1), mailLine(2, { properties: { Engraving: 'averylongwordwithoutanyspace'.repeat(4) } })];
const sums = { subtotal: 57_800, shipping: 520, tax: 9_311, total: 58_320 };
const inLanguage = (locale: string) =>
  everyMail(mailFacts({ store: { mode: 'test' }, preorder: { ...sums, locale }, lines }));

type Look = { width: number; dark?: boolean };

/** Shows each mail in a page of that width. Resolves with the names of mails that are wider. */
async function show(
  mails: Record<string, MailContent>,
  { width, dark = false }: Look,
  name: string,
): Promise<string[]> {
  const colorScheme = dark ? 'dark' : 'light';
  const viewport = { width, height: 800 };
  const { page, problems, close } = await openPage(browser, 'about:blank', { viewport, colorScheme });
  const wide: string[] = [];
  for (const [kind, { html }] of Object.entries(mails)) {
    await page.setContent(html);
    if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wide.push(kind);
    if (name === 'en') await expectAccessible(page);
    await takeScreenshot(page, `mail-${name}-${kind}-${width}-${colorScheme}`);
  }
  expect(problems).toEqual([]);
  await close();
  return wide;
}

test.each<Look>([{ width: 390 }, { width: 390, dark: true }, { width: 700 }, { width: 700, dark: true }])(
  'every mail is readable, %j',
  async (look) => {
    expect(await show(inLanguage('en-GB'), look, 'en')).toEqual([]);
  },
);

// Long words, long sentences, right to left, no spaces.
test.each(['de', 'ar', 'he', 'ja', 'pl'])('every mail fits a small phone in %s', async (locale) => {
  expect(await show(inLanguage(locale), { width: 320 }, locale)).toEqual([]);
});

test('a mail is readable and its button visible in a mail program that drops the style sheet', async () => {
  const { date_asked: mail } = everyMail(mailFacts());
  const { page, close } = await openPage(browser, 'about:blank', { viewport: { width: 390, height: 800 } });
  await page.setContent(mail.html.replace(/<style>.*<\/style>/s, ''));
  const button = page.getByRole('link', { name: 'Wait for the new date' });
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(25, 28, 34)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await takeScreenshot(page, 'mail-without-styles');
  await close();
});
