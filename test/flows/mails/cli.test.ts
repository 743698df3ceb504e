import { beforeAll, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { MailError } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer, type Offer } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
let offer: Offer;
let slug = '';
let cli: ReturnType<typeof commandLine>;

beforeAll(async () => {
  offer = await createOffer(core, { allocation: 100 });
  slug = (await readStore(database.db, offer.storeId)).slug;
  cli = commandLine({
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    SMTP_URL: 'smtp://127.0.0.1:1', // an SMTP server, so that mails are not kept as files
    MAIL_FROM: 'shop@example.com',
  });
});

const refusing = () => {
  const refused = new MailError('no_mailbox', '550 5.1.1', 'the mail server refused the mail with 550 5.1.1');
  return { ...core, mail: { send: () => Promise.reject(refused) } };
};

const mails = (verb: string, ...more: string[]) => cli.json('mails', verb, ...more, '--store', slug);

test('lists mails of a pre-order, and shows one with its text written again', async () => {
  const reference = await buyFrom(core, offer);
  await sendMails(core);
  const listed = await mails('list', '--preorder', reference.toLowerCase());
  expect(listed).toMatchObject({
    code: 0,
    data: [{ preorder: reference, kind: 'placed', state: 'sent', failure: null }],
  });
  const [{ id, message_id: messageId }] = listed.data;
  for (const named of [id, messageId, `<${messageId}>`]) {
    const shown = await mails('show', named);
    expect(shown.data).toMatchObject({ id, as_sent: true, subject: expect.stringContaining(reference) });
    expect(shown.data.text).toContain(`Reference: ${reference}`);
    expect(shown.data.text).toContain('/links/manage/•••');
  }
  const text = await cli.run('mails', 'show', id, '--store', slug);
  expect(text.out).toContain(': its words are those');
  expect((await mails('list', '--state', 'refused')).data).toEqual([]);
});

test('creates no link when a mail is shown', async () => {
  const reference = await buyFrom(core, offer);
  await sendMails(core);
  const links = () => database.db.query('SELECT id FROM link ORDER BY id');
  const before = await links();
  const [{ id }] = (await mails('list', '--preorder', reference)).data;
  await mails('show', id);
  await mails('show', id);
  expect(await links()).toEqual(before);
});

test('lists a refused address by its pre-orders alone, and mails it again after its removal', async () => {
  const email = 'gone@mail.example';
  const reference = await buyFrom(core, offer, { email });
  await sendMails(refusing());
  const refused = await mails('list', '--state', 'refused');
  expect(refused.data).toMatchObject([{ preorder: reference, failure: expect.stringContaining('550 5.1.1') }]);
  const alerts = await cli.run('alerts', 'list', '--store', slug);
  expect(alerts.out).toContain(reference);
  const listed = await cli.json('suppressions', 'list', '--store', slug);
  expect(listed.data).toMatchObject([{ reason: 'refused', codes: '550 5.1.1', preorders: [reference] }]);
  expect(JSON.stringify([listed.data, alerts.out, refused.data])).not.toContain('gone');

  const again = await mails('resend', refused.data[0].id);
  expect(again).toMatchObject({ code: 1, error: { code: 'mail_suppressed' } });
  const removed = await cli.json('suppressions', 'remove', email.toUpperCase(), '--store', slug);
  expect(removed.data).toEqual({ removed: true });
  expect((await cli.json('suppressions', 'remove', email, '--store', slug)).data).toEqual({ removed: false });
  expect((await mails('resend', refused.data[0].id)).data).toMatchObject({ state: 'waiting' });
  await sendMails(core);
  expect((await mails('list', '--preorder', reference)).data).toMatchObject([{ state: 'sent' }]);
});

test('resolves an alert by hand once, in that store alone', async () => {
  await buyFrom(core, offer, { email: 'closed@mail.example' });
  await sendMails(refusing());
  const [{ id }] = (await cli.json('alerts', 'list', '--store', slug)).data;
  const { storeKey } = await createOffer(core, { allocation: 1 });
  const resolve = (store: string) => cli.json('alerts', 'resolve', id, '--store', store);
  const missing = { code: 1, error: { code: 'alert_not_found' } };
  expect(await resolve(`store-${storeKey.slice(0, 8)}`)).toMatchObject(missing);
  expect(await resolve(slug)).toMatchObject({ code: 0, data: { id } });
  expect(await resolve(slug)).toMatchObject(missing);
  expect((await cli.json('alerts', 'list', '--store', slug)).data).not.toContainEqual(expect.objectContaining({ id }));
  const all = (await cli.json('alerts', 'list', '--all', '--store', slug)).data;
  expect(all).toContainEqual(expect.objectContaining({ id, resolved_at: expect.any(String) }));
});

test('adds an address by hand, replaces its reason, and refuses an invalid address', async () => {
  const added = await cli.json('suppressions', 'add', 'ada@mail.example', '--reason', 'complained', '--store', slug);
  expect(added).toMatchObject({ code: 0, data: { suppressed: { reason: 'complained', preorders: [] } } });
  const again = (...args: string[]) => cli.run('suppressions', 'add', ' ADA@mail.example', '--store', slug, ...args);
  expect((await again()).out).toBe('The address gets no more mails: complained.\n');
  expect((await again('--reason', 'bounced')).out).toBe('The address gets no more mails: bounced.\n');
  const twice = await cli.json('suppressions', 'add', 'ada@mail.example', '--reason', 'complained', '--store', slug);
  expect(twice.data).toEqual(added.data);
  const wrong = await cli.json('suppressions', 'add', 'ada', '--store', slug);
  expect(wrong).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'email' } });
  expect((await cli.run('suppressions', 'list', '--store', slug)).out).toContain('complained');
});

test.each(['nonsense', '00000000-0000-4000-8000-000000000000', "x'; DROP TABLE mail; --"])(
  'finds no mail “%s”',
  async (id) => {
    for (const verb of ['show', 'resend']) {
      expect(await mails(verb, id)).toMatchObject({ code: 1, error: { code: 'mail_not_found' } });
    }
  },
);

test.each(['0', '-4', '251', '99999999999999', 'all'])('refuses a list of %s mails', async (limit) => {
  const { code, error } = await mails('list', '--limit', limit);
  expect({ code, error }).toMatchObject({ code: 2, error: { code: 'invalid_parameter', param: 'limit' } });
});

test('hides mails of another store', async () => {
  const other = await createOffer(core, { allocation: 1 });
  const reference = await buyFrom(core, offer);
  await sendMails(core);
  const [{ id }] = (await mails('list', '--preorder', reference)).data;
  const elsewhere = (await readStore(database.db, other.storeId)).slug;
  expect((await cli.json('mails', 'list', '--store', elsewhere)).data).toEqual([]);
  const missing = await cli.json('mails', 'list', '--preorder', reference, '--store', elsewhere);
  expect(missing).toMatchObject({ code: 1, error: { code: 'preorder_not_found' } });
  for (const verb of ['show', 'resend']) {
    expect(await cli.json('mails', verb, id, '--store', elsewhere)).toMatchObject({
      error: { code: 'mail_not_found' },
    });
  }
  expect((await cli.json('suppressions', 'list', '--store', elsewhere)).data).toEqual([]);
});
