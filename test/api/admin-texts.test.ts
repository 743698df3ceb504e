import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStore } from '../../src/core/stores/queries.ts';
import { changeTexts } from '../../src/core/texts/commands.ts';
import { MailError, type MailMessage } from '../../src/integrations/mail/port.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { sendMails } from '../support/mails.ts';
import { signInAsOwner, startPortal } from '../support/portal.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
let refuse: MailError | null = null;
const mails: MailMessage[] = [];
const mail = {
  async send(message: MailMessage) {
    if (refuse) throw refuse;
    mails.push(message);
  },
};
beforeAll(async () => {
  api = await startApi({ deps: { mail } });
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 20 });
  client = await tokenClient(api, offer.storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type Text = {
  key: string;
  group: string;
  text: string | null;
  original: string;
  variables: string[];
  required: string[];
};
const textOf = async (key: string, language = 'en'): Promise<Text | undefined> =>
  (await client.get(`/texts/${language}`)).json.data.texts.find((one: Text) => one.key === key);
const change = (texts: Record<string, string | null>, language = 'en') =>
  client.send(`PATCH /texts/${language}`, { texts });

describe('the words of a store', () => {
  test('are listed with ours, their variables, and those that must stay', async () => {
    expect(await textOf('mail.date_moved.subject', 'de')).toEqual({
      key: 'mail.date_moved.subject',
      group: 'date_moved',
      part: 'subject',
      original: expect.stringContaining('{window}'),
      text: null,
      variables: ['reference', 'store', 'window'],
      required: ['reference', 'window'],
    });
    expect((await client.get('/texts/xx')).json.error).toMatchObject({ code: 'invalid_parameter', param: 'language' });
  });

  test('are changed in one language, all or none, and ours come back', async () => {
    const { status, text, headers } = await change(
      { 'mail.placed.title': 'Hurray, {name}!', 'button.order': 'Mine' },
      'sv',
    );
    expect(status, text).toBe(200);
    expect(headers.get('etag')).toBe((await client.get('/texts/sv')).headers.get('etag'));
    expect((await textOf('mail.placed.title', 'sv'))?.text).toBe('Hurray, {name}!');
    expect((await textOf('mail.placed.title'))?.text).toBeNull();
    const half = await change({ 'mail.placed.title': 'Yes', 'button.order': 'x'.repeat(41) }, 'sv');
    expect(half.json.error).toMatchObject({ code: 'invalid_parameter', param: 'texts.button.order' });
    expect((await textOf('mail.placed.title', 'sv'))?.text).toBe('Hurray, {name}!');
    const original = (await textOf('button.order', 'sv'))?.original ?? '';
    await change({ 'mail.placed.title': null, 'button.order': original }, 'sv');
    expect((await textOf('mail.placed.title', 'sv'))?.text).toBeNull();
    expect((await textOf('button.order', 'sv'))?.text, 'ours, word for word').toBeNull();
    const [entry] = (await client.get('/activity')).json.data;
    expect(entry).toMatchObject({ action: 'texts.update', before: { 'mail.placed.title': 'Hurray, {name}!' } });
  });

  test.each([
    [{ 'mail.date_moved.subject': '{reference}: new date' }, 'missing_variable', { variable: 'window' }],
    [{ 'mail.placed.title': 'Hello {firstname}' }, 'unknown_variable', { variable: 'firstname' }],
    [{ 'mail.nothing': 'x' }, 'unknown_text', undefined],
    [{ 'mail.date_asked.silence_wait': 'We wait.' }, 'unknown_text', undefined],
  ] as const)('refuse %j with %s', async (texts, code, data) => {
    const { status, json } = await change({ ...texts });
    expect([status, json.error.code]).toEqual([422, code]);
    expect(json.error.param).toBe(`texts.${Object.keys(texts)[0]}`);
    if (data) expect(json.error.data).toMatchObject(data);
  });

  test('are compared with If-Match, and a token without the scope changes nothing', async () => {
    const stale = await client.send('PATCH /texts/en', { texts: { 'button.order': 'Ours' } }, { 'if-match': '"old"' });
    expect(stale.json.error.code).toBe('precondition_failed');
    const reader = await tokenClient(api, offer.storeId, ['store:read']);
    expect((await reader.send('PATCH /texts/en', { texts: {} })).json.error.code).toBe('scope_required');
  });
});

test('the button, its sold out and its link speak the words of the store in each language', async () => {
  await change({ 'button.order': '<b>Reserve</b> yours', 'button.sold_out': 'All gone', 'learn.link': 'Why wait?' });
  const { publicKey } = await readStore(api.db, offer.storeId);
  const [{ id = '' } = {}] = await api.db.query<{ id: string }>(
    'SELECT external_id AS id FROM product WHERE store_id = $1',
    [offer.storeId],
  );
  const documentIn = async (lang: string, product = id) => {
    const query = new URLSearchParams({ key: publicKey, product, lang });
    const { text } = await api.ask(`/frames/1/button?${query}`);
    return text;
  };
  const english = await documentIn('en-GB');
  expect(english).toContain('\\u003cb>Reserve\\u003c/b> yours');
  expect(english).not.toContain('<b>Reserve');
  expect(english).toContain('Why wait?');
  expect(await documentIn('en', 'unknown-product')).toContain('All gone');
  expect(await documentIn('de')).not.toContain('Reserve');
});

describe('a mail', () => {
  async function confirmation(): Promise<MailMessage> {
    const email = `${crypto.randomUUID()}@shopper.example`;
    await buyFrom(core, offer, { email });
    await sendMails(api.deps);
    const sent = mails.find(({ to }) => to.address === email);
    if (!sent) throw new Error('no mail');
    return sent;
  }

  test('has the words of the store with their variables, and keeps its facts', async () => {
    await change({
      'mail.placed.subject': '{store}: {reference}\u00a0is yours',
      'mail.placed.pay_now': 'First line for {reference}.\nSecond <script>alert(1)</script> line.',
    });
    const sent = await confirmation();
    expect(sent.subject).toMatch(/: PO-[\w-]+ is yours$/);
    expect(sent.text).toContain('First line for PO-');
    expect(sent.html).toContain('.<br>Second &lt;script&gt;alert(1)&lt;/script&gt; line.');
    expect(sent.html).not.toContain('<script');
    expect(sent.text).toContain('Total');
    await change({ 'mail.placed.subject': null, 'mail.placed.pay_now': null });
    expect((await confirmation()).subject).toMatch(/^Your pre-order PO-/);
  });

  test('is shown before it is saved, about a made-up pre-order, in every kind', async () => {
    const preview = (body: object, language = 'de') => client.post(`/texts/${language}/preview`, body);
    const { json } = await preview({
      mail: 'placed',
      texts: { 'mail.placed.title_nameless': 'Ja!', 'mail.placed.title': 'Ja, {name}!' },
    });
    expect(json.data.html).toContain('Ja, Maya!');
    expect((await textOf('mail.placed.title', 'de'))?.text, 'nothing is saved').toBeNull();
    const { texts } = (await client.get('/texts/en')).json.data;
    const kinds = new Set<string>(texts.map((one: Text) => one.group).filter((group: string) => group !== 'button'));
    expect(kinds.size).toBeGreaterThan(14);
    for (const kind of kinds) {
      const shown = (await preview({ mail: kind }, 'ar')).json.data;
      expect(shown.subject, kind).not.toBe('');
      expect(shown.html, kind).toContain('dir="rtl"');
    }
    const wrong = await preview({ mail: 'placed', texts: { 'mail.placed.title': '{no}' } });
    expect([wrong.status, wrong.json.error.code]).toEqual([422, 'unknown_variable']);
    expect((await preview({ mail: 'button' })).json.error).toMatchObject({ code: 'invalid_parameter', param: 'mail' });
  });

  test('is sent as a test to the contact of the store by a token, once for each key', async () => {
    const { contactEmail } = await readStore(api.db, offer.storeId);
    const key = { 'idempotency-key': 'test-mail-1' };
    const first = await client.post('/texts/en/test-mail', { mail: 'sent' }, key);
    expect(first.json.data, first.text).toEqual({ to: contactEmail });
    await client.post('/texts/en/test-mail', { mail: 'sent' }, key);
    const sent = mails.filter(({ to, subject }) => to.address === contactEmail && subject.startsWith('[Test] '));
    expect(sent).toHaveLength(1);
    refuse = new MailError('unreachable', 'ECONNREFUSED', 'down');
    const { status, json } = await client.post('/texts/en/test-mail', { mail: 'sent' });
    refuse = null;
    expect([status, json.error.code]).toEqual([503, 'mail_not_sent']);
    expect(json.error.message).not.toContain('ECONNREFUSED');
  });
});

test('a person of the portal gets the test mail themselves', async () => {
  const portal = await startPortal();
  const owner = await signInAsOwner(portal);
  const { storeId } = await createOffer(portal.deps as Core, { allocation: 1 });
  owner.headers = { 'service-store': (await readStore(portal.db, storeId)).slug, 'idempotency-key': 'one' };
  const { data } = await owner.send('POST', '/admin/api/v1/texts/de/test-mail', { mail: 'placed' });
  expect(data).toEqual({ to: 'ada@merchant.example' });
  await portal.stop();
});

test('words that another store has do not change ours', async () => {
  const other = await createOffer(core, { allocation: 1 });
  await changeTexts(api, { storeId: other.storeId, language: 'fr' }, { 'button.order': 'À moi' });
  expect((await textOf('button.order', 'fr'))?.text).toBeNull();
});
