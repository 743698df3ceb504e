import { afterAll, beforeEach, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { alertUnasked } from '../../../src/core/payments/jobs.ts';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { dueOf, moneyOf, payByLink, preorderOf, sellAndRelease } from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { runJobs } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

const { database, core } = await useCore();
beforeEach(() => database.db.query('DELETE FROM clock_shift'));
afterAll(async () => {
  const stores = await database.db.query<{ id: string }>('SELECT id FROM store');
  for (const { id } of stores) await runJobs(core, id);
  await expectSoundBooks(database.db);
});

test.each(['refused', 'suppressed'])(
  'a shopper whose mail was %s keeps the place past the deadline, and the merchant is told',
  async (why) => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const messageId = `${why}@shop.example`;
    await core.db.query(
      `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, dropped_at, dropped_why)
       VALUES ($1, gen_random_uuid(), $2, 'payment_needed', 'fact 1', $3, app_now(), $4)`,
      [sold.storeId, sold.preorderId, messageId, why],
    );
    const alerts = () => listAlerts(core.db, sold.storeId, { resolved: false });
    for (let again = 0; again < 2; again += 1) await alertUnasked(core);
    const { reference } = await preorderOf(core, sold);
    expect(await alerts()).toMatchObject([
      { code: 'payment_not_delivered', message: expect.stringContaining(reference) },
    ]);
    for (const days of [8, 4]) {
      await shiftClock(database.db, days * DAY);
      await cancelUnpaid(core);
      expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }]);
      const left = (await dueOf(core, sold))?.msLeft ?? 0;
      expect(left).toBeCloseTo(3 * DAY * 1_000, -5);
    }
    expect(await payByLink(core, sold)).toEqual({ kind: 'completed' });
    expect(await alerts()).toEqual([]);
  },
);

test('a shopper who was not asked gets the whole time at another address, and silence there counts', async () => {
  const sold = await sellAndRelease(core, { card: 'charge_declined' });
  await core.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, dropped_at, dropped_why)
     VALUES ($1, gen_random_uuid(), $2, 'payment_needed', 'fact 1', 'lost@shop.example', app_now(), 'refused')`,
    [sold.storeId, sold.preorderId],
  );
  await alertUnasked(core);
  await shiftClock(database.db, 8 * DAY);
  await cancelUnpaid(core);
  await changeContact(core, { ...sold, email: 'grace@shopper.example', by: 'Bo' });
  expect((await dueOf(core, sold))?.msLeft).toBeCloseTo(7 * DAY * 1_000, -5);
  expect(await listAlerts(core.db, sold.storeId, { resolved: false })).toEqual([]);
  await core.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id, created_at, sent_at)
     VALUES ($1, gen_random_uuid(), $2, 'payment_needed', 'fact 2', 'came@shop.example', app_now(), app_now())`,
    [sold.storeId, sold.preorderId],
  );
  await shiftClock(database.db, 7 * DAY + HOUR);
  await cancelUnpaid(core);
  expect(await moneyOf(core, sold)).toMatchObject([{ state: 'cancelled' }]);
});
