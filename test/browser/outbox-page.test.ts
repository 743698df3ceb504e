import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { invite } from '../../src/core/staff/commands/invite.ts';
import { staffLinkAddress } from '../../src/core/staff/commands/links.ts';
import { sendStaffMails } from '../../src/core/staff/commands/send-mails.ts';
import { createFileMail } from '../../src/integrations/mail/files.ts';
import { buildBrowser } from '../../src/platform/browser-build.ts';
import { createOutboxPages } from '../../src/surfaces/operator/mailbox-server.ts';
import { expectAccessible, launchBrowser, openPage, PHONE, takeScreenshot } from '../support/browser.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sendMails } from '../support/mails.ts';

const browser = await launchBrowser();
let database: TestDatabase;
let core: Core;
let offer: Offer;
let server: Server;
let folder = '';
let address = '';

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  core = { ...createCore(database.db), mail: createFileMail(folder) };
  offer = await createOffer(core, { allocation: 100 });
  const pages = createOutboxPages(core, (await buildBrowser()).mailbox);
  server = createServer((asked, response) => {
    if (!pages(asked, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await core.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs axe without the frame of the mail, which runs no script, not even axe's. */
const isOurs = (problem: string) => !problem.includes("'allow-scripts' permission is not set");

async function sell(): Promise<string> {
  const reference = await buyFrom(core, offer, { email: 'ada@mail.example' });
  await sendMails(core);
  return reference;
}

test('the mailbox is empty at first; a sent mail appears by itself, in its three forms', async () => {
  const { page, problems, close } = await openPage(browser, `${address}/mails`, { viewport: PHONE });
  await expect.poll(() => page.getByText('No mail yet.').count()).toBe(1);
  await expectAccessible(page);
  await takeScreenshot(page, 'outbox-empty');

  const reference = await sell();
  const mail = page.frameLocator('iframe');
  await mail.getByRole('heading', { name: 'Thank you, Ada' }).waitFor();
  expect(await page.getByRole('link', { name: reference }).count()).toBe(1);
  expect(await page.getByText('ada@mail.example').first().isVisible()).toBe(true);
  // The time of sending, with its time zone.
  expect(await page.locator('dd').last().textContent()).toMatch(/^\w+, .+ \d\d:\d\d:\d\d [A-Z]+/);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await takeScreenshot(page, 'outbox-phone');

  await page.getByRole('link', { name: 'Text', exact: true }).click();
  await page.getByText(`Reference: ${reference}`).waitFor();
  await expectAccessible(page);

  const { id } = await readPreorder(database.db, offer.storeId, reference);
  await cancelLines(core, { storeId: offer.storeId, preorderId: id, lineIds: null });
  await sendMails(core);
  await page.getByRole('link', { name: 'Cancelled' }).waitFor(); // beside the open mail
  expect(await page.getByText(`Reference: ${reference}`).count()).toBe(1);
  await page.getByRole('link', { name: 'Cancelled' }).click();
  await mail.getByRole('heading', { name: 'Your pre-order is cancelled' }).waitFor();
  expect(problems.filter(isOurs)).toEqual([]);
  await close();
});

test('an invitation of staff is there too, and its link works', async () => {
  const invitation = { email: 'mona@merchant.example', role: 'support', invitedBy: 'Ada' } as const;
  const id = await invite(core, offer.storeId, invitation);
  await sendStaffMails(core);
  const { page, problems, close } = await openPage(browser, `${address}/mails`, { viewport: PHONE });
  await page.getByRole('link', { name: 'Invitation' }).click();
  await page.getByText('mona@merchant.example').first().waitFor();
  const mail = page.frameLocator('iframe');
  await mail
    .locator(`a[href="${staffLinkAddress(core, id)}"]`)
    .first()
    .waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'outbox-staff-phone');
  expect(problems.filter(isOurs)).toEqual([]);
  await close();
});

test('the list is beside the mail on a desktop and on a phone, also in the dark', async () => {
  await sell();
  const { page, problems, close } = await openPage(browser, `${address}/mails`, { colorScheme: 'dark' });
  const frame = page.locator('iframe');
  await frame.waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, 'outbox-dark');
  await page.getByRole('link', { name: 'Phone', exact: true }).click();
  await expect.poll(async () => (await frame.boundingBox())?.width).toBe(390);
  expect(problems.filter(isOurs)).toEqual([]);
  await close();
});

test('a mail runs nothing, loads nothing, and its links open beside the page', async () => {
  await sell();
  const [mail] = await database.db.query<{ id: string }>('SELECT id FROM mail ORDER BY created_at DESC LIMIT 1');
  const answer = await fetch(`${address}/mails/${mail?.id}/html`);
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups[^;]*; default-src 'none'; style-src/,
  );
  expect(await answer.text()).toContain('<base target="_blank">');
});

test('another host name and other paths are refused', async () => {
  const { port } = new URL(address);
  const ask = (host: string, path = '/mails', method = 'GET') =>
    new Promise<number>((resolve) => {
      request({ host: '127.0.0.1', port, path, method, headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      }).end();
    });
  expect(await ask(`127.0.0.1:${port}`)).toBe(200);
  expect(await ask('localhost')).toBe(200);
  for (const host of ['evil.example', `rebound.example:${port}`, '127.0.0.1.evil.example']) {
    expect(await ask(host), host).toBe(404);
  }
  expect(await ask('localhost', '/mails', 'POST')).toBe(404);
  for (const path of [
    '//',
    '//:x/mails',
    '/mails/nothing',
    '/mails/1/html',
    `/mails/${offer.storeId}`,
    '/mails/../../etc/passwd',
    '/mail',
  ]) {
    expect(await ask('localhost', path), path).toBe(404);
  }
});
