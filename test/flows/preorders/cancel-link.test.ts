import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkToken } from '../../../src/core/links/commands.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { createCancelLink } from '../../../src/core/preorders/commands/cancel-link.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { prune } from '../../../src/core/prune.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { type Api, startApi } from '../../support/api.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { createSizes } from '../../support/sizes.ts';
import { createStatusClient } from '../../support/status-client.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: ReturnType<typeof createStatusClient>;
const mails: MailMessage[] = [];

beforeAll(async () => {
  api = await startApi({ deps: { mail: { send: async (mail) => void mails.push(mail) } } });
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 100 });
  client = createStatusClient(api);
});
afterAll(async () => {
  await expectSoundBooks(api.db);
  await core.stop();
  await api.stop();
});

/** Asks as a guest for a link that cancels the first `count` line items, and runs the jobs. */
async function askForLink(quantity: number, count = quantity) {
  const reference = await buyFrom(core, offer, { quantity, email: 'ada@mail.example' });
  const { data } = await client.lookUp(offer.storeKey, { reference, place: '10115' });
  const lineIds = data.preorder.lines.slice(0, count).map(({ id }) => id);
  expect((await client.sendLink(data.session, reference, lineIds)).status).toBe(202);
  await sendMails(api.deps);
  const mail = mails.findLast(({ messageId }) => messageId.includes('cancel_link'));
  if (!mail) throw new Error('no mail was sent');
  const url = /http\S+\/links\/cancel\/\S+/.exec(mail.text)?.[0] ?? '';
  return { reference, lineIds, mail, session: data.session, path: new URL(url).pathname };
}

const read = (reference: string) => readPreorder(api.db, offer.storeId, reference);

test('mails the link once, to the pre-order’s address, with the line items that it cancels', async () => {
  const { mail, reference, path } = await askForLink(3, 2);
  expect(mail.to).toEqual({ name: 'Ada Lovelace', address: 'ada@mail.example' });
  expect(mail.subject).toContain(reference);
  expect(mail.text).toContain('2 × Aurora Jacket');
  expect(mail.html).toContain(`href="${api.deps.baseUrl}${path}"`);
  expect(mail.messageId).toContain(reference.toLowerCase());
  await sendMails(api.deps);
  expect(mails.filter(({ messageId }) => messageId.includes('cancel_link'))).toHaveLength(1);
});

test('shows the line items without changing them, and cancels exactly these once on confirmation', async () => {
  const { reference, path } = await askForLink(3, 2);
  const shown = await api.ask(path);
  expect(shown.status).toBe(200);
  expect(shown.text.match(/<li>/g)).toHaveLength(1);
  expect(shown.text).toContain('<li><span>2 × <bdi>Aurora Jacket</bdi><br>');
  // Three times 129.00 and 4.90 delivery, shared by largest remainder: the first two lines are 130.64 and 130.63.
  expect(shown.text).toContain('Cancel and get €261.27 back');
  expect(shown.headers.get('x-frame-options')).toBe('DENY');
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.text).not.toMatch(/<script|src=|ada@mail\.example|Invaliden/);
  for (let scanners = 0; scanners < 3; scanners += 1) await api.ask(path);
  await api.ask(path, { method: 'HEAD' });
  expect((await read(reference)).lines.map(({ state }) => state)).toEqual(['placed', 'placed', 'placed']);

  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const answers = await Promise.all([1, 2, 3].map(() => api.ask(path, form)));
  for (const { status, headers } of answers) expect([status, headers.get('location')]).toEqual([303, path]);
  const preorder = await read(reference);
  expect(preorder.lines.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'placed']);
  await moveMoney(core, offer.storeId, preorder.id);
  expect((await read(reference)).lines.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(26_127);
  const done = await api.ask(path);
  expect([done.status, done.text.includes('It is cancelled'), done.text.includes('<form')]).toEqual([200, true, false]);
});

test('says that a deposit is kept, and promises no refund', async () => {
  const plan = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false } as const;
  const kept = await createSizes(core, { plan });
  const reference = await buyFrom(core, kept, { email: 'ada@mail.example' });
  const { id, lines } = await readPreorder(api.db, kept.storeId, reference);
  await createCancelLink(api.deps, { storeId: kept.storeId, preorderId: id, lineIds: lines.map((line) => line.id) });
  const [link] = await api.db.query<{ id: string }>('SELECT id FROM link WHERE preorder_id = $1', [id]);
  const path = `/links/cancel/${linkToken(api.deps, link?.id ?? '', 'cancel')}`;
  const shown = (await api.ask(path)).text;
  expect(shown).toContain('The deposit of €26.78 is not returned.');
  expect(shown).toContain('<button class="danger">Cancel it</button>');
  expect((await api.ask(path, { method: 'POST' })).status).toBe(303);
  await moveMoney(core, kept.storeId, id);
  expect((await readPreorder(api.db, kept.storeId, reference)).lines).toMatchObject([
    { state: 'cancelled', kept: 2_678, paid: 2_678, refunded: 0 },
  ]);
});

test('cancels nothing when a line item was sent meanwhile, and says so', async () => {
  const { reference, path, lineIds } = await askForLink(2);
  const { id } = await read(reference);
  const move = (to: 'released' | 'fulfilled') =>
    advanceLines(api.deps, { storeId: offer.storeId, preorderId: id, to, lineIds: lineIds.slice(0, 1) });
  await move('released');
  expect((await api.ask(path)).text).toContain('<form');
  await move('fulfilled');
  for (const method of ['GET', 'POST']) {
    const { status, text } = await api.ask(path, { method });
    expect([status, text.includes('Nothing was cancelled')], method).toEqual([method === 'GET' ? 200 : 409, true]);
  }
  expect((await read(reference)).lines.map(({ state }) => state)).toEqual(['fulfilled', 'placed']);
});

test('ignores a changed, cut, foreign or expired link, and reveals no pre-order', async () => {
  const { reference, path } = await askForLink(1);
  const dead = [
    `${path}x`,
    path.slice(0, -1),
    path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    path.replace(/\/[0-9a-f]{8}/, '/00000000'),
    '/links/cancel/x',
    '/links/cancel/%00',
  ];
  for (const each of dead) {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await api.ask(each, { method });
      expect(status, each).toBeGreaterThanOrEqual(400);
      expect(status, each).toBeLessThan(500);
      expect(text, each).not.toContain(reference);
    }
  }
  await shiftClock(api.db, 3_601);
  const late = await api.ask(path, { method: 'POST' });
  expect([late.status, late.text.includes('no longer works')]).toEqual([404, true]);
  // It was mailed, so it may say by whom; a made-up one says nothing.
  const { name, contactEmail } = await readStore(api.db, offer.storeId);
  expect(late.text).toContain(`<bdi>${name.replace('&', '&amp;')}</bdi>`);
  expect(late.text).toContain(`href="mailto:${contactEmail}"`);
  expect(late.text).not.toContain(reference);
  const madeUp = await api.ask(`${path}x`);
  expect(madeUp.text).not.toContain(contactEmail);
  expect((await read(reference)).state).toBe('placed');
  await shiftClock(api.db, 8 * 86_400);
  await prune(api.db);
  const [left] = await api.db.query<{ links: number }>(
    "SELECT count(*)::int AS links FROM link WHERE purpose = 'cancel'",
  );
  expect(left?.links).toBe(0);
  await shiftClock(api.db, -8 * 86_400 - 3_601);
});
