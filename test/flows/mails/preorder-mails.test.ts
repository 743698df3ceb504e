import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { resendMail } from '../../../src/core/mails/commands/resend.ts';
import { suppress, unsuppress } from '../../../src/core/mails/commands/suppress.ts';
import { findSuppression, listMails, listSuppressions } from '../../../src/core/mails/queries.ts';
import { emit } from '../../../src/core/outbox/outbox.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { createCancelLink } from '../../../src/core/preorders/commands/cancel-link.ts';
import { findPreorder, type Preorder } from '../../../src/core/preorders/queries.ts';
import { MailError, type MailMessage } from '../../../src/integrations/mail/port.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { recordMails, sendMail, sendMails, waitingMails } from '../../support/mails.ts';

let database: TestDatabase;
let core: Core;
let offer: Offer;

/** A mail server that takes mails, and loses the answers of the next `lostAnswers`. */
const outbox: MailMessage[] = [];
let lostAnswers = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const mail = {
    async send(message: MailMessage) {
      outbox.push(message);
      if (lostAnswers === 0) return;
      lostAnswers -= 1;
      throw new Error('the connection broke before the answer came');
    },
  };
  core = { ...createCore(database.db), mail, mailFrom: 'preorders@shop.example' };
  offer = await createOffer(core, { allocation: 100 });
});
beforeEach(() => {
  outbox.length = 0;
  lostAnswers = 0;
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

async function place(quantity: number, firstName = 'Ada'): Promise<Preorder> {
  const request = checkoutRequest(offer, { quantity, lineItemProperties: { Engraving: 'For <b>Ada</b>' } });
  request.address.firstName = firstName;
  const shopper = { clientAddress: '192.0.2.1', idempotencyKey: randomUUID() };
  const { storeId } = offer;
  const checkoutId = await makeCheckout(core, request, shopper);
  const { total } = await viewCheckout(core, checkoutId);
  const idempotency = { key: randomUUID(), bodyHash: 'hash' };
  const token = testCardToken('4242424242424242');
  await pay(core, { storeId, checkoutId, token, total, marketingConsent: false, idempotency });
  const [row] = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE checkout_id = $1', [checkoutId]);
  const preorder = await findPreorder(database.db, storeId, row?.id ?? '');
  if (!preorder) throw new Error('no pre-order was placed');
  return preorder;
}

const ids = () => outbox.map(({ messageId }) => messageId);
const mailsOf = async ({ reference }: Preorder) =>
  (await listMails(database.db, offer.storeId, { reference, limit: 100 })).map(({ kind, state }) => `${kind} ${state}`);

/** Records the confirmation without sending it. */
async function recordConfirmation(preorder: Preorder): Promise<{ storeId: string; mailId: string }> {
  await recordMails(core);
  const [mail] = await waitingMails(core, preorder.id);
  if (!mail) throw new Error('no mail is waiting');
  return mail;
}

test('confirms a placed pre-order once, from the store to the shopper', async () => {
  const preorder = await place(2);
  await sendMails(core);
  await sendMails(core);
  expect(outbox).toHaveLength(1);
  expect(outbox[0]).toMatchObject({
    from: { name: 'North & Pine', address: 'preorders@shop.example' },
    replyTo: { name: 'North & Pine', address: 'help@shop.example' },
    to: { name: 'Ada Lovelace', address: preorder.contact?.email },
  });
  expect(outbox[0]?.messageId).toMatch(/^po-[\w-]+\.placed\.[\w-]+@shop\.example$/);
  expect(outbox[0]?.references).toBeUndefined();
  expect(outbox[0]?.text).toContain(`Reference: ${preorder.reference}`);
  expect(outbox[0]?.text).toContain('2 × Aurora Jacket: €258.00\n    Medium\n    Engraving: For <b>Ada</b>');
  expect(outbox[0]?.text).toContain('Total: €262.90');
  expect(outbox[0]?.html).toContain('Engraving: For &lt;b&gt;Ada&lt;/b&gt;');
  expect(await mailsOf(preorder)).toEqual(['placed sent']);
});

test('brings the instructions on withdrawal, to keep', async () => {
  await place(1);
  await sendMails(core);
  const told = /within 14 days without.*Model withdrawal form/s;
  expect([outbox[0]?.text, outbox[0]?.html]).toEqual([expect.stringMatching(told), expect.stringMatching(told)]);
});

test('sends one mail when a fact is dispatched twice', async () => {
  const preorder = await place(1);
  await sendMails(core);
  await database.db.query("UPDATE outbox SET dispatched_at = NULL WHERE topic = 'preorder.placed'");
  await sendMails(core);
  expect(outbox).toHaveLength(1);
  expect(await mailsOf(preorder)).toEqual(['placed sent']);
});

test.each([false, true])(
  'tells the arrival once, although a release without a charge follows later: %s',
  async (later) => {
    const preorder = await place(1);
    const released = { storeId: offer.storeId, preorderId: preorder.id, to: 'released' as const, lineIds: null };
    await moveMoney(core, offer.storeId, preorder.id);
    await advanceLines(core, released);
    if (later) await sendMails(core);
    const detail = { from: 'released', to: 'released', lineIds: preorder.lines.map(({ id }) => id) } as const;
    await emit(database.db, 'lines.moved', { storeId: offer.storeId, subjectId: preorder.id, detail });
    await sendMails(core);
    expect((await mailsOf(preorder)).sort()).toEqual(['placed sent', 'released sent']);
  },
);

test('repeats the same mail with its id and links after a lost answer', async () => {
  const preorder = await place(1);
  lostAnswers = 1;
  await expect(sendMails(core)).rejects.toThrow('before the answer came');
  expect(await mailsOf(preorder)).toEqual(['placed waiting']);
  await sendMails(core);
  expect(outbox[1]).toEqual(outbox[0]);
  expect(await mailsOf(preorder)).toEqual(['placed sent']);
});

test('tells each cancellation once, in the thread of the confirmation', async () => {
  const preorder = await place(3);
  const { storeId } = offer;
  await sendMails(core);
  const [first] = preorder.lines;
  await cancelLines(core, { storeId, preorderId: preorder.id, lineIds: [first?.id ?? ''] });
  await sendMails(core);
  await cancelLines(core, { storeId, preorderId: preorder.id, lineIds: null, reason: 'merchant' });
  await sendMails(core);
  const [placed, part, rest, ...more] = outbox;
  expect(more).toEqual([]);
  expect(part?.subject).toBe(`Part of your pre-order ${preorder.reference} at North & Pine is cancelled`);
  expect(part?.text).toContain('Cancelled:\n1 × Aurora Jacket');
  expect(part?.text).toContain('You asked to cancel it.');
  expect(rest?.subject).toBe(`Your pre-order ${preorder.reference} at North & Pine is cancelled`);
  expect(rest?.text).toContain('Cancelled:\n2 × Aurora Jacket');
  expect(rest?.text).toContain('North & Pine cancelled this.');
  expect(new Set(ids()).size).toBe(3);
  expect([part?.references, rest?.references]).toEqual([placed?.messageId, placed?.messageId]);
});

test('drops a mail that is no longer true', async () => {
  const preorder = await place(2);
  const target = { storeId: offer.storeId, preorderId: preorder.id };
  await moveMoney(core, offer.storeId, preorder.id);
  await sendMails(core);
  await advanceLines(core, { ...target, to: 'released', lineIds: [preorder.lines[0]?.id ?? ''] });
  await createCancelLink(core, { ...target, lineIds: preorder.lines.map(({ id }) => id) });
  await recordMails(core);
  await cancelLines(core, { ...target, lineIds: null });
  await database.db.query("UPDATE link SET used_at = app_now() WHERE purpose = 'cancel'");
  await sendMails(core);
  expect((await mailsOf(preorder)).sort()).toEqual([
    'cancel_link over',
    'cancelled sent',
    'placed sent',
    'released over',
  ]);
});

test('sends one mail when several jobs run at once', async () => {
  const preorder = await place(1);
  const mail = await recordConfirmation(preorder);
  const runs = await Promise.allSettled([1, 2, 3].map(() => sendMail(core, mail)));
  for (const run of runs) if (run.status === 'rejected') expect(run.reason.message).toMatch(/another job is sending/);
  expect(outbox).toHaveLength(1);
  await sendMail(core, mail); // runs as a retry would
  expect(outbox).toHaveLength(1);
  expect(await mailsOf(preorder)).toEqual(['placed sent']);
});

test('refuses a second job while one is sending, and sends again if that one was killed', async () => {
  const preorder = await place(1);
  const key = await recordConfirmation(preorder);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let reached = () => {};
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const mail = {
    async send(message: MailMessage) {
      outbox.push(message);
      reached();
      await answered;
    },
  };
  const sending = sendMail({ ...core, mail }, key);
  await begun;
  await expect(sendMail(core, key)).rejects.toThrow('another job is sending this mail');
  expect(outbox).toHaveLength(1);
  await shiftClock(database.db, 6 * 60);
  await sendMail(core, key);
  expect(outbox[1]).toEqual(outbox[0]);
  answer();
  await sending;
  await database.db.query('DELETE FROM clock_shift');
  expect(await mailsOf(preorder)).toEqual(['placed sent']);
});

test('joins a name of several lines, so that the mail can be sent', async () => {
  const preorder = await place(1);
  await database.db.query(
    `UPDATE preorder_contact SET address = jsonb_set(address, '{firstName}', to_jsonb(E'Ada\\r\\nBcc: x@example.com'::text))
     WHERE preorder_id = $1`,
    [preorder.id],
  );
  await sendMails(core);
  expect(outbox[0]?.to.name).toBe('Ada Bcc: x@example.com Lovelace');
});

test('sends nothing after the contact was erased, neither new nor waiting mails', async () => {
  const preorder = await place(1);
  await recordConfirmation(preorder);
  await database.db.query('DELETE FROM preorder_contact WHERE preorder_id = $1', [preorder.id]);
  await cancelLines(core, { storeId: offer.storeId, preorderId: preorder.id, lineIds: null });
  await sendMails(core);
  expect(outbox).toEqual([]);
  expect(await mailsOf(preorder)).toEqual(['placed over']);
});

describe('a refusal by the mail server', () => {
  const refusing = (kind: 'refused' | 'no_mailbox', codes: string) => ({
    ...core,
    mail: { send: () => Promise.reject(new MailError(kind, codes, `the mail server refused the mail with ${codes}`)) },
  });
  const alertsAbout = async (reference: string) =>
    (await listAlerts(database.db, offer.storeId, { resolved: false })).filter(({ message }) =>
      message.includes(reference),
    );

  test('of the mailbox is told to the merchant, and stops mails until the address is off the list', async () => {
    const preorder = await place(1);
    const email = preorder.contact?.email ?? '';
    await sendMails(refusing('no_mailbox', '550 5.1.1'));
    expect(await mailsOf(preorder)).toEqual(['placed refused']);
    expect(await alertsAbout(preorder.reference)).toMatchObject([{ code: 'mail_refused' }]);
    expect((await alertsAbout(preorder.reference))[0]?.message).not.toContain(email);
    expect(await listSuppressions(database.db, offer.storeId)).toMatchObject([
      { reason: 'refused', codes: '550 5.1.1', references: [preorder.reference] },
    ]);
    await cancelLines(core, { storeId: offer.storeId, preorderId: preorder.id, lineIds: null });
    await sendMails(core);
    expect(outbox).toEqual([]);
    expect(await mailsOf(preorder)).toEqual(['cancelled suppressed', 'placed refused']);

    const mail = await listMails(database.db, offer.storeId, { reference: preorder.reference, limit: 1 });
    const again = () => resendMail(core, offer.storeId, mail[0]?.id ?? '');
    await expect(again()).rejects.toMatchObject({ code: 'mail_suppressed' });
    expect(await unsuppress(database.db, { storeId: offer.storeId, email: ` ${email.toUpperCase()} ` })).toBe(true);
    await again();
    await sendMails(core);
    expect(outbox.map(({ subject }) => subject)).toEqual([expect.stringContaining('is cancelled')]);
  });

  test('of one mail does not stop the next mail', async () => {
    const preorder = await place(1);
    await sendMails(refusing('refused', '554 5.7.1'));
    expect(await alertsAbout(preorder.reference)).toHaveLength(1);
    await cancelLines(core, { storeId: offer.storeId, preorderId: preorder.id, lineIds: null });
    await sendMails(core);
    expect(await mailsOf(preorder)).toEqual(['cancelled sent', 'placed refused']);
  });

  test('does not affect another store’s mails', async () => {
    const other = await createOffer(core, { allocation: 1 });
    const preorder = await place(1);
    await suppress(
      database.db,
      { storeId: offer.storeId, email: preorder.contact?.email ?? '' },
      { reason: 'bounced' },
    );
    expect(await findSuppression(database.db, other.storeId, preorder.contact?.email ?? '')).toBeNull();
    await sendMails(core);
    expect(await mailsOf(preorder)).toEqual(['placed suppressed']);
  });
});
