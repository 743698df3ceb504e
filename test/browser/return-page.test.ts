import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import type { KnownPreorder } from '../../src/core/preorders/known-link.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { LANGUAGES, textDirection, translate } from '../../src/messages/catalogue.ts';
import { returnPath } from '../../src/surfaces/withdraw-address.ts';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { declareAndFollow } from '../support/declare.ts';
import { startWithdrawals } from '../support/withdrawals.ts';

const browser = await launchBrowser();
const world = await startWithdrawals();
const { api, core, sold } = world;
afterAll(async () => {
  await browser.close();
  await world.stop();
});

/** Somebody withdraws from what was sent. Resolves with the address of the page of the return. */
async function sentBack() {
  const made = await sold(2);
  const { storeId, reference, email } = made;
  const preorder = (await readPreorder(core.db, storeId, reference)) as KnownPreorder;
  const of = { storeId, preorderId: preorder.id, lineIds: null };
  await advanceLines(core, { ...of, to: 'released' });
  await moveMoney(core, storeId, preorder.id);
  await advanceLines(core, { ...of, to: 'fulfilled' });
  const declaration = { name: 'Zoë', email, reference, postalCode: '', items: '' };
  const known = { preorderId: preorder.id, lineIds: null };
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration, known });
  const url = `${api.baseUrl}${returnPath(api.deps, await readStore(core.db, storeId), preorder)}`;
  return { ...made, id, url, preorderId: preorder.id };
}

test('takes a tracking number on a phone, by keyboard, in each state', async () => {
  const { url, client, id } = await sentBack();
  const options = { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const;
  const { page, problems, close } = await openPage(browser, url, options);
  await expectAccessible(page);
  await takeScreenshot(page, 'return-open');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('alert').waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'return-wrong');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('number');
  await page.keyboard.type('JD 0146 0000 0000');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'It is on its way back' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'return-sent');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await client.post(`/withdrawals/${id}/return/receive`, {});
  await page.reload();
  await page.getByRole('heading', { name: 'Your return has come to its end' }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'return-over');
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  await close();
});

test('speaks every language, in its direction, on a narrow screen', async () => {
  const { url, preorderId } = await sentBack();
  for (const locale of Object.keys(LANGUAGES)) {
    await core.db.query('UPDATE preorder SET locale = $2 WHERE id = $1', [preorderId, locale]);
    const { page, close } = await openPage(browser, url, { viewport: { width: 320, height: 640 } });
    await page.getByRole('heading', { name: translate(locale, 'mail.return_opened.title'), exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe(textDirection(locale));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), locale).toBe(true);
    await expectAccessible(page);
    await close();
  }
});
