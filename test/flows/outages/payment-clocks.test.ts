import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { linkToken, readLink } from '../../../src/core/links/commands.ts';
import { noteAlive } from '../../../src/core/outages/commands/note-alive.ts';
import { endOutage } from '../../../src/core/outages/commands/record.ts';
import { putOffDeadlines, remindOfDeadlines, retryCharges } from '../../../src/core/payments/jobs.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { readDetails } from '../../../src/surfaces/frames/status/details.ts';
import { dueOf, moneyOf, outboxOf, payByLink, preorderOf, type Sold, sellAndRelease } from '../../support/charges.ts';
import { commandLine } from '../../support/command-line.ts';
import { shiftClock } from '../../support/core.ts';
import { ownInstallation } from '../../support/database.ts';
import { dispute } from '../../support/disputes.ts';
import { recordMails, sendMail, waitingMails } from '../../support/mails.ts';
import { copyPreorder } from '../../support/many-preorders.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { recordOutage, startOutage } from '../../support/outages.ts';
import { useCore } from '../../support/use-core.ts';

// The seven days to pay do not run during outages.

const { database, core } = await useCore(ownInstallation);
const { db } = database;

const HOUR = 3_600;
const DAY = 24 * HOUR;

beforeEach(async () => {
  for (const table of ['outage', 'worker_life', 'clock_shift']) await db.query(`DELETE FROM ${table}`);
});

const sellUnpaid = () => sellAndRelease(core, { card: 'charge_declined' });

/** Does what a worker does in a round. */
async function runRounds() {
  await noteAlive(core);
  await putOffDeadlines(core);
  await remindOfDeadlines(core);
  await retryCharges(core);
  await cancelUnpaid(core);
}

async function stateOf(sold: Sold): Promise<string | undefined> {
  await runRounds();
  return (await moneyOf(core, sold))[0]?.state;
}

const pass = (hours: number) => shiftClock(db, hours * HOUR);
const reminders = async (sold: Sold) =>
  (await outboxOf(core, sold, 'payment.needed')).filter((detail) => (detail as { reminder?: true }).reminder).length;

describe('the time to pay', () => {
  test.each(['worker', 'mail', 'account'] as const)(
    'stops during an outage (%s) and for two days after it',
    async (kind) => {
      const sold = await sellUnpaid();
      const storeId = kind === 'account' ? sold.storeId : null;
      await pass(100);
      await recordOutage(db, kind, { hours: 100, storeId }); // 68 hours are left
      expect(await stateOf(sold)).toBe('payment_due');
      await pass(47 + 67);
      expect(await stateOf(sold)).toBe('payment_due');
      expect(await audit(core, sold.storeId)).toEqual([]);
      await pass(2);
      expect(await stateOf(sold)).toBe('cancelled');
    },
  );

  test('runs out in time without an outage, and during an outage of another store’s account', async () => {
    const [sold, other] = [await sellUnpaid(), await sellUnpaid()];
    await recordOutage(db, 'account', { hours: 100, storeId: other.storeId });
    await pass(69);
    expect(await stateOf(sold)).toBe('cancelled');
    expect(await stateOf(other)).toBe('payment_due');
  });

  test('does not run out after days without a worker, before the next worker records them', async () => {
    const sold = await sellUnpaid();
    await noteAlive(core);
    await shiftClock(db, 8 * DAY, { isOutage: true });
    // The rounds run in any order before the outage is recorded, as when two workers start at the same time.
    await Promise.all([cancelUnpaid(core), remindOfDeadlines(core), cancelUnpaid(core)]);
    expect((await moneyOf(core, sold))[0]?.state).toBe('payment_due');
    await Promise.all([runRounds(), runRounds()]);
    expect((await moneyOf(core, sold))[0]?.state).toBe('payment_due');
    expect((await db.query('SELECT 1 FROM outage')).length).toBe(1);
    await pass(47);
    expect(await stateOf(sold)).toBe('payment_due');
    expect(await reminders(sold), 'a reminder was sent although seven days are left').toBe(0);
    await pass(7 * 24);
    expect(await stateOf(sold)).toBe('payment_due');
    await pass(2);
    expect(await stateOf(sold)).toBe('cancelled');
  });

  test('stops as long as an outage lasts, and counts overlapping outages once', async () => {
    const sold = await sellUnpaid();
    await pass(160);
    await startOutage(db, 'mail');
    await pass(40 * 24);
    expect(await stateOf(sold)).toBe('payment_due');
    await startOutage(db, 'account', sold.storeId);
    await pass(24);
    await endOutage(db, { storeId: null, kind: 'mail' });
    await pass(24);
    await endOutage(db, { storeId: sold.storeId, kind: 'account' });
    await pass(48 + 7);
    expect(await stateOf(sold)).toBe('payment_due');
    await pass(2);
    expect(await stateOf(sold)).toBe('cancelled');
  });

  test('stays over when it was over before the outage', async () => {
    const sold = await sellUnpaid();
    await pass(169);
    await recordOutage(db, 'mail', { hours: 100 });
    expect(await stateOf(sold)).toBe('cancelled');
  });

  test('begins two days after the outage for a charge that failed during one', async () => {
    await startOutage(db, 'mail');
    const sold = await sellUnpaid();
    await pass(10);
    await endOutage(db, { storeId: null, kind: 'mail' });
    await pass(48 + 167);
    expect(await stateOf(sold)).toBe('payment_due');
    await pass(2);
    expect(await stateOf(sold)).toBe('cancelled');
  });
});

describe('the reminder', () => {
  test('is sent a day before the valid deadline, and again when an outage moved the deadline', async () => {
    const sold = await sellUnpaid();
    await pass(145);
    await runRounds();
    expect(await reminders(sold)).toBe(1);
    await recordOutage(db, 'worker', { hours: 30 });
    await runRounds();
    expect(await reminders(sold)).toBe(1);
    await pass(46); // 25 hours are left
    await runRounds();
    expect(await reminders(sold)).toBe(1);
    await pass(2);
    await runRounds();
    await runRounds();
    expect(await reminders(sold)).toBe(2);
  });

  test('is not sent while the clock stands still', async () => {
    const sold = await sellUnpaid();
    await pass(100);
    await startOutage(db, 'mail');
    await pass(60);
    await runRounds();
    expect(await reminders(sold)).toBe(0);
  });
});

test('shows the valid deadline in mail, status page and link', async () => {
  const sold = await sellUnpaid();
  const { deadline: set } = (await dueOf(core, sold)) ?? {};
  await recordMails(core);
  const mails = (await waitingMails(core, sold.preorderId)).filter(({ kind }) => kind === 'payment_needed');
  await startOutage(db, 'mail');
  await pass(8 * 24);
  await endOutage(db, { storeId: null, kind: 'mail' });
  const due = await dueOf(core, sold);
  const hoursLater = Math.round(((due?.deadline.getTime() ?? 0) - (set?.getTime() ?? 0)) / 3_600_000);
  expect(hoursLater).toBe(10 * 24);
  const said = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'Europe/Berlin' }).format(
    due?.deadline,
  );
  const sent: MailMessage[] = [];
  const mail = { send: async (message: MailMessage) => void sent.push(message) };
  for (const one of mails) await sendMail({ ...core, mail }, one);
  expect(sent[0]?.text).toContain(said);

  const store = await readStore(db, sold.storeId);
  const session = { locale: 'en' } as Parameters<typeof readDetails>[1]['session'];
  const preorder = { ...(await preorderOf(core, sold)), contact: { email: '', address: {} } };
  const details = await readDetails(db, { session, store, preorder });
  expect(details.owedBy).toContain(said);

  // The link of that mail, after a later outage.
  const [, token = ''] = /\/links\/pay\/(\S+)/.exec(sent[0]?.text ?? '') ?? [];
  const opens = async () => (await readLink(core, 'pay', token)) !== null;
  expect(await opens()).toBe(true);
  await pass(8 * 24);
  await startOutage(db, 'worker');
  await pass(30 * 24);
  expect(await opens(), 'the link was closed before a worker moved the deadline').toBe(true);
  await endOutage(db, { storeId: null, kind: 'worker' });
  await runRounds();
  expect(await opens()).toBe(true);
  expect(await payByLink(core, sold)).toEqual({ kind: 'completed' });
  await pass(20 * 24);
  expect(await opens()).toBe(false);
});

test('does not extend a link of another purpose', async () => {
  const sold = await sellUnpaid();
  const [link] = await db.query<{ id: string }>(
    `INSERT INTO link (store_id, id, preorder_id, purpose, created_at, expires_at)
     VALUES ($1, gen_random_uuid(), $2, 'cancel', app_now(), app_now() + interval '1 hour') RETURNING id`,
    [sold.storeId, sold.preorderId],
  );
  await startOutage(db, 'mail');
  await pass(2);
  expect(await readLink(core, 'cancel', linkToken(core, link?.id ?? '', 'cancel'))).toBeNull();
});

test('ends other stores’ deadlines although many deadlines of one store stand still', async () => {
  const stuck = await sellAndRelease(core, { card: 'charge_declined', allocation: 2_000 });
  const { storeId } = stuck;
  const others = [await sellUnpaid(), await sellUnpaid()];
  // One store has more open payments than several rounds read.
  await copyPreorder(core, stuck, 1_200);
  await db.query(
    `INSERT INTO payment_due (store_id, id, preorder_id, deadline, reason)
     SELECT store_id, gen_random_uuid(), id, app_now() + interval '6 days', 'card_declined' FROM preorder
     WHERE store_id = $1 AND reference LIKE 'COPY-%'`,
    [storeId],
  );
  await recordOutage(db, 'account', { hours: 200, storeId });
  await runRounds();
  for (const sold of others) expect((await moneyOf(core, sold))[0]?.state).toBe('cancelled');
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM payment_due WHERE store_id = $1 AND ended_at IS NULL AND put_off_until IS NOT NULL',
    [storeId],
  );
  expect(row?.count).toBe(1_201);
});

test('shows the deadline on the command line, and the outages that moved it', async () => {
  const sold = await sellUnpaid();
  const folder = await mkdtemp(join(tmpdir(), 'clocks-'));
  const cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
  const { slug } = await readStore(db, sold.storeId);
  const show = async () => {
    const { out } = await cli.run('preorders', 'show', sold.reference, '--store', slug);
    const { data } = await cli.json('preorders', 'show', sold.reference, '--store', slug);
    return { text: out.replaceAll(/\s+/g, ' '), json: data.time_to_pay };
  };
  expect((await show()).text).not.toContain('clock');
  await pass(100);
  await startOutage(db, 'mail');
  await pass(10);
  const lasting = await show();
  expect(lasting.text).toMatch(/its clock stands still, until 48 hours after: no mail goes out since \d/);
  expect(lasting.json).toMatchObject({ stands_still: true, stopped_by: [{ kind: 'mail', ended_at: null }] });
  await endOutage(db, { storeId: null, kind: 'mail' });
  await pass(50);
  const over = await show();
  expect(over.text).toMatch(/its clock stood still, until 48 hours after: no mail went out, \d.* to \d/s);
  expect(over.json).toMatchObject({ stands_still: false, stopped_by: [{ kind: 'mail', reason: 'The test says so.' }] });
  expect(Date.parse(over.json.ends_at)).toBe((await dueOf(core, sold))?.deadline.getTime());
  await rm(folder, { recursive: true });
});

test('ignores outages before a dispute for the time after it, and keeps the time that was left', async () => {
  const dueAfter = async (days: number) => {
    const sold = await sellUnpaid();
    await recordOutage(db, 'account', { storeId: sold.storeId, hours: 24 });
    const one = await dispute(core, sold);
    await shiftClock(db, days * DAY);
    await putOffDeadlines(core);
    await one.is('won');
    return dueOf(core, sold);
  };
  const short = await dueAfter(8);
  expect(short?.clock.stoppedBy).toEqual([]);
  expect(short?.msLeft).toBeLessThanOrEqual(2 * DAY * 1_000);
  expect(short?.msLeft).toBeGreaterThan((2 * DAY - HOUR) * 1_000);
  const long = await dueAfter(3);
  expect(long?.clock.stoppedBy).toHaveLength(1);
  expect(long?.msLeft).toBeGreaterThan(5 * DAY * 1_000);
});

test('records an outage that ended before the deadline of an earlier outage', async () => {
  const sold = await sellUnpaid();
  const until = async () => {
    const known = 'SELECT put_off_until AS until FROM payment_due WHERE store_id = $1';
    return (await db.query<{ until: Date }>(known, [sold.storeId]))[0]?.until ?? new Date(0);
  };
  await recordOutage(db, 'mail', { hours: 24 });
  await shiftClock(db, 5.5 * DAY);
  await putOffDeadlines(core);
  const first = await until();
  await recordOutage(db, 'worker', { hours: 6 }); // the clock runs again a day before that deadline
  await shiftClock(db, 2.6 * DAY);
  await remindOfDeadlines(core);
  const second = await until();
  expect(second.getTime() - first.getTime()).toBeGreaterThan((2 * DAY + 5 * HOUR) * 1_000);
  expect(second).toEqual((await dueOf(core, sold))?.deadline);
  expect(await reminders(sold)).toBe(0);
});
