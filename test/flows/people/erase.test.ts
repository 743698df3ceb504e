import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { customerKeyOf } from '../../../src/core/checkouts/customer-key.ts';
import { readCheckout } from '../../../src/core/checkouts/queries.ts';
import { readLink } from '../../../src/core/links/commands.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { erase, planErasure } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { createCancelLink } from '../../../src/core/preorders/commands/cancel-link.ts';
import { writeToStore } from '../../../src/core/preorders/commands/write-to-store.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { prepareOrders } from '../../../src/core/releases/commands/order.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { createFileMail } from '../../../src/integrations/mail/files.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { lookUpPreorder } from '../../../src/surfaces/frames/status/look-up.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createMarkedPerson, findMarks, type Somebody } from '../../support/footprint.ts';
import { recordMails, sendMail, sendMails, waitingMails } from '../../support/mails.ts';

let database: TestDatabase;
let core: Core;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'people-'));
  core = { ...createCore(database.db), mail: createFileMail(folder), mailFrom: 'preorders@shop.example' };
});
afterAll(async () => {
  await core.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const targetOf = (offer: Offer, { email }: Somebody) => ({ storeId: offer.storeId, email: email.toLowerCase() });
const shopper = (clientAddress = '203.0.113.77') => ({ clientAddress, idempotencyKey: randomUUID() });
const openOffer = () => createOffer(core, { allocation: 20 });

/** Writes an attempt of a webhook whose receiver answered with the customer's data. */
async function writeWebhookAnswer(offer: Offer, { id }: { id: string }, answer: string): Promise<void> {
  const [endpoint, message, storeId] = [randomUUID(), randomUUID(), offer.storeId];
  const row = [storeId, endpoint, 'https://hooks.example'];
  await database.db.query('INSERT INTO webhook_endpoint (store_id, id, url) VALUES ($1, $2, $3)', row);
  await database.db.query(
    `INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, occurred_at, due_at, body)
     VALUES ($1, $2, $3, 1, 'preorder.placed', $4, now(), now(), '{}')`,
    [storeId, endpoint, message, id],
  );
  await database.db.query(
    'INSERT INTO webhook_attempt (store_id, endpoint_id, message_id, took_ms, answer) VALUES ($1, $2, $3, 1, $4)',
    [storeId, endpoint, message, answer],
  );
}

/** Buys two line items, cancels and refunds the first and sends the second. Mails and a link are made for them. */
async function trade(offer: Offer, who: Somebody): Promise<{ id: string; reference: string }> {
  const reference = await buyFrom(core, offer, { ...who.person, quantity: 2 });
  const { id, lines } = await readPreorder(database.db, offer.storeId, reference);
  const [first, second] = lines.map((line) => line.id);
  if (!first || !second) throw new Error('fewer than two line items');
  const target = { storeId: offer.storeId, preorderId: id };
  await createCancelLink(core, { ...target, lineIds: [second] });
  await cancelLines(core, { ...target, lineIds: [first] });
  await moveMoney(core, offer.storeId, id);
  await advanceLines(database, { ...target, to: 'released', lineIds: [second] });
  await advanceLines(database, { ...target, to: 'fulfilled', lineIds: [second] });
  await sendMails(core, id);
  return { id, reference };
}

async function linkOf({ id }: { id: string }): Promise<string> {
  const [link] = await database.db.query<{ id: string }>(
    'SELECT id FROM link WHERE preorder_id = $1 AND purpose = $2',
    [id, 'cancel'],
  );
  if (!link) throw new Error('no link');
  return `${link.id}.${core.secrets.derive('cancel-link', link.id)}`;
}

test('erases everything that names the person, and leaves the books as they were', async () => {
  const [offer, who] = [await openOffer(), createMarkedPerson()];
  const preorder = await trade(offer, who);
  const linkToken = await linkOf(preorder);
  await writeWebhookAnswer(offer, preorder, `Thanks, ${who.mark}!`);
  const held = await makeCheckout(core, checkoutRequest(offer, who.person), shopper());
  const key = customerKeyOf(offer.storeId, who.email);
  const marks = [who.mark, key, '+493055501999', '203.0.113.77'];
  expect(await findMarks(database.db, marks)).toEqual(
    expect.arrayContaining([
      `public.preorder_line: ${key}`,
      'public.hold: 203.0.113.77',
      ...['checkout_contact', 'preorder_contact', 'webhook_attempt'].map((table) => `public.${table}: ${who.mark}`),
    ]),
  );
  expect((await readdir(folder)).length).toBeGreaterThanOrEqual(6);
  const before = await readPreorder(database.db, offer.storeId, preorder.reference);

  const plan = await planErasure(core, targetOf(offer, who));
  expect(plan).toMatchObject({ open: [], preorders: [{ reference: preorder.reference }] });
  expect(plan.checkouts.map(({ live }) => live).sort()).toEqual([false, true]);
  expect(plan.mailFiles).toHaveLength((await readdir(folder)).length);
  expect(await findMarks(database.db, marks)).not.toEqual([]);

  const done = await erase(core, targetOf(offer, who), { openToo: false });
  expect(done).toMatchObject({ preorders: [{ reference: preorder.reference }], mailFiles: plan.mailFiles });
  expect(await findMarks(database.db, marks)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
  await expectSoundBooks(database.db);

  const after = await readPreorder(database.db, offer.storeId, preorder.reference);
  expect(after).toEqual({
    ...before,
    updatedAt: expect.any(Date),
    contact: null,
    customerKey: null,
    lines: before.lines.map((line) => ({ ...line, properties: null })),
  });
  expect(after.lines.map(({ paid, refunded }) => [paid > 0, refunded > 0])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(await readLink(core, 'cancel', linkToken)).toBeNull();
  expect(await readCheckout(database.db, { storeKey: offer.storeKey, checkoutId: held })).toBeNull();
  await expect(viewCheckout(core, held)).rejects.toMatchObject({ code: 'checkout_not_found' });
  const [checkout] = await database.db.query('SELECT state FROM checkout WHERE id = $1', [held]);
  expect(checkout).toEqual({ state: 'abandoned' });
});

test('hides an erased person from every look-up, and sends them nothing more', async () => {
  const [offer, who] = [await openOffer(), createMarkedPerson()];
  const preorder = await trade(offer, who);
  const store = await readStore(database.db, offer.storeId);
  const lookUp = { store, clientAddress: '192.0.2.99', reference: preorder.reference, place: '10115' };
  expect(await lookUpPreorder(core, lookUp)).toBe(preorder.id);
  await erase(core, targetOf(offer, who), { openToo: false });

  await expect(lookUpPreorder(core, lookUp)).rejects.toMatchObject({ code: 'preorder_not_found' });
  const customerKey = customerKeyOf(offer.storeId, who.email);
  expect(await listPreorders(database.db, offer.storeId, { customerKey, limit: 10 })).toEqual([]);
  expect(await listPreorders(database.db, offer.storeId, { email: who.email, limit: 10 })).toEqual([]);
  await database.db.query("DELETE FROM mail WHERE kind = 'placed'");
  await database.db.query("UPDATE outbox SET dispatched_at = NULL WHERE topic = 'preorder.placed'"); // the fact is told again
  await sendMails(core, preorder.id);
  expect(await readdir(folder)).toEqual([]);
});

test('erases nothing the second time, and nothing of the same e-mail in another store', async () => {
  const [offer, other, who] = [await openOffer(), await openOffer(), createMarkedPerson()];
  await trade(offer, who);
  const kept = await trade(other, who);
  await erase(core, targetOf(offer, who), { openToo: false });
  const again = await erase(core, targetOf(offer, who), { openToo: false });
  expect(Object.values(again).flat()).toEqual([]);
  const [count] = await database.db.query('SELECT count(*)::int AS n FROM erasure WHERE store_id = $1', [
    offer.storeId,
  ]);
  expect(count).toEqual({ n: 1 });
  const { contact } = await readPreorder(database.db, other.storeId, kept.reference);
  expect(contact).toMatchObject({ email: who.email, address: who.person.address });
  await erase(core, targetOf(other, who), { openToo: false });
});

describe('refuses, and erases nothing,', () => {
  test('while goods are owed, unless the merchant insists; nothing is mailed afterwards', async () => {
    const [offer, who] = [await openOffer(), createMarkedPerson()];
    const reference = await buyFrom(core, offer, who.person);
    const held = await makeCheckout(core, checkoutRequest(offer, who.person), shopper());
    await expect(erase(core, targetOf(offer, who), { openToo: false })).rejects.toMatchObject({
      code: 'preorders_open',
      info: { data: { references: reference } },
    });
    expect(await viewCheckout(core, held)).toMatchObject({ state: 'held' });
    await erase(core, targetOf(offer, who), { openToo: true });
    expect(await findMarks(database.db, [who.mark])).toEqual([]);
    // The pre-order is still there. Cancelling it refunds its money.
    const { id } = await readPreorder(database.db, offer.storeId, reference);
    await cancelLines(core, { storeId: offer.storeId, preorderId: id, lineIds: null });
    await moveMoney(core, offer.storeId, id);
    await sendMails(core, id);
    expect(await readdir(folder)).toEqual([]);
    await expectSoundBooks(database.db);
  });

  test('while a payment has no result', async () => {
    const [offer, who] = [await openOffer(), createMarkedPerson()];
    const checkoutId = await makeCheckout(core, checkoutRequest(offer, who.person), shopper());
    const { total } = await viewCheckout(core, checkoutId);
    const payment = { storeId: offer.storeId, checkoutId, total, marketingConsent: false };
    const token = testCardToken('4000000000006918');
    await pay(core, { ...payment, token, idempotency: { key: randomUUID(), bodyHash: 'once' } });
    const silent = createCore(database.db, (provider) => ({
      ...provider,
      cancel: () => Promise.reject(new ProviderError('unreachable', 'no answer')),
    }));
    await expect(erase(silent, targetOf(offer, who), { openToo: true })).rejects.toMatchObject({
      code: 'payment_in_progress',
    });
    await silent.stop();
    expect(await findMarks(database.db, [who.mark])).not.toEqual([]);

    await erase(core, targetOf(offer, who), { openToo: true });
    expect(await findMarks(database.db, [who.mark])).toEqual([]);
    await expectSoundBooks(database.db);
  });

  test('while a mail is being sent; a waiting mail is dropped', async () => {
    const [offer, who] = [await openOffer(), createMarkedPerson()];
    const { id } = await trade(offer, who);
    const claim = (until: string) =>
      database.db.query(`UPDATE mail SET sent_at = NULL, claimed_until = ${until} WHERE preorder_id = $1`, [id]);
    await claim("app_now() + interval '1 minute'");
    await expect(erase(core, targetOf(offer, who), { openToo: false })).rejects.toMatchObject({
      code: 'job_running',
    });
    expect(await findMarks(database.db, [who.mark])).not.toEqual([]);
    expect((await readdir(folder)).length).toBeGreaterThan(0);

    await claim("app_now() - interval '1 minute'"); // the sender of the mail died
    await erase(core, targetOf(offer, who), { openToo: false });
    await sendMails(core, id);
    expect(await readdir(folder)).toEqual([]);
    expect(await database.db.query('SELECT 1 FROM mail WHERE preorder_id = $1', [id])).toEqual([]);
  });

  test("until the store's system is told of a cancelled order", async () => {
    const [offer, who] = [await openOffer(), createMarkedPerson()];
    const reference = await buyFrom(core, offer, who.person);
    const { id: preorderId } = await readPreorder(database.db, offer.storeId, reference);
    const key = { storeId: offer.storeId, preorderId };
    const dispatched = 'UPDATE outbox SET dispatched_at = app_now() WHERE dispatched_at IS NULL';
    await advanceLines(core, { ...key, to: 'released', lineIds: null });
    await moveMoney(core, key.storeId, preorderId);
    await prepareOrders(core, key);
    await database.db.query(dispatched);
    await cancelLines(core, { ...key, lineIds: null });
    await moveMoney(core, key.storeId, preorderId);
    await expect(erase(core, targetOf(offer, who), { openToo: false })).rejects.toMatchObject({
      code: 'job_running',
    });
    await prepareOrders(core, key);
    await database.db.query(dispatched);
    await erase(core, targetOf(offer, who), { openToo: false });
    await expectSoundBooks(database.db);
  });

  test('then a mail that was begun before the erasure is not sent', async () => {
    const [offer, who] = [await openOffer(), createMarkedPerson()];
    const reference = await buyFrom(core, offer, who.person);
    const { id } = await readPreorder(database.db, offer.storeId, reference);
    await recordMails(core);
    const [mail] = await waitingMails(core, id);
    if (!mail) throw new Error('no mail is waiting');
    const blocker = await database.db.connect();
    // The sender waits behind this lock. The erasure runs in between.
    await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
    await blocker.query('SELECT 1 FROM mail WHERE id = $1 FOR UPDATE', [mail.mailId]);
    const mailed = sendMail(core, mail);
    const waiting = () =>
      database.db.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
    await expect.poll(waiting).toHaveLength(1);
    await blocker.query('DELETE FROM preorder_contact WHERE preorder_id = $1', [id]);
    await blocker.query('COMMIT');
    await blocker.end();
    await mailed;
    expect(await readdir(folder)).toEqual([]);
    await erase(core, targetOf(offer, who), { openToo: true });
  });

  test('then takes no message to the store from a page that was open before', async () => {
    const [offer, who] = [await openOffer(), createMarkedPerson()];
    const { storeId } = offer;
    const { id: preorderId } = await readPreorder(database.db, storeId, await buyFrom(core, offer, who.person));
    await erase(core, targetOf(offer, who), { openToo: true });
    const written = writeToStore(core, { storeId, preorderId, words: `This is ${who.mark}. When does it come?` });
    await expect(written).rejects.toMatchObject({ code: 'preorder_not_found' });
    expect(await findMarks(database.db, [who.mark])).toEqual([]);
  });

  test('for anything but an e-mail address', async () => {
    const { storeId } = await openOffer();
    for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', "x'; DROP TABLE store; --", 'a@b\n']) {
      const invalid = { code: 'invalid_parameter', info: { param: 'email' } };
      await expect(erase(core, { storeId, email }, { openToo: true }), email).rejects.toMatchObject(invalid);
    }
  });
});
