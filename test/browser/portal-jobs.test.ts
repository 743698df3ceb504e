import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, launchBrowser, type OpenPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { createTestStore } from '../support/merchant.ts';
import { becomeOwner, fitsWidth, type PortalStage, problemsOf, startPortalSystem } from '../support/portal-page.ts';

let browser: Browser;
let stage: PortalStage;
let storeId: string;
let jobs: string;
let open: OpenPage;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  stage = await startPortalSystem();
  storeId = await createTestStore(stage.db);
  const [row] = await stage.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]);
  jobs = `${stage.portalUrl}/stores/${row?.slug}/settings/jobs`;
  open = await becomeOwner(browser, stage, { viewport: DESKTOP });
  page = open.page;
  await page.getByText('Put it on a page').waitFor();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const rows = () => page.locator('tbody tr');

/** Leaves a job of the store behind that used up its tries. Its mail is gone by now, so the next try finds nothing to do. */
async function leaveDead(reason: string): Promise<void> {
  const payload = JSON.stringify({ storeId, subjectId: randomUUID(), detail: null });
  const [job] = await stage.db.query<{ id: number }>(
    "SELECT id FROM graphile_worker.add_job('mail.due', $1::json, run_at => now() + interval '1 day', priority => 1)",
    [payload],
  );
  await stage.db.query(
    'UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = $2 WHERE id = $1',
    [job?.id, reason],
  );
}

/** Looks at the page with axe, in both schemes, and takes its pictures, on a desk and on a phone. */
async function look(name: string): Promise<void> {
  for (const [screen, viewport, colorScheme] of [
    ['desk', DESKTOP, 'light'],
    ['phone', PHONE, 'dark'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    expect(await fitsWidth(page), name).toBe(true);
    await takeScreenshot(page, `portal-jobs-${name}-${screen}`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('nothing to do is said as such', async () => {
  await page.goto(jobs);
  await page.getByRole('heading', { name: 'Nothing is left to do' }).waitFor();
  await look('none');
});

test('work that was given up is listed with its reason, filtered, and run again', async () => {
  for (const reason of ['the mail server is away', 'the mail server is away', 'a cable was cut'])
    await leaveDead(reason);
  await page.reload();
  await page.getByRole('button', { name: 'Given up 3' }).click();
  await expect.poll(() => rows().count()).toBe(3);
  expect(new URL(page.url()).searchParams.get('state')).toBe('dead');
  await look('dead');
  await page
    .getByRole('row', { name: /a cable was cut/ })
    .getByRole('link', { name: 'Send a mail' })
    .click();
  await page.getByText('Why the last try failed').waitFor();
  await look('one');
  await page.getByRole('button', { name: 'Run it again' }).click();
  await page.getByText('Work that is done leaves the list.').waitFor({ timeout: 60_000 });
  await look('done');
  await page.getByRole('link', { name: 'Jobs' }).first().click();
  await page.getByRole('button', { name: 'Run all 2 that were given up again' }).click();
  await page.getByRole('heading', { name: 'Nothing is left to do' }).waitFor({ timeout: 60_000 });
});

test('it speaks German', async () => {
  await stage.db.query("UPDATE staff_member SET language = 'de'");
  await page.goto(jobs);
  await page.getByRole('heading', { name: 'Es ist nichts mehr zu tun' }).waitFor();
  await leaveDead('connect ECONNREFUSED 192.0.2.1:25 (mail_unreachable)');
  await page.reload();
  await page.getByText('Der Mailserver antwortet nicht').waitFor();
  expect(await page.locator('tbody').innerText()).not.toContain('ECONNREFUSED');
  await look('german');
  expect(problemsOf(open)).toEqual([]);
});
