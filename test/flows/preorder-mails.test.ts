import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCheckout } from '../../src/features/checkouts/commands/reserve.ts';
import { viewCheckout } from '../../src/features/checkouts/view.ts';
import { confirmPreorder, tellCancelled } from '../../src/features/notifications/jobs.ts';
import { pay } from '../../src/features/payments/commands/pay.ts';
import { cancelLines } from '../../src/features/preorders/commands/cancel.ts';
import { findPreorder, type Preorder, readPreorderStory } from '../../src/features/preorders/queries.ts';
import type { MailMessage } from '../../src/integrations/mail/port.ts';
import { testCardToken } from '../../src/protocol/wire/test-cards.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { checkoutRequest, createEngine, createOffer, type Engine, type Offer, shiftClock } from '../support/shop.ts';

let database: TestDatabase;
let engine: Engine;
let offer: Offer;

/** A mail server that takes what it is given, or loses the answer of the next ones. */
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
  engine = { ...createEngine(database.db), mail, mailFrom: 'preorders@shop.example' };
  offer = await createOffer(engine, { allocation: 100 });
});
beforeEach(() => {
  outbox.length = 0;
  lostAnswers = 0;
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

async function place(quantity: number, firstName = 'Ada'): Promise<Preorder> {
  const request = checkoutRequest(offer, { quantity, lineItemProperties: { Engraving: 'For <b>Ada</b>' } });
  request.address.firstName = firstName;
  const shopper = { clientAddress: '192.0.2.1', idempotencyKey: randomUUID() };
  const { storeId } = offer;
  const checkoutId = await makeCheckout(engine, request, shopper);
  const { total } = await viewCheckout(engine, checkoutId);
  const idempotency = { key: randomUUID(), bodyHash: 'hash' };
  const token = testCardToken('4242424242424242');
  await pay(engine, { storeId, checkoutId, token, total, marketingConsent: false, idempotency });
  const [row] = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE checkout_id = $1', [checkoutId]);
  const preorder = await findPreorder(database.db, storeId, row?.id ?? '');
  if (!preorder) throw new Error('nothing was placed');
  return preorder;
}

const job = ({ id }: Preorder) => ({ storeId: offer.storeId, subjectId: id });
const ids = () => outbox.map(({ messageId }) => messageId);
const mailsOf = async ({ id }: Preorder) =>
  (await readPreorderStory(database.db, offer.storeId, id))
    .filter(({ kind }) => kind === 'mail')
    .map(({ what, state }) => `${what} ${state}`);

test('a placed pre-order is confirmed once, from the store to the shopper', async () => {
  const preorder = await place(2);
  await confirmPreorder(engine, job(preorder));
  await confirmPreorder(engine, job(preorder));
  expect(outbox).toHaveLength(1);
  expect(outbox[0]).toMatchObject({
    from: { name: 'North & Pine', address: 'preorders@shop.example' },
    replyTo: { name: 'North & Pine', address: 'help@shop.example' },
    to: { name: 'Ada Lovelace', address: preorder.contact?.email },
  });
  expect(outbox[0]?.messageId).toMatch(/^po-[\w-]+\.preorder_placed\.[\w-]+@shop\.example$/);
  expect(outbox[0]?.text).toContain(`Reference: ${preorder.reference}`);
  expect(outbox[0]?.text).toContain('2 × Aurora Jacket: €258.00\n    Medium\n    Engraving: For <b>Ada</b>');
  expect(outbox[0]?.text).toContain('Total paid: €262.90');
  expect(outbox[0]?.html).toContain('Engraving: For &lt;b&gt;Ada&lt;/b&gt;');
  expect(await mailsOf(preorder)).toEqual(['preorder_placed sent']);
});

test('a lost answer: the job fails, and its retry repeats the same mail with the same id', async () => {
  const preorder = await place(1);
  lostAnswers = 1;
  await expect(confirmPreorder(engine, job(preorder))).rejects.toThrow('before the answer came');
  expect(await mailsOf(preorder)).toEqual(['preorder_placed waiting']);
  await confirmPreorder(engine, job(preorder));
  expect(outbox[1]).toEqual(outbox[0]);
  expect(await mailsOf(preorder)).toEqual(['preorder_placed sent']);
});

test('of every cancelled line is told once, in as many mails as there were cancellations', async () => {
  const preorder = await place(3);
  const { storeId } = offer;
  const [first] = preorder.lines;
  await cancelLines(engine, { storeId, preorderId: preorder.id, lineIds: [first?.id ?? ''] });
  await tellCancelled(engine, job(preorder));
  await cancelLines(engine, { storeId, preorderId: preorder.id, lineIds: null });
  await tellCancelled(engine, job(preorder));
  await tellCancelled(engine, job(preorder));
  expect(outbox.map(({ subject }) => subject)).toEqual([
    `Part of your pre-order ${preorder.reference} at North & Pine is cancelled`,
    `Your pre-order ${preorder.reference} at North & Pine is cancelled`,
  ]);
  expect(outbox[0]?.text).toContain('Cancelled:\n1 × Aurora Jacket');
  expect(outbox[1]?.text).toContain('Cancelled:\n2 × Aurora Jacket');
  expect(new Set(ids()).size).toBe(2);
});

test('jobs that run at once send one mail', async () => {
  const preorder = await place(1);
  const runs = await Promise.allSettled([1, 2, 3].map(() => confirmPreorder(engine, job(preorder))));
  for (const run of runs) if (run.status === 'rejected') expect(run.reason.message).toMatch(/another job is sending/);
  expect(outbox).toHaveLength(1);
  await confirmPreorder(engine, job(preorder)); // as their retries would
  expect(outbox).toHaveLength(1);
  expect(await mailsOf(preorder)).toEqual(['preorder_placed sent']);
});

test('a job waits for the one that is sending, and sends if that one was killed', async () => {
  const preorder = await place(1);
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
  const sending = confirmPreorder({ ...engine, mail }, job(preorder));
  await begun;
  await expect(confirmPreorder(engine, job(preorder))).rejects.toThrow('another job is sending this mail');
  expect(outbox).toHaveLength(1);
  await shiftClock(database.db, 6 * 60);
  await confirmPreorder(engine, job(preorder));
  expect(outbox[1]).toEqual(outbox[0]);
  answer();
  await sending;
  await database.db.query('DELETE FROM clock_shift');
  expect(await mailsOf(preorder)).toEqual(['preorder_placed sent']);
});

test('a name over several lines becomes one, so that the mail goes out', async () => {
  const preorder = await place(1);
  await database.db.query(
    `UPDATE preorder_contact SET address = jsonb_set(address, '{firstName}', to_jsonb(E'Ada\\r\\nBcc: x@example.com'::text))
     WHERE preorder_id = $1`,
    [preorder.id],
  );
  await confirmPreorder(engine, job(preorder));
  expect(outbox[0]?.to.name).toBe('Ada Bcc: x@example.com Lovelace');
});

test('nobody is written to once the contact was erased, nor for another store', async () => {
  const preorder = await place(1);
  await confirmPreorder(engine, { storeId: randomUUID(), subjectId: preorder.id });
  await database.db.query('DELETE FROM preorder_contact WHERE preorder_id = $1', [preorder.id]);
  await confirmPreorder(engine, job(preorder));
  expect(outbox).toEqual([]);
});
