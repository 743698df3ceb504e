import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resendMail } from '../../../src/core/mails/commands/resend.ts';
import { showLoggedMail } from '../../../src/core/mails/commands/show.ts';
import { findEvidence } from '../../../src/core/mails/queries/evidence.ts';
import { listMails, type Mail, type MailOf } from '../../../src/core/mails/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { type Preorder, readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { sendMails } from '../../support/mails.ts';

let database: TestDatabase;
let core: Core;
let offer: Offer;
const sent: MailMessage[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  core = { ...createCore(database.db), mail: { send: async (mail) => void sent.push(mail) } };
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 100 });
  sent.length = 0;
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

async function buyAndConfirm(quantity = 1): Promise<{ preorder: Preorder; mail: Mail }> {
  const reference = await buyFrom(core, offer, { email: 'ada@mail.example', quantity });
  await sendMails(core);
  const preorder = await readPreorder(database.db, offer.storeId, reference);
  const [mail] = await mailsOf(preorder);
  if (!mail) throw new Error('no confirmation');
  return { preorder, mail };
}

const mailsOf = ({ reference }: Preorder): Promise<Mail[]> =>
  listMails(database.db, offer.storeId, { reference, limit: 100 });
const shown = (mail: Mail) => showLoggedMail(core, mail);
const evidence = (mail: Mail) => findEvidence(database.db, mail);

test('a mail that went out is kept as whom it went to, its subject, what it was written from and a digest', async () => {
  const { preorder, mail } = await buyAndConfirm(3);
  const kept = await evidence(mail);
  expect(kept).toMatchObject({ to: 'ada@mail.example', subject: sent[0]?.subject });
  expect(kept?.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(kept?.writtenFrom).toMatchObject({ l: preorder.locale, p: expect.arrayContaining([preorder.total]) });
  expect(await shown(mail)).toMatchObject({ asSent: true, to: expect.stringContaining('<ada@mail.example>') });
});

test('it is written again as it went out, although what it tells of has changed since', async () => {
  const { preorder, mail } = await buyAndConfirm(2);
  const before = await shown(mail);
  const [line] = preorder.lines;
  await cancelLines(core, {
    storeId: offer.storeId,
    preorderId: preorder.id,
    lineIds: [line?.id ?? ''],
    reason: 'merchant',
  });
  await moveMoney(core, offer.storeId, preorder.id);
  await sendMails(core);
  const after = await shown(mail);
  expect(after).toMatchObject({ asSent: true, text: before?.text });
  for (const one of await mailsOf(await readPreorder(database.db, offer.storeId, preorder.reference))) {
    expect([one.kind, (await shown(one))?.asSent]).toEqual([one.kind, true]);
  }
});

test('a link that has ended stands in it still, masked', async () => {
  const { mail } = await buyAndConfirm();
  await database.db.query("UPDATE link SET expires_at = created_at + interval '1 millisecond'");
  const { text = '', html = '', asSent } = (await shown(mail)) ?? {};
  expect(asSent).toBe(true);
  expect(text).toContain('/links/manage/•••');
  const [token = 'none'] = /[0-9a-f-]{36}\.[\w-]{20,}/.exec(sent[0]?.text ?? '') ?? [];
  expect(token).not.toBe('none');
  for (const said of [text, html]) expect(said).not.toContain(token.split('.')[1]);
});

test('other words of the store make it differ, and the copy that is sent again has evidence of its own', async () => {
  const { mail } = await buyAndConfirm();
  await database.db.query("UPDATE store SET legal_name = 'Another Company Ltd' WHERE id = $1", [offer.storeId]);
  const now = await shown(mail);
  expect([now?.asSent, now?.text.includes('Another Company Ltd')]).toEqual([false, true]);
  const copy = await resendMail(core, offer.storeId, mail.id);
  await sendMails(core);
  expect((await evidence(copy))?.digest).not.toBe((await evidence(mail))?.digest);
  const [again] = await listMails(database.db, offer.storeId, { limit: 1 });
  expect((await shown(again as MailOf<'placed'>))?.asSent).toBe(true);
});

test('an address that was corrected is masked in what was sent to it', async () => {
  const { preorder, mail } = await buyAndConfirm();
  const { storeId } = offer;
  await changeContact(core, { storeId, preorderId: preorder.id, email: 'right@mail.example', by: 'test' });
  await sendMails(core);
  expect((await evidence(mail))?.to).toBe('a•••@m•••.example');
  const left = (await mailsOf(preorder)).find(({ kind }) => kind === 'contact_left');
  expect(left && (await evidence(left))?.to).toBe('a•••@m•••.example');
});

test('an erasure takes it all', async () => {
  const { mail } = await buyAndConfirm();
  await erase(core, { storeId: offer.storeId, email: 'ada@mail.example' }, { openToo: true });
  expect([await evidence(mail), await shown(mail)]).toEqual([null, null]);
  const [row] = await database.db.query<{ left: number }>(
    'SELECT num_nonnulls(sent_to, subject, written_from, body_digest) AS left FROM mail WHERE id = $1',
    [mail.id],
  );
  expect(row?.left).toBe(0);
});

test('it takes 600 bytes at most, also of a large pre-order', async () => {
  for (const quantity of [1, 3, 50]) {
    const { mail } = await buyAndConfirm(quantity);
    const [row] = await database.db.query<{ bytes: number }>(
      `SELECT pg_column_size(sent_to) + pg_column_size(subject) + pg_column_size(written_from) + pg_column_size(body_digest) AS bytes
       FROM mail WHERE id = $1`,
      [mail.id],
    );
    expect(row?.bytes).toBeLessThanOrEqual(600);
  }
});
