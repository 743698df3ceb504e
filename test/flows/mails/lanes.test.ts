import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SLOTS } from '../../../src/core/jobs/worker.ts';
import { createLink, linkToken, readLink } from '../../../src/core/links/commands.ts';
import { readMail } from '../../../src/core/mails/queries.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import { createManageLink } from '../../../src/core/preorders/commands/manage-link.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { createSmtpMail } from '../../../src/integrations/mail/smtp.ts';
import { startBackground } from '../../../src/main/background.ts';
import { followFacts } from '../../../src/main/compose.ts';
import type { Sql } from '../../../src/platform/db.ts';
import { buyFrom, placeFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { recordMails, sendMail, waitingMails } from '../../support/mails.ts';
import { startSmtpServer } from '../../support/smtp.ts';

// Waiting mails: how many are sent at once, which are sent first, and how long the link in a late mail is valid.

let database: TestDatabase;
let core: Core;
let offer: Offer;
const sent: MailMessage[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  core = { ...createCore(database.db), mail: { send: async (message) => void sent.push(message) } };
  offer = await createOffer(core, { allocation: 400, limitPerCustomer: 200, holdsPerEmailMax: 200 });
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

/** Creates a link that a guest asked for and its waiting mail. */
async function askForLink() {
  const reference = await buyFrom(core, offer);
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  await createManageLink(core, { storeId: offer.storeId, preorderId });
  await recordMails(core);
  const mail = (await waitingMails(core, preorderId)).find(({ kind }) => kind === 'manage_link');
  if (!mail) throw new Error('no mail is waiting');
  const { kind, detail } = await readMail(core.db, offer.storeId, mail.mailId);
  if (kind !== 'manage_link') throw new Error(`unexpected kind of mail: ${kind}`);
  return { mail, linkId: detail.linkId };
}

const advance = (count: number) => shiftClock(database.db, count * 60);
const isOpen = async (linkId: string) => (await readLink(core, 'manage', linkToken(core, linkId, 'manage'))) !== null;

test('keeps a link valid for an hour from the sending of its mail', async () => {
  const { mail, linkId } = await askForLink();
  await advance(3 * 60);
  expect(await isOpen(linkId)).toBe(false);
  await sendMail(core, mail);
  const message = sent.at(-1);
  expect(message?.text).toContain(linkId);
  expect(message?.text).toContain('60 minutes');
  await advance(59);
  expect(await isOpen(linkId), 'the hour began before the mail was sent').toBe(true);
  await advance(2);
  expect(await isOpen(linkId), 'the link is valid for more than an hour').toBe(false);
});

test('sends no link that waited for more than a day', async () => {
  const { mail, linkId } = await askForLink();
  await advance(25 * 60);
  const before = sent.length;
  await sendMail(core, mail);
  expect(sent).toHaveLength(before);
  expect(await readMail(core.db, offer.storeId, mail.mailId)).toMatchObject({ state: 'over' });
  expect(await isOpen(linkId)).toBe(false);
});

test('does not renew a used link', async () => {
  const { mail, linkId } = await askForLink();
  await core.db.query('UPDATE link SET used_at = app_now() WHERE id = $1', [linkId]);
  const until = () => core.db.query('SELECT expires_at FROM link WHERE id = $1', [linkId]);
  const before = await until();
  await sendMail(core, mail);
  expect(await until()).toEqual(before);
});

describe('a mail job that waits for a lock', () => {
  type Change = (tx: Sql, mail: { preorderId: string; mailId: string }) => Promise<unknown>;

  /** Starts the job of a confirmation behind a lock, and commits `change` before the lock is released. */
  async function sendBehind(locked: 'mail' | 'preorder', change: Change) {
    const reference = await buyFrom(core, offer);
    const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
    await recordMails(core);
    const [mail] = await waitingMails(core, preorderId);
    if (!mail) throw new Error('no mail is waiting');
    const before = sent.length;
    const sending = await database.db.transaction(async (tx) => {
      await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0'); // the job may need longer than the usual time-out to get here
      await tx.query(`SELECT 1 FROM ${locked} WHERE id = $1 FOR UPDATE`, [
        locked === 'mail' ? mail.mailId : preorderId,
      ]);
      const begun = sendMail(core, mail);
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await expect.poll(() => database.db.query(waiting)).toHaveLength(1);
      await change(tx, { preorderId, mailId: mail.mailId });
      return { begun };
    });
    await sending.begun;
    return sent.slice(before);
  }

  test('sends nothing when an erasure deleted the mail', async () => {
    const mails = await sendBehind('mail', (tx, { mailId }) => tx.query('DELETE FROM mail WHERE id = $1', [mailId]));
    expect(mails).toEqual([]);
  });

  test('sends the link that an earlier try created', async () => {
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

  test('does not deadlock with an erasure, which locks the pre-order before the mail', async () => {
    const mails = await sendBehind('preorder', (tx, { mailId }) =>
      tx.query('SELECT 1 FROM mail WHERE id = $1 FOR UPDATE', [mailId]),
    );
    expect(mails).toHaveLength(1);
  });
});

/** Returns how many mails were sent at the same time, with a slow mail server. */
async function mailsAtOnce(mailConnections: number, workers: number, count: number): Promise<number> {
  const smtp = await startSmtpServer({ delayMs: 1_500 });
  for (let at = 0; at < count; at += 1) await placeFrom(core, offer);
  await recordMails(core);
  const transports = Array.from({ length: workers }, () =>
    createSmtpMail(smtp.url, { connectionsMax: mailConnections + SLOTS.links }),
  );
  // Only mails run here, because jobs about money would take the processor.
  await core.db.query(
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier <> 'mail.due'`,
  );
  const running = await Promise.all(transports.map((mail) => startBackground({ ...core, mail }, { mailConnections })));
  await expect.poll(() => smtp.mails.length, { timeout: 40_000, interval: 5 }).toBe(count);
  await Promise.all(running.map((one) => one.stop()));
  for (const transport of transports) transport.close();
  await smtp.close();
  return smtp.atOnce();
}

test('sends as many mails at once as configured, and as many more with a second worker', {
  timeout: 180_000,
}, async () => {
  await core.db.query('UPDATE mail SET sent_at = app_now() WHERE sent_at IS NULL AND dropped_at IS NULL');
  await core.db.query('DELETE FROM graphile_worker._private_jobs');
  expect(await mailsAtOnce(1, 1, 4)).toBe(1);
  // One store leaves a sixth of the places to other stores.
  expect(await mailsAtOnce(6, 1, 20)).toBe(5);
  expect(await mailsAtOnce(6, 2, 40)).toBe(10);
});

test('sends a link before waiting confirmations', { timeout: 60_000 }, async () => {
  const smtp = await startSmtpServer({ delayMs: 50 });
  const mail = createSmtpMail(smtp.url, { connectionsMax: 1 + SLOTS.links });
  const dispatcher = startOutboxDispatcher(core.db, core.log, followFacts(core.mailFrom));
  for (let at = 0; at < 40; at += 1) await placeFrom(core, offer);
  const background = await startBackground({ ...core, mail }, { mailConnections: 1 });
  const reference = await buyFrom(core, offer);
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  await createManageLink(core, { storeId: offer.storeId, preorderId });
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
