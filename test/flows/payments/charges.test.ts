import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { remindOfDeadlines, retryCharges } from '../../../src/core/payments/jobs.ts';
import { changeContact } from '../../../src/core/people/commands/change-contact.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { readNow } from '../../../src/core/preorders/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import {
  dueOf,
  duesOf,
  moneyOf,
  outboxOf,
  owedOf,
  payByLink,
  preorderOf,
  sell,
  sellAndRelease,
} from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { releaseAll, runJobs } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

// A jacket of 129.00 and delivery of 4.90 cost 133.90. A fifth of it is the deposit.
const TOTAL = 13_390;
const FIRST = 2_678;
const REST = TOTAL - FIRST;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const { database, core } = await useCore();
beforeEach(() => database.db.query('DELETE FROM clock_shift'));
afterAll(async () => {
  const stores = await database.db.query<{ id: string }>('SELECT id FROM store');
  for (const { id } of stores) await runJobs(core, id);
  await expectSoundBooks(database.db);
});

describe('the balance', () => {
  test('is charged to the card that paid the deposit, once its line item is released', async () => {
    const sold = await sell(core, { quantity: 2 });
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'placed' }, { state: 'placed' }]);
    const before = await preorderOf(core, sold);
    expect(before.lines.map(({ paid, dueNow }) => paid - dueNow)).toEqual([0, 0]);
    await releaseAll(core, sold.offer, 2);
    for (const { state, paid, total } of (await preorderOf(core, sold)).lines) {
      expect([state, paid]).toEqual(['released', total]);
    }
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge done']);
    const [charged] = (await outboxOf(core, sold, 'money.moved')).slice(-1);
    expect(charged).toMatchObject({ kind: 'charge', state: 'done' });
  });

  test('is the whole price when everything is paid later', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_later' } });
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: 0, refunded: 0 }]);
    await releaseAll(core, sold.offer, 1);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });
});

/** Moves the clock to one second after this time, and never backwards. */
async function shiftTo(at: Date): Promise<void> {
  const now = await readNow(database.db);
  await shiftClock(database.db, Math.max(0, at.getTime() - now) / 1_000 + 1);
}

async function kindsOf({ preorderId }: { preorderId: string }): Promise<string[]> {
  const rows = await database.db.query<{ said: string }>(
    `SELECT kind || ' ' || state AS said FROM movement WHERE preorder_id = $1 ORDER BY created_at`,
    [preorderId],
  );
  return rows.map(({ said }) => said);
}

describe('a declined charge', () => {
  test('keeps the place in the queue, tells the shopper once, and is retried with jitter', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    expect(await moneyOf(core, sold)).toEqual([{ state: 'payment_due', paid: FIRST, refunded: 0 }]);
    const due = await dueOf(core, sold);
    expect(due).toMatchObject({ tries: 1, reason: 'card_declined' });
    const hours = ((due?.retryAt?.getTime() ?? 0) - (due?.since.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBeGreaterThan(17.9);
    expect(hours).toBeLessThan(30.1);
    expect((due?.deadline.getTime() ?? 0) - (due?.since.getTime() ?? 0)).toBe(7 * DAY * 1_000);
    expect(await outboxOf(core, sold, 'payment.needed')).toEqual([{ paymentDueId: due?.id }]);
    await moveMoney(core, sold.storeId, sold.preorderId); // no retry is due yet
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed']);

    await shiftClock(database.db, 31 * HOUR);
    await retryCharges(core);
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed', 'charge failed']);
    expect(await dueOf(core, sold)).toMatchObject({ tries: 2 });
    expect(await outboxOf(core, sold, 'payment.needed')).toHaveLength(1);
  });

  test('ends its object at the provider before the next one is made', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    await shiftClock(database.db, 31 * HOUR);
    await retryCharges(core);
    const objects = await database.db.query(
      `SELECT t.status, a.state FROM attempt a JOIN test_provider.payment t ON t.ref = a.provider_ref
       WHERE a.preorder_id = $1`,
      [sold.preorderId],
    );
    expect(objects).toEqual(Array(2).fill({ status: 'cancelled', state: 'cancelled' }));
  });

  test('is paid by the link once, and the line item returns to its place', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    expect(await owedOf(core, sold)).toBe(REST);
    expect(await payByLink(core, sold)).toEqual({ kind: 'completed' });
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await duesOf(core, sold)).toMatchObject([{ outcome: 'paid', retryAt: null }]);
    const moved = await outboxOf(core, sold, 'lines.moved');
    expect(moved.at(-1)).toMatchObject({ to: 'released', from: 'payment_due' });
    expect(await payByLink(core, sold)).toEqual({ kind: 'completed' }); // the second visit finds nothing due
    await shiftClock(database.db, 31 * HOUR);
    await retryCharges(core);
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed', 'capture done']);
  });

  test('is charged at once to another card that the shopper gives', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    expect(await payByLink(core, sold, { purpose: 'card' })).toEqual({ kind: 'completed' });
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    const cards = await database.db.query(
      'SELECT last4, replaced_at IS NULL AS current FROM payment_method WHERE preorder_id = $1 ORDER BY created_at',
      [sold.preorderId],
    );
    expect(cards).toEqual([
      { last4: '6348', current: false },
      { last4: '4242', current: true },
    ]);
  });

  test('of another card too plans the next retry', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    await payByLink(core, sold, { purpose: 'card', card: 'charge_declined' });
    expect(await dueOf(core, sold)).toMatchObject({ tries: 2, retryAt: expect.any(Date) });
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
  });

  test('keeps its planned retry when another line item of the pre-order is charged', async () => {
    const sold = await sell(core, { card: 'charge_declined', quantity: 2 });
    await releaseAll(core, sold.offer, 1);
    const planned = (await dueOf(core, sold))?.retryAt;
    expect(planned).toBeInstanceOf(Date);
    await database.db.query(
      `UPDATE test_provider.method t SET card = '4242424242424242'
       FROM payment_method m WHERE m.preorder_id = $1 AND t.ref = m.method_ref`,
      [sold.preorderId],
    );
    await releaseAll(core, sold.offer, 2);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }, { state: 'released' }]);
    expect(await dueOf(core, sold)).toMatchObject({ retryAt: planned });
    await shiftTo(planned ?? new Date());
    await retryCharges(core);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'released' }, { state: 'released' }]);
  });

  test('asks the shopper after the last retry, and reminds them once a day before the deadline', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    for (let due = await dueOf(core, sold); due?.retryAt; due = await dueOf(core, sold)) {
      await shiftTo(due.retryAt);
      await retryCharges(core);
    }
    expect(await dueOf(core, sold)).toMatchObject({ retryAt: null, reason: 'card_declined' });
    const told = (await outboxOf(core, sold, 'payment.needed')).length;
    expect(told).toBe(2);
    const deadline = (await dueOf(core, sold))?.deadline.getTime() ?? 0;
    await shiftTo(new Date(deadline - 5 * HOUR * 1_000));
    await remindOfDeadlines(core);
    await remindOfDeadlines(core);
    const reminders = (await outboxOf(core, sold, 'payment.needed')).slice(told);
    expect(reminders).toEqual([{ paymentDueId: (await dueOf(core, sold))?.id, reminder: true }]);
  });
});

test('another address is asked for what is due, with a link that works and the whole time to pay', async () => {
  const sold = await sellAndRelease(core, { card: 'charge_declined' });
  const told = (await outboxOf(core, sold, 'payment.needed')).length;
  await shiftClock(database.db, 5 * DAY);
  const before = await dueOf(core, sold);
  await changeContact(core, { ...sold, email: 'grace@shopper.example', by: 'Bo' });
  const after = await dueOf(core, sold);
  expect((after?.deadline.getTime() ?? 0) - (before?.deadline.getTime() ?? 0)).toBeCloseTo(5 * DAY * 1_000, -5);
  expect((await outboxOf(core, sold, 'payment.needed')).slice(told)).toEqual([{ paymentDueId: after?.id }]);
  await shiftClock(database.db, 6 * DAY);
  await cancelUnpaid(core);
  expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }]);
  await shiftClock(database.db, 2 * DAY);
  await cancelUnpaid(core);
  expect(await moneyOf(core, sold)).toMatchObject([{ state: 'cancelled' }]);
});

describe('a charge that needs the shopper’s authentication', () => {
  test('is not retried, and the link leads through the second step', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_second_step' });
    expect(await dueOf(core, sold)).toMatchObject({ reason: 'authentication_required', retryAt: null, tries: 1 });
    const asked = await payByLink(core, sold, { card: 'charge_second_step' });
    if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
    await core.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
    expect(await payByLink(core, sold, { card: 'charge_second_step' })).toEqual({ kind: 'completed' });
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });
});

describe('after the deadline', () => {
  test('cancels the unpaid line items, refunds the deposit and returns the units', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined', quantity: 2, allocation: 2 });
    await shiftClock(database.db, 7 * DAY - HOUR);
    await cancelUnpaid(core);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }, { state: 'payment_due' }]);
    await shiftClock(database.db, 2 * HOUR);
    await cancelUnpaid(core);
    await runJobs(core, sold.storeId);
    for (const { state, paid, refunded, cancelReason } of (await preorderOf(core, sold)).lines) {
      expect([state, cancelReason, paid - refunded]).toEqual(['cancelled', 'payment', 0]);
    }
    expect(await duesOf(core, sold)).toMatchObject([{ outcome: 'cancelled' }]);
    const [unit] = await database.db.query('SELECT held, sold FROM unit WHERE store_id = $1', [sold.storeId]);
    expect(unit).toEqual({ held: 0, sold: 0 });
    await retryCharges(core);
    await cancelUnpaid(core);
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed', 'refund done']);
  });

  test('keeps a deposit that was sold as kept', async () => {
    const plan = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false } as const;
    const sold = await sellAndRelease(core, { card: 'charge_declined', plan });
    await shiftClock(database.db, 8 * DAY);
    await cancelUnpaid(core);
    await runJobs(core, sold.storeId);
    expect(await preorderOf(core, sold)).toMatchObject({
      lines: [{ state: 'cancelled', kept: FIRST, paid: FIRST, refunded: 0 }],
    });
  });

  test('keeps the place of a shopper whose payment succeeds at that moment', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const asked = await payByLink(core, sold, { card: 'second_step' });
    if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
    await core.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
    await shiftClock(database.db, 8 * DAY);
    await cancelUnpaid(core);
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('ends an open second step first, so that it cannot pay afterwards', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const asked = await payByLink(core, sold, { card: 'second_step' });
    if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
    await shiftClock(database.db, 8 * DAY);
    await cancelUnpaid(core);
    const late = await core.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
    expect(late.status).toBe('cancelled');
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
  });
});

describe('a line item with a failed charge', () => {
  test('is refunded by the attempt that took its money when it is cancelled', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const { storeId, preorderId } = sold;
    await cancelLines(core, { storeId, preorderId, lineIds: null, reason: 'merchant' });
    expect(await dueOf(core, sold)).toBeNull();
    await moveMoney(core, storeId, preorderId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
  });

  test('is refunded in two parts when it was paid in two, the newer part first', async () => {
    const sold = await sellAndRelease(core, {});
    const { storeId, preorderId } = sold;
    await cancelLines(core, { storeId, preorderId, lineIds: null });
    await moveMoney(core, storeId, preorderId);
    const refunds = await database.db.query(
      `SELECT amount FROM movement WHERE preorder_id = $1 AND kind = 'refund' ORDER BY created_at`,
      [preorderId],
    );
    expect(refunds).toEqual([{ amount: REST }, { amount: FIRST }]);
  });
});
