import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resendMail } from '../../../src/core/mails/commands/resend.ts';
import { listMails, type Mail } from '../../../src/core/mails/queries.ts';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { type Preorder, readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { recordMails, sendMails } from '../../support/mails.ts';

let database: TestDatabase;
let core: Core;
let offer: Offer;
const sent: MailMessage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  core = { ...createCore(database.db), mail: { send: async (mail) => void sent.push(mail) } };
  offer = await createOffer(core, { allocation: 100 });
});
beforeEach(() => {
  sent.length = 0;
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

/** Buys, sends the confirmation and returns the pre-order. */
async function buyAndConfirm(quantity: number): Promise<Preorder> {
  const reference = await buyFrom(core, offer, { quantity });
  await sendMails(core);
  return readPreorder(database.db, offer.storeId, reference);
}

const mailsOf = ({ reference }: Preorder): Promise<Mail[]> =>
  listMails(database.db, offer.storeId, { reference, limit: 100 });
const resend = (mail: Mail | undefined) => resendMail(core, offer.storeId, mail?.id ?? '');

test('gives a resent mail an id of its own, so that receivers do not drop it as a duplicate', async () => {
  const [mail] = await mailsOf(await buyAndConfirm(1));
  await resendMail(core, offer.storeId, mail?.messageId ?? '');
  await sendMails(core);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
  expect(sent[1]?.subject).toBe(sent[0]?.subject);
  const elsewhere = await createOffer(core, { allocation: 1 });
  for (const id of [mail?.id ?? '', mail?.messageId ?? '', 'nonsense']) {
    await expect(resendMail(core, elsewhere.storeId, id)).rejects.toMatchObject({ code: 'mail_not_found' });
  }
});

test('sends one copy when several resend a mail at once or before the copy went out', async () => {
  const preorder = await buyAndConfirm(1);
  for (const times of [2, 3]) {
    const [newest] = await mailsOf(preorder); // in the second round this is the copy
    const copies = await Promise.all([resend(newest), resend(newest), resend(newest)]);
    copies.push(await resend(copies[0]));
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    await sendMails(core);
    expect(sent).toHaveLength(times);
  }
  expect((await mailsOf(preorder)).map(({ kind, state }) => `${kind} ${state}`)).toEqual(
    Array.from({ length: 3 }, () => 'placed sent'),
  );
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3);
});

test('resends a confirmation with the present state, and not once everything is cancelled', async () => {
  const preorder = await buyAndConfirm(3);
  const target = { storeId: offer.storeId, preorderId: preorder.id };
  const [placed] = await mailsOf(preorder);
  expect(sent[0]?.text).toContain('and it is paid. Keep this mail');
  await moveMoney(core, offer.storeId, preorder.id);
  await cancelLines(core, { ...target, lineIds: [preorder.lines[0]?.id ?? ''] });
  await advanceLines(core, { ...target, to: 'released', lineIds: [preorder.lines[1]?.id ?? ''] });
  await moveMoney(core, offer.storeId, preorder.id);
  await resend(placed);
  await sendMails(core);
  const text = sent.find(
    ({ messageId, subject }) => messageId !== placed?.messageId && subject === sent[0]?.subject,
  )?.text;
  expect(text).toContain('This is how your pre-order at North & Pine stands today.');
  expect(text).toContain('2 × Aurora Jacket: €258.00');
  expect(text).toContain('Paid: €391.90\nRefunded: €130.64');
  for (const old of ['Paid now', 'it is paid', 'is reserved for you']) expect(text).not.toContain(old);

  await cancelLines(core, { ...target, lineIds: null });
  await resend(placed);
  await sendMails(core);
  expect((await mailsOf(preorder)).filter(({ kind }) => kind === 'placed').map(({ state }) => state)).toEqual([
    'over',
    'sent',
    'sent',
  ]);
});

test('tells a refund without a reason when it is no goodwill', async () => {
  const { id: preorderId, lines } = await buyAndConfirm(1);
  const key = { storeId: offer.storeId, preorderId };
  await giveBack(core, { ...key, lineId: lines[0]?.id ?? '', amount: 2_000, reason: 'A scratch.' });
  await moveMoney(core, offer.storeId, preorderId);
  await recordMails(core);
  await database.db.query(
    `UPDATE mail SET detail = detail - 'goodwillId' WHERE preorder_id = $1 AND kind = 'refunded'`,
    [preorderId],
  );
  await sendMails(core);
  expect(sent.at(-1)?.subject).toMatch(/^€20.00 from .* is on its way back/);
  expect(sent.at(-1)?.text).not.toContain('A scratch.');
});

test('tells two refunds of one moment with their own amounts, and the rest on cancellation', async () => {
  const { id: preorderId, lines } = await buyAndConfirm(1);
  const key = { storeId: offer.storeId, preorderId };
  const give = (amount: number, reason: string) =>
    giveBack(core, { ...key, lineId: lines[0]?.id ?? '', amount, reason });
  const told = async () => {
    const before = sent.length;
    await sendMails(core, preorderId);
    return sent.slice(before).map(({ subject, text }) => [/€\S+/.exec(`${subject} ${text}`)?.[0], text] as const);
  };
  await give(2_000, 'A scratch.');
  await moveMoney(core, offer.storeId, preorderId);
  await recordMails(core);
  await give(500, 'A dent.'); // the mail of the first refund is not written yet
  expect(await told()).toEqual([['€20.00', expect.not.stringContaining('A dent.')]]);
  await moveMoney(core, offer.storeId, preorderId);
  expect(await told()).toEqual([['€5.00', expect.not.stringContaining('A scratch.')]]);

  await give(100, 'A late one.');
  await cancelLines(core, { ...key, lineIds: null }); // one payment refunds both
  await moveMoney(core, offer.storeId, preorderId);
  const [cancelled, late] = (await told()).toSorted(([a = ''], [b = '']) => b.length - a.length);
  const left = (lines[0]?.total ?? 0) - 2_600;
  expect(cancelled).toEqual([`€${(left / 100).toFixed(2)}`, expect.any(String)]);
  expect(late).toEqual(['€1.00', expect.stringContaining('A late one.')]);
});
