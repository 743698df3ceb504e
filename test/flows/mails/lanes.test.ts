import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLOTS } from '../../../src/core/jobs/worker.ts';
import { createLink, linkToken, readLink } from '../../../src/core/links/commands.ts';
import { sendMail } from '../../../src/core/mails/commands/send.ts';
import { readMail } from '../../../src/core/mails/queries.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/outbox.ts';
import { createManageLink } from '../../../src/core/preorders/commands/manage-link.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { createSmtpMail } from '../../../src/integrations/mail/smtp.ts';
import { startBackground } from '../../../src/main/background.ts';
import { followFacts } from '../../../src/main/compose.ts';
import type { Sql } from '../../../src/platform/db.ts';
import { buyFrom, placeFrom } from '../../support/buy.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { recordMails, waitingMails } from '../../support/mails.ts';
import { createEngine, createOffer, type Engine, type Offer, shiftClock } from '../../support/shop.ts';
import { startSmtpServer } from '../../support/smtp.ts';

// Mails that wait for their turn: how many go out at once, which come first, and how long a link counts that one brings.

let database: TestDatabase;
let engine: Engine;
let offer: Offer;
const sent: MailMessage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  engine = { ...createEngine(database.db), mail: { send: async (message) => void sent.push(message) } };
  offer = await createOffer(engine, { allocation: 400, limitPerCustomer: 200, holdsPerEmailMax: 200 });
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

/** A link that a guest asked for, whose mail waits; the ids of both. */
async function askForLink() {
  const reference = await buyFrom(engine, offer);
  const { id: preorderId } = await readPreorder(engine.db, offer.storeId, reference);
  await createManageLink(engine, { storeId: offer.storeId, preorderId });
  await recordMails(engine);
  const mail = (await waitingMails(engine, preorderId)).find(({ kind }) => kind === 'manage_link');
  if (!mail) throw new Error('no mail waits');
  const { kind, detail } = await readMail(engine.db, offer.storeId, mail.mailId);
  if (kind !== 'manage_link') throw new Error(`a mail of another kind: ${kind}`);
  return { mail, linkId: detail.linkId };
}

const minutes = (count: number) => shiftClock(database.db, count * 60);
const isOpen = async (linkId: string) =>
  (await readLink(engine, 'manage', linkToken(engine, linkId, 'manage'))) !== null;

test('a link counts for an hour from when its mail is handed over, however long that waited', async () => {
  const { mail, linkId } = await askForLink();
  await minutes(3 * 60);
  expect(await isOpen(linkId)).toBe(false);
  await sendMail(engine, mail);
  const message = sent.at(-1);
  expect(message?.text).toContain(linkId);
  expect(message?.text).toContain('60 minutes');
  await minutes(59);
  expect(await isOpen(linkId), 'the hour began when the mail went out').toBe(true);
  await minutes(2);
  expect(await isOpen(linkId), 'the hour is over').toBe(false);
});

test('a mail that waited for more than a day brings no link: nobody expects it any more', async () => {
  const { mail, linkId } = await askForLink();
  await minutes(25 * 60);
  const before = sent.length;
  await sendMail(engine, mail);
  expect(sent).toHaveLength(before);
  expect(await readMail(engine.db, offer.storeId, mail.mailId)).toMatchObject({ state: 'over' });
  expect(await isOpen(linkId)).toBe(false);
});

test('a link that was used does not count again', async () => {
  const { mail, linkId } = await askForLink();
  await engine.db.query('UPDATE link SET used_at = app_now() WHERE id = $1', [linkId]);
  const until = () => engine.db.query('SELECT expires_at FROM link WHERE id = $1', [linkId]);
  const before = await until();
  await sendMail(engine, mail);
  expect(await until()).toEqual(before);
});

describe('a job that waits, because somebody else has its mail in hands,', () => {
  type Change = (tx: Sql, mail: { preorderId: string; mailId: string }) => Promise<unknown>;

  /** A confirmation, whose job waits for the mail or its pre-order until that is committed which `change` does. */
  async function sendBehind(locked: 'mail' | 'preorder', change: Change) {
    const reference = await buyFrom(engine, offer);
    const { id: preorderId } = await readPreorder(engine.db, offer.storeId, reference);
    await recordMails(engine);
    const [mail] = await waitingMails(engine, preorderId);
    if (!mail) throw new Error('no mail waits');
    const before = sent.length;
    const sending = await database.db.transaction(async (tx) => {
      await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0'); // however long the job takes to get here
      await tx.query(`SELECT 1 FROM ${locked} WHERE id = $1 FOR UPDATE`, [
        locked === 'mail' ? mail.mailId : preorderId,
      ]);
      const begun = sendMail(engine, mail);
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await expect.poll(() => database.db.query(waiting)).toHaveLength(1);
      await change(tx, { preorderId, mailId: mail.mailId });
      return { begun };
    });
    await sending.begun;
    return sent.slice(before);
  }

  test('sends nothing where an erasure took the mail', async () => {
    const mails = await sendBehind('mail', (tx, { mailId }) => tx.query('DELETE FROM mail WHERE id = $1', [mailId]));
    expect(mails).toEqual([]);
  });

  test('brings the link that a try before it made', async () => {
    const { storeId } = offer;
    let linkId = '';
    const mails = await sendBehind('mail', async (tx, { preorderId, mailId }) => {
      ({ id: linkId } = await createLink(tx, { storeId, preorderId, purpose: 'manage', minutes: 60 }));
      const detail = { links: { manage: linkId } };
      await tx.query('UPDATE mail SET detail = $2, claimed_until = NULL WHERE id = $1', [mailId, detail]);
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/links/manage/${linkId}.`);
  });

  test('keeps no erasure from the mail, which locks it behind its pre-order', async () => {
    const mails = await sendBehind('preorder', (tx, { mailId }) =>
      tx.query('SELECT 1 FROM mail WHERE id = $1 FOR UPDATE', [mailId]),
    );
    expect(mails).toHaveLength(1);
  });
});

/** How many mails are under way at once, with a server that takes its time with each. */
async function mailsAtOnce(mailConnections: number, workers: number, count: number): Promise<number> {
  const smtp = await startSmtpServer({ delayMs: 1_500 });
  for (let at = 0; at < count; at += 1) await placeFrom(engine, offer);
  await recordMails(engine);
  const transports = Array.from({ length: workers }, () =>
    createSmtpMail(smtp.url, { connectionsMax: mailConnections + SLOTS.links }),
  );
  // Only mails: the money of these pre-orders would take the processor from them.
  await engine.db.query(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier <> 'mail.due'`,
  );
  const running = await Promise.all(
    transports.map((mail) => startBackground({ ...engine, mail }, { mailConnections })),
  );
  await expect.poll(() => smtp.mails.length, { timeout: 40_000, interval: 5 }).toBe(count);
  await Promise.all(running.map((one) => one.stop()));
  for (const transport of transports) transport.close();
  await smtp.close();
  return smtp.atOnce();
}

test('as many mails go out at once as is set, and a second worker adds its own', { timeout: 180_000 }, async () => {
  await engine.db.query('UPDATE mail SET sent_at = app_now() WHERE sent_at IS NULL AND dropped_at IS NULL');
  await engine.db.query('DELETE FROM graphile_worker._private_jobs');
  expect(await mailsAtOnce(1, 1, 4)).toBe(1);
  // One store leaves a sixth of the places to others.
  expect(await mailsAtOnce(6, 1, 20)).toBe(5);
  expect(await mailsAtOnce(6, 2, 40)).toBe(10);
});

test('a link goes out before the confirmations that wait', { timeout: 60_000 }, async () => {
  const smtp = await startSmtpServer({ delayMs: 50 });
  const mail = createSmtpMail(smtp.url, { connectionsMax: 1 + SLOTS.links });
  const dispatcher = startOutboxDispatcher(engine.db, engine.log, followFacts(engine.mailFrom));
  for (let at = 0; at < 40; at += 1) await placeFrom(engine, offer);
  const background = await startBackground({ ...engine, mail }, { mailConnections: 1 });
  const reference = await buyFrom(engine, offer);
  const { id: preorderId } = await readPreorder(engine.db, offer.storeId, reference);
  await createManageLink(engine, { storeId: offer.storeId, preorderId });
  dispatcher.wake();
  const idsOf = async () => (await smtp.read()).map(({ messageId = '' }) => messageId);
  await expect
    .poll(async () => (await idsOf()).some((id) => id.includes('.manage_link.')), { interval: 20 })
    .toBe(true);
  expect((await idsOf()).length, 'confirmations went out first').toBeLessThan(40);
  await background.stop();
  await dispatcher.stop();
  mail.close();
  await smtp.close();
});
