import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendStaffMails } from '../../src/core/staff/commands/send-mails.ts';
import { MailError, type MailMessage } from '../../src/integrations/mail/port.ts';
import { shiftClock } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal, tokenOf } from '../support/portal.ts';

let portal: Portal;
let owner: PortalBrowser;
let slug: string;
let count = 0;
const sent: MailMessage[] = [];
let away = false;
beforeAll(async () => {
  portal = await startPortal();
});
beforeEach(async () => {
  count += 1;
  slug = `pines-${count}`;
  await createTestStore(portal.db, { slug, name: 'North & <Pine>' });
  owner = await signInAsOwner(portal, { ...OWNER, email: `ada${count}@merchant.example` });
  sent.length = 0;
});
afterAll(() => portal.stop());

/** Sends what is due with a mail server that keeps every mail, or is away. */
async function deliver(): Promise<string> {
  const mail = {
    async send(message: MailMessage) {
      if (away) throw new MailError('unreachable', 'ECONNREFUSED', 'The mail server is away.');
      sent.push(message);
    },
  };
  await sendStaffMails({ ...portal.deps, mail });
  return /https:\/\/portal\.example\/links#\S+/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '';
}

const write = (browser: PortalBrowser, route: string, body?: object) => {
  const [method = '', path = ''] = route.split(' ');
  browser.headers = { 'service-store': slug, 'idempotency-key': randomUUID() };
  return browser.send(method, `/admin/api/v1${path}`, body);
};
const invite = (email: string, role = 'support') => write(owner, 'POST /invitations', { email, role });
const accept = (url: string, body: object = { name: 'Mona', password: OWNER.password }, browser = portal.browser()) =>
  browser.send('POST', '/api/links/accept', { token: tokenOf(url), ...body });
const mona = () => `mona${count}@merchant.example`;

describe('an invitation', () => {
  test('comes by mail and lets a new person work in the store alone', async () => {
    const { status, data } = await invite(mona());
    expect([status, data.state, data.invited_by]).toEqual([201, 'open', OWNER.name]);
    const url = await deliver();
    expect(sent[0]).toMatchObject({ to: { address: mona() }, subject: 'Invitation to North & <Pine>' });
    expect(sent[0]?.html).toContain('North &amp; &lt;Pine&gt;');
    const read = await portal.browser().send('POST', '/api/links/read', { token: tokenOf(url) });
    const store = { name: 'North & <Pine>', role: 'support' };
    expect(read.data).toEqual({ kind: 'invitation', email: mona(), store, has_account: false });
    const browser = portal.browser();
    expect(
      (await accept(url, { name: 'Mona', password: OWNER.password, email: 'other@x.example' }, browser)).status,
    ).toBe(200);
    const session = await browser.session();
    expect(session).toMatchObject({ staff: { email: mona() }, may_create_stores: false });
    expect(session.stores.map((each) => [each.slug, each.role])).toEqual([[slug, 'support']]);
    expect((await accept(url)).error.code).toBe('link_not_found');
    const list = await write(owner, 'GET /staff');
    expect(list.data.map(({ email, role }: Record<string, string>) => [email, role])).toContainEqual([
      mona(),
      'support',
    ]);
    const log = await write(owner, 'GET /activity');
    expect(log.data[0]).toMatchObject({ action: 'invitation.create', by: { kind: 'staff', name: OWNER.name } });
  });

  test('gives a person with an account the role, and neither a session nor a password', async () => {
    const known = await signInAsOwner(portal, { ...OWNER, email: mona() });
    await portal.db.query('UPDATE staff_member SET may_create_stores = false WHERE email_key = $1', [mona()]);
    await invite(mona().toUpperCase(), 'manager');
    const url = await deliver();
    const stranger = portal.browser();
    const taken = await accept(url, { name: 'Eve', password: 'a password of eve' }, stranger);
    expect([taken.data.state, stranger.cookie]).toEqual(['accepted', '']);
    expect((await known.session()).stores.map((each) => [each.slug, each.role])).toEqual([[slug, 'manager']]);
    const signIn = await stranger.send('POST', '/api/session', { email: mona(), password: 'a password of eve' });
    expect(signIn.status).toBe(401);
  });

  test('ends when it is revoked, replaced or old', async () => {
    const first = await invite(mona());
    const old = await deliver();
    await invite(mona(), 'read-only');
    const newer = await deliver();
    expect((await accept(old)).error.code).toBe('link_not_found');
    expect((await write(owner, 'GET /invitations')).data).toHaveLength(1);
    const [{ id }] = (await write(owner, 'GET /invitations')).data;
    expect(id).not.toBe(first.data.id);
    expect((await write(owner, `DELETE /invitations/${id}`)).data.state).toBe('revoked');
    expect((await accept(newer)).error.code).toBe('link_not_found');
    await invite(mona());
    const last = await deliver();
    await shiftClock(portal.db, 8 * 24 * 3_600);
    expect((await accept(last)).error.code).toBe('link_not_found');
  });

  test('is refused for a wrong address, a wrong role and a person who is there', async () => {
    expect((await invite('nobody')).error).toMatchObject({ code: 'invalid_parameter', param: 'email' });
    expect((await invite(mona(), 'admin')).error).toMatchObject({ code: 'invalid_parameter', param: 'role' });
    expect((await invite(`ADA${count}@merchant.example`)).error.code).toBe('staff_exists');
    expect((await write(owner, 'DELETE /invitations/x')).error.code).toBe('invitation_not_found');
  });

  test('shows its link once where no mail server is, and never where one is', async () => {
    expect((await invite(mona())).data.link, 'a mail proves whose address it is').toBeNull();
    const there = portal.deps.mail;
    const archive = { filesOf: async () => [], read: async () => null, remove: async () => {} };
    portal.deps.mail = { ...there, archive };
    try {
      owner.headers = { 'service-store': slug, 'idempotency-key': randomUUID() };
      const ask = () => owner.send('POST', '/admin/api/v1/invitations', { email: mona(), role: 'support' });
      const { status, data } = await ask();
      expect(status).toBe(201);
      expect((await ask()).data).toEqual({ ...data, link: null });
      expect((await write(owner, 'GET /invitations')).text).not.toContain(tokenOf(data.link));
      expect((await write(owner, 'GET /activity')).text).not.toContain(tokenOf(data.link));
      const newer = await invite(mona());
      expect((await accept(data.link)).error.code).toBe('link_not_found');
      expect((await accept(newer.data.link)).status).toBe(200);
    } finally {
      portal.deps.mail = there;
    }
  });

  test('comes five times a day to one person, and other people are invited all the same', async () => {
    for (let sentBefore = 0; sentBefore < 5; sentBefore += 1) {
      const { data } = await invite(sentBefore % 2 ? mona() : mona().toUpperCase());
      await write(owner, `DELETE /invitations/${data.id}`);
    }
    const sixth = await invite(mona());
    expect([sixth.status, sixth.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await invite(`nora${count}@merchant.example`)).status).toBe(201);
    await shiftClock(portal.db, 24 * 3_600 + 1);
    await owner.send('POST', '/api/session', { email: `ada${count}@merchant.example`, password: OWNER.password });
    expect((await invite(mona())).status).toBe(201);
  });

  test('of another store is not seen', async () => {
    const { data } = await invite(mona());
    slug = `other-${count}`;
    await createTestStore(portal.db, { slug });
    expect((await write(owner, `DELETE /invitations/${data.id}`)).error.code).toBe('invitation_not_found');
  });

  test('waits for a mail server that is away', async () => {
    away = true;
    await invite(mona());
    await deliver();
    await deliver();
    away = false;
    expect(await deliver(), 'not yet').toBe('');
    expect(sent).toEqual([]);
    await shiftClock(portal.db, 31);
    expect(await deliver()).not.toBe('');
    expect(sent.filter(({ to }) => to.address === mona())).toHaveLength(1);
  });
});

test('a member’s role is changed and taken, and the last owner stays', async () => {
  await invite(mona());
  const browser = portal.browser();
  await accept(await deliver(), undefined, browser);
  const { staff } = await browser.session();
  const changed = await write(owner, `PATCH /staff/${staff.id}`, { role: 'manager' });
  expect(changed.data).toMatchObject({ email: mona(), role: 'manager' });
  expect((await write(browser, `PATCH /staff/${staff.id}`, { role: 'owner' })).error.code).toBe('scope_required');
  const me = (await owner.session()).staff.id;
  for (const { id } of (await write(owner, 'GET /staff')).data) {
    if (id !== me && id !== staff.id) await write(owner, `DELETE /staff/${id}`);
  }
  expect((await write(owner, `DELETE /staff/${me}`)).error.code).toBe('last_owner');
  expect((await write(owner, `PATCH /staff/${me}`, { role: 'support' })).error.code).toBe('last_owner');
  expect((await write(owner, `DELETE /staff/${staff.id}`)).status).toBe(200);
  expect((await browser.get('/api/session')).status, 'who works nowhere is signed out').toBe(401);
  expect((await write(owner, `DELETE /staff/${staff.id}`)).error.code).toBe('staff_not_found');
});

describe('a link to set a password', () => {
  const ask = (email: string) => portal.browser().send('POST', '/api/password-resets', { email });

  test('is sent to a member, and the answer is the same for anyone else', async () => {
    const answers = await Promise.all([ask(`ada${count}@merchant.example`), ask('nobody@merchant.example')]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([202, answers[0]?.text]));
    const url = await deliver();
    expect(sent.map(({ to }) => to.address)).toEqual([`ada${count}@merchant.example`]);
    const browser = portal.browser();
    expect((await accept(url, { password: 'eleven blue otters' }, browser)).data.state).toBe('signed_in');
    expect((await owner.get('/api/session')).status, 'other sessions end').toBe(401);
    expect((await accept(url, { password: 'eleven blue otters' })).error.code).toBe('link_not_found');
  });

  test('goes to the address that the member gave, however somebody typed it', async () => {
    await ask(`ADA${count}@Merchant.ｅxample`);
    await deliver();
    expect(sent.at(-1)?.to.address).toBe(`ada${count}@merchant.example`);
  });

  test('is not sent for a mailbox whose name only looks like that of a member', async () => {
    await deliver();
    sent.length = 0;
    const email = `mark${count}@merchant.example`;
    await signInAsOwner(portal, { ...OWNER, email });
    for (const other of [email.replace('k', '\u212A'), email.replace('m', 'ｍ'), email.replace('a', 'ａ')])
      await ask(other);
    await deliver();
    expect(sent).toEqual([]);
  });

  test('is worth nothing once the password has changed, and after an hour', async () => {
    await ask(`ada${count}@merchant.example`);
    const first = await deliver();
    await ask(`ada${count}@merchant.example`);
    const second = await deliver();
    expect((await accept(first, { password: 'eleven blue otters' })).status).toBe(200);
    expect((await accept(second, { password: 'twelve blue otters' })).error.code).toBe('link_not_found');
    await ask(`ada${count}@merchant.example`);
    const third = await deliver();
    await shiftClock(portal.db, 61 * 60);
    expect((await accept(third, { password: 'twelve blue otters' })).error.code).toBe('link_not_found');
  });
});
