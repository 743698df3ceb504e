import { afterAll, describe, expect, test } from 'vitest';
import type { MailContent } from '../../src/features/notifications/templates/facts.ts';
import { expectAccessible, launchBrowser, openPage, takeScreenshot } from '../support/browser.ts';
import { mailFacts, mailLine } from '../support/mail-facts.ts';
import { everyMail } from '../support/mail-kinds.ts';

const browser = await launchBrowser();
afterAll(() => browser.close());

const lines = [mailLine(1), mailLine(2, { properties: { Engraving: 'averylongwordwithoutanyspace'.repeat(4) } })];
const sums = { subtotal: 57_800, shipping: 520, tax: 9_311, total: 58_320 };
const inLanguage = (locale: string) =>
  everyMail(mailFacts({ store: { mode: 'test' }, preorder: { ...sums, locale }, lines }));

async function look(name: string, { html }: MailContent, { width, dark = false }: { width: number; dark?: boolean }) {
  const colorScheme = dark ? 'dark' : 'light';
  const { page, problems, close } = await openPage(browser, 'about:blank', {
    ...{ viewport: { width, height: 800 }, colorScheme },
  });
  await page.setContent(html);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await takeScreenshot(page, `mail-${name}-${width}-${colorScheme}`);
  expect(problems).toEqual([]);
  await close();
}

describe.each(Object.entries(inLanguage('en-GB')))('the mail %s is readable', (kind, mail) => {
  test.each([390, 700])('at %s px, light and dark', async (width) => {
    await look(kind, mail, { width });
    await look(kind, mail, { width, dark: true });
  });
});

// Long words, long sentences, the other direction, no spaces.
test.each(['de', 'ar', 'he', 'ja', 'pl'])('every mail fits a small phone in %s', async (locale) => {
  for (const [kind, mail] of Object.entries(inLanguage(locale))) await look(`${locale}-${kind}`, mail, { width: 320 });
});

test('where a mail program drops the style sheet, it still reads, and its button is one', async () => {
  const { date_asked: mail } = inLanguage('en-GB');
  const { page, close } = await openPage(browser, 'about:blank', { viewport: { width: 390, height: 800 } });
  await page.setContent(mail.html.replace(/<style>.*<\/style>/s, ''));
  const button = page.getByRole('link', { name: 'Wait or cancel' });
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(25, 28, 34)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await takeScreenshot(page, 'mail-without-styles');
  await close();
});
