import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { sendStaffMails } from '../../src/core/staff/commands/send-mails.ts';
import { writeNews } from '../../src/core/staff/commands/write-news.ts';
import type { MailMessage } from '../../src/integrations/mail/port.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createOffer, type Offer } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';

// The mails about a store that a member of staff asks for in their account. The clock of the database is moved to mornings.

let portal: Portal;
let core: Core;
let owner: PortalBrowser;
let offer: Offer;
let slug: string;
let count = 0;
const sent: MailMessage[] = [];
beforeAll(async () => {
  portal = await startPortal();
  core = { ...portal.deps, stop: async () => {} } as Core;
});
beforeEach(async () => {
  count += 1;
  await at('2030-05-06 12:00');
  await portal.db.query('DELETE FROM staff_subscription');
  await portal.db.query("UPDATE waitlist SET state = 'PAUSED' WHERE state = 'OPEN'");
  owner = await signInAsOwner(portal, { ...OWNER, email: `ada${count}@merchant.example` });
  offer = await createOffer(core, { allocation: 20 });
  const [store] = await portal.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [offer.storeId]);
  slug = store?.slug ?? '';
  sent.length = 0;
});
afterAll(() => portal.stop());

/** Moves the clock to a time of the stores, which are in Berlin. */
async function at(time: string): Promise<void> {
  await portal.db.query(
    `INSERT INTO clock_shift (shift) VALUES ($1::timestamp AT TIME ZONE 'Europe/Berlin' - clock_timestamp())
     ON CONFLICT (one) DO UPDATE SET shift = excluded.shift`,
    [time],
  );
}

/** Writes and sends what is due. Resolves with the subjects of the mails so far. */
async function deliver(): Promise<string[]> {
  await writeNews(portal.deps);
  const mail = { send: async (message: MailMessage) => void sent.push(message) };
  await sendStaffMails({ ...portal.deps, mail });
  return sent.map(({ subject }) => subject);
}

const want = (wanted: object, store = slug) => owner.send('PATCH', `/api/subscriptions/${store}`, wanted);
const buy = (quantity: number) => buyFrom(core, offer, { quantity });

describe('the daily mail', () => {
  test('comes the next morning, once, with the day before and what needs somebody', async () => {
    await want({ daily: true });
    await buy(2);
    await raiseAlert(portal.db, offer.storeId, {
      text: 'webhook_disabled.failing',
      subjectId: offer.waitlistId,
      values: { host: '<erp.example>' },
    });
    expect(await deliver()).toEqual([]);
    await at('2030-05-07 06:59');
    expect(await deliver()).toEqual([]);
    await at('2030-05-07 07:01');
    expect(await deliver()).toEqual(['North & Pine: 6 May 2030']);
    expect(sent[0]).toMatchObject({ to: { address: `ada${count}@merchant.example` } });
    expect(sent[0]?.text).toContain('2 units sold, €262.90 booked.');
    expect(sent[0]?.text).toContain('- The webhook endpoint at <erp.example> took nothing for three days');
    expect(sent[0]?.html).toContain('The webhook endpoint at &lt;erp.example&gt; took nothing');
    expect(sent[0]?.text).toContain('https://portal.example/account');
    expect(await deliver()).toHaveLength(1);
    await at('2030-05-10 09:00');
    expect((await deliver()).at(-1)).toBe('North & Pine: 9 May 2030');
  });

  test('is in the language of the account', async () => {
    await owner.send('PATCH', '/api/me', { language: 'de' });
    await want({ daily: true });
    const values = { amount: '133.90', currency: 'EUR', reference: 'PO-7K2M-9QXT-4' };
    await raiseAlert(portal.db, offer.storeId, { text: 'refund_came_back', subjectId: offer.waitlistId, values });
    await raiseAlert(portal.db, offer.storeId, {
      text: 'job_dead',
      subjectId: offer.waitlistId,
      values: {
        count: 2,
        topics: 'mail.due',
        said: 'connect ECONNREFUSED (mail_unreachable)',
        said_code: 'mail_unreachable',
      },
    });
    await at('2030-05-07 08:00');
    expect(await deliver()).toEqual(['North & Pine: 6. Mai 2030']);
    expect(sent[0]?.text).toContain('0 Stück verkauft');
    expect(sent[0]?.text).toContain('- Eine Rückzahlung von 133,90\u00a0€ für PO-7K2M-9QXT-4 kam zurück');
    expect(sent[0]?.text).toContain(
      '2 Arbeiten wurden nach vielen Versuchen aufgegeben (Eine Mail senden), zuletzt: Der Mailserver antwortet nicht',
    );
    expect(sent[0]?.text).not.toContain('ECONNREFUSED');
  });

  test('tells what a platform said of an order only to a member who sees people', async () => {
    await want({ daily: true });
    const values = { order: 1, reference: 'PO-7K2M-9QXT-4', said: 'Ada Lovelace has no phone' };
    await raiseAlert(portal.db, offer.storeId, { text: 'store_order_refused', subjectId: offer.waitlistId, values });
    await at('2030-05-07 08:00');
    await deliver();
    expect(sent[0]?.text).toContain('refused order 1 of PO-7K2M-9QXT-4: Ada Lovelace has no phone');
    await portal.db.query(
      `INSERT INTO staff_role (store_id, member_id, role)
       SELECT $1, id, 'read-only' FROM staff_member WHERE email = $2`,
      [offer.storeId, `ada${count}@merchant.example`],
    );
    await at('2030-05-08 08:00');
    await deliver();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toContain('refused order 1 of PO-7K2M-9QXT-4: …');
    expect(`${sent[1]?.text}${sent[1]?.html}`).not.toContain('Lovelace');
  });

  test('ends when it is switched off, and when a member leaves the store', async () => {
    await want({ daily: true });
    await want({ daily: false });
    await at('2030-05-07 08:00');
    expect(await deliver()).toEqual([]);
    await want({ daily: true });
    await portal.db.query('UPDATE staff_member SET may_create_stores = false');
    await at('2030-05-08 08:00');
    expect(await deliver()).toEqual([]);
  });
});

describe('the mail about a waitlist that is nearly sold', () => {
  test('comes when nine of ten units are sold, and again after more were added and sold', async () => {
    await want({ nearly_sold: true });
    await buy(17);
    expect(await deliver()).toEqual([]);
    await buy(1);
    expect(await deliver()).toEqual(['Aurora Jacket is nearly sold out']);
    expect(sent[0]?.text).toContain('2 of 20 units are left.');
    await buy(1);
    expect(await deliver()).toHaveLength(1);
    await portal.db.query('UPDATE unit SET allocated = 40 WHERE waitlist_id = $1', [offer.waitlistId]);
    expect(await deliver()).toHaveLength(1);
    await buy(17);
    expect(await deliver()).toHaveLength(2);
  });

  test('comes only to members who have asked', async () => {
    await buy(20);
    expect(await deliver()).toEqual([]);
  });
});

describe('the settings', () => {
  test('are of each store that the member works in', async () => {
    await want({ daily: true });
    const { data } = await owner.get('/api/subscriptions');
    const own = data.find((one: { slug: string }) => one.slug === slug);
    expect(own).toEqual({ slug, name: 'North & Pine', daily: true, nearly_sold: false });
  });

  test('are refused for others, for unknown stores and for other fields', async () => {
    await portal.db.query('UPDATE staff_member SET may_create_stores = false');
    expect((await want({ daily: true })).error.code).toBe('store_not_found');
    expect((await want({ daily: true }, 'nowhere')).status).toBe(404);
    expect((await want({ weekly: true })).status).toBe(400);
    const stranger = portal.browser();
    expect((await stranger.send('PATCH', `/api/subscriptions/${slug}`, { daily: true })).status).toBe(401);
    expect((await stranger.get('/api/subscriptions')).status).toBe(401);
  });
});
