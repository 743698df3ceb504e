import { beforeEach, describe, expect, test } from 'vitest';
import { addJobs } from '../../../src/core/jobs/queue.ts';
import { tryWaitingMails } from '../../../src/core/mails/commands/try-waiting.ts';
import { noteAlive } from '../../../src/core/outages/commands/note-alive.ts';
import { MailError } from '../../../src/integrations/mail/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { recordMails, sendMail } from '../../support/mails.ts';
import { useCore } from '../../support/use-core.ts';

// How outages of our own side are detected and recorded.

const { database, core } = await useCore();
const { db } = database;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Recorded = { kind: string; hours: number | null; reason: string };

/** Lists the outages, the oldest first. An outage without hours still lasts. */
async function outages(): Promise<Recorded[]> {
  return db.query(
    `SELECT kind, round(extract(epoch FROM ended_at - began_at) / 3600, 1)::float AS hours, reason
     FROM outage ORDER BY began_at`,
  );
}

beforeEach(async () => {
  await db.query('DELETE FROM outage');
  await db.query('DELETE FROM worker_life');
  await db.query('DELETE FROM mail_life');
});

describe('a time without a worker', () => {
  const passWithoutWorker = (seconds: number) => shiftClock(db, seconds, { isOutage: true });

  test('is not recorded before the first worker, or while a worker reports regularly', async () => {
    await noteAlive(core);
    for (let count = 0; count < 5; count += 1) {
      await passWithoutWorker(4 * MINUTE);
      await noteAlive(core);
    }
    expect(await outages()).toEqual([]);
  });

  test('is recorded once by the next worker, although several start at the same time', async () => {
    await noteAlive(core);
    await passWithoutWorker(30 * HOUR);
    await Promise.all([1, 2, 3, 4].map(() => noteAlive(core)));
    expect(await outages()).toEqual([{ kind: 'worker', hours: 30, reason: 'No worker ran.' }]);
    await noteAlive(core);
    expect(await outages()).toHaveLength(1);
  });
});

describe('a mail server that takes no mails', () => {
  type Mood = 'takes' | 'away' | 'defers one' | 'defers all';
  let behaviour: Mood = 'takes';
  let taken: string[] = [];
  let deferredAddress = '';
  const mail = {
    async send({ to }: { to: { address: string } }) {
      const isDeferred = behaviour === 'defers all' || (behaviour === 'defers one' && to.address === deferredAddress);
      if (behaviour === 'away') throw new MailError('unreachable', 'ECONNREFUSED', 'the mail server was not reached');
      if (isDeferred) throw new MailError('put_off', '450 4.2.0', 'the mail server refused the mail with 450 4.2.0');
      taken.push(to.address);
    },
  };
  const sender = { ...core, mail };

  /** Records this many waiting mails, each of another pre-order. */
  async function recordWaiting(count: number) {
    const offer = await createOffer(core, { allocation: count });
    for (let index = 0; index < count; index += 1) await buyFrom(core, offer);
    await recordMails(core);
    return db.query<{ storeId: string; mailId: string; to: string }>(
      `SELECT m.store_id AS "storeId", m.id AS "mailId", k.email AS to FROM mail m
       JOIN preorder_contact k ON k.store_id = m.store_id AND k.preorder_id = m.preorder_id
       WHERE m.store_id = $1 AND m.sent_at IS NULL ORDER BY m.created_at`,
      [offer.storeId],
    );
  }
  type Waiting = Awaited<ReturnType<typeof recordWaiting>>[number];

  const send = (one: Waiting | undefined) =>
    sendMail(sender, { storeId: one?.storeId ?? '', mailId: one?.mailId ?? '' }).catch(() => 'it waits');
  async function sendAll(mails: readonly Waiting[]) {
    for (const one of mails) await send(one);
  }

  beforeEach(async () => {
    behaviour = 'takes';
    taken = [];
    await db.query(
      "UPDATE mail SET dropped_at = app_now(), dropped_why = 'over' WHERE sent_at IS NULL AND dropped_at IS NULL",
    );
    await db.query('DELETE FROM graphile_worker._private_jobs');
  });

  test('is an outage from its first failure once it lasts ten minutes, until the first mail that goes out', async () => {
    const mails = await recordWaiting(2);
    behaviour = 'away';
    await send(mails[0]);
    await shiftClock(db, 9 * MINUTE);
    await send(mails[0]);
    expect(await outages()).toEqual([]);
    await shiftClock(db, MINUTE);
    await send(mails[0]);
    expect(await outages()).toEqual([{ kind: 'mail', hours: null, reason: 'the mail server was not reached' }]);
    await shiftClock(db, 29 * HOUR + 50 * MINUTE);
    await send(mails[0]);
    behaviour = 'takes';
    await send(mails[1]);
    expect(await outages()).toMatchObject([{ kind: 'mail', hours: 30 }]);
    behaviour = 'away';
    await shiftClock(db, 9 * MINUTE);
    await send(mails[0]);
    expect(await outages(), 'the second outage began before its ten minutes were over').toHaveLength(1);
  });

  test('is recorded afterwards when no mail was tried in between', async () => {
    const [one] = await recordWaiting(1);
    behaviour = 'away';
    await send(one);
    await shiftClock(db, 6 * HOUR);
    expect(await outages()).toEqual([]);
    behaviour = 'takes';
    await send(one);
    expect(await outages()).toMatchObject([{ kind: 'mail', hours: 6, reason: 'the mail server was not reached' }]);
  });

  test('is no outage while it defers one receiver, but is one when it defers all', async () => {
    const mails = await recordWaiting(4);
    deferredAddress = mails[0]?.to ?? '';
    behaviour = 'defers one';
    for (let count = 0; count < 5; count += 1) {
      await send(mails[0]);
      await shiftClock(db, 5 * HOUR);
    }
    expect(await outages()).toEqual([]);
    behaviour = 'defers all';
    await sendAll(mails);
    expect(await outages()).toMatchObject([{ kind: 'mail', hours: null }]);
  });

  test('is tested with some waiting mails, and all mails are tried once one goes out', async () => {
    const mails = await recordWaiting(30);
    behaviour = 'away';
    await sendAll(mails);
    await shiftClock(db, 5 * 24 * HOUR);
    await send(mails[0]);
    await db.query(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, run_at = now() + interval '5 hours'",
    );
    const due = async () => {
      const rows = await db.query<{ mailId: string }>(
        `SELECT payload->>'subjectId' AS "mailId" FROM graphile_worker._private_jobs
         WHERE attempts < max_attempts AND run_at <= now()`,
      );
      return mails.filter(({ mailId }) => rows.some((row) => row.mailId === mailId));
    };
    await tryWaitingMails(core);
    expect(await due(), 'mails were tried a moment after the last try').toEqual([]);
    await shiftClock(db, 6 * MINUTE);
    await Promise.all([tryWaitingMails(core), tryWaitingMails(core)]);
    expect(await due()).toHaveLength(20);
    behaviour = 'takes';
    await send((await due())[0]);
    expect(await outages()).toMatchObject([{ kind: 'mail', hours: 120.1 }]);
    await Promise.all([tryWaitingMails(core), tryWaitingMails(core)]);
    expect(await due(), 'mails whose jobs were dead were not tried').toHaveLength(30);
    await sendAll(await due());
    expect(new Set(taken).size).toBe(30);
  });

  test('is no outage any more when no mail waits', async () => {
    const mails = await recordWaiting(1);
    behaviour = 'away';
    await send(mails[0]);
    await shiftClock(db, 11 * MINUTE);
    await send(mails[0]);
    await db.query("UPDATE mail SET dropped_at = app_now(), dropped_why = 'over' WHERE id = $1", [mails[0]?.mailId]);
    await shiftClock(db, 6 * MINUTE);
    await tryWaitingMails(core);
    expect(await outages()).toMatchObject([{ kind: 'mail', hours: 0.3 }]);
  });

  test('is not noted for a mail that is no longer needed', async () => {
    const [one] = await recordWaiting(1);
    behaviour = 'away';
    await db.query('DELETE FROM preorder_contact WHERE store_id = $1', [one?.storeId]);
    await addJobs(db, [{ topic: 'mail.due', storeId: one?.storeId ?? '', subjectId: one?.mailId ?? '', detail: null }]);
    await send(one);
    expect(await db.query('SELECT 1 FROM mail_life')).toEqual([]);
  });
});
