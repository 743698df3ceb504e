import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { remindOfDeadlines, retryCharges } from '../../../src/core/payments/jobs.ts';
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
import { stageEngine } from '../../support/engine-stage.ts';
import { releaseAll, runJobs } from '../../support/release.ts';
import { shiftClock } from '../../support/shop.ts';

// A jacket of 129.00 and delivery of 4.90 cost 133.90. A fifth of it is the deposit.
const TOTAL = 13_390;
const FIRST = 2_678;
const REST = TOTAL - FIRST;
const HOUR = 3_600;
const DAY = 24 * HOUR;

const { database, engine } = await stageEngine();
beforeEach(() => database.db.query('DELETE FROM clock_shift'));
afterAll(async () => {
  const stores = await database.db.query<{ id: string }>('SELECT id FROM store');
  for (const { id } of stores) await runJobs(engine, id);
  await expectSoundBooks(database.db);
});

describe('the balance', () => {
  test('is charged to the card that paid the deposit, once its line item is released', async () => {
    const sold = await sell(engine, { quantity: 2 });
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'placed' }, { state: 'placed' }]);
    const before = await preorderOf(engine, sold);
    expect(before.lines.map(({ paid, dueNow }) => paid - dueNow)).toEqual([0, 0]);
    await releaseAll(engine, sold.offer, 2);
    for (const { state, paid, total } of (await preorderOf(engine, sold)).lines) {
      expect([state, paid]).toEqual(['released', total]);
    }
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge done']);
    const [charged] = (await outboxOf(engine, sold, 'money.moved')).slice(-1);
    expect(charged).toMatchObject({ kind: 'charge', state: 'done' });
  });

  test('is the whole price when everything is paid later', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_later' } });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'placed', paid: 0, refunded: 0 }]);
    await releaseAll(engine, sold.offer, 1);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
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
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'payment_due', paid: FIRST, refunded: 0 }]);
    const due = await dueOf(engine, sold);
    expect(due).toMatchObject({ tries: 1, reason: 'card_declined' });
    const hours = ((due?.retryAt?.getTime() ?? 0) - (due?.since.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBeGreaterThan(17.9);
    expect(hours).toBeLessThan(30.1);
    expect((due?.deadline.getTime() ?? 0) - (due?.since.getTime() ?? 0)).toBe(7 * DAY * 1_000);
    expect(await outboxOf(engine, sold, 'payment.needed')).toEqual([{ paymentDueId: due?.id }]);
    await moveMoney(engine, sold.storeId, sold.preorderId); // no retry is due yet
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed']);

    await shiftClock(database.db, 31 * HOUR);
    await retryCharges(engine);
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed', 'charge failed']);
    expect(await dueOf(engine, sold)).toMatchObject({ tries: 2 });
    expect(await outboxOf(engine, sold, 'payment.needed')).toHaveLength(1);
  });

  test('ends its object at the provider before the next one is made', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    await shiftClock(database.db, 31 * HOUR);
    await retryCharges(engine);
    const objects = await database.db.query(
      `SELECT t.status, a.state FROM attempt a JOIN test_provider.payment t ON t.ref = a.provider_ref
       WHERE a.preorder_id = $1`,
      [sold.preorderId],
    );
    expect(objects).toEqual(Array(2).fill({ status: 'cancelled', state: 'cancelled' }));
  });

  test('is paid by the link once, and the line item returns to its place', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    expect(await owedOf(engine, sold)).toBe(REST);
    expect(await payByLink(engine, sold)).toEqual({ kind: 'completed' });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await duesOf(engine, sold)).toMatchObject([{ outcome: 'paid', retryAt: null }]);
    const moved = await outboxOf(engine, sold, 'lines.moved');
    expect(moved.at(-1)).toMatchObject({ to: 'released', from: 'payment_due' });
    expect(await payByLink(engine, sold)).toEqual({ kind: 'completed' }); // the second visit finds nothing due
    await shiftClock(database.db, 31 * HOUR);
    await retryCharges(engine);
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed', 'capture done']);
  });

  test('is charged at once to another card that the shopper gives', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    expect(await payByLink(engine, sold, { purpose: 'card' })).toEqual({ kind: 'completed' });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
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
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    await payByLink(engine, sold, { purpose: 'card', card: 'charge_declined' });
    expect(await dueOf(engine, sold)).toMatchObject({ tries: 2, retryAt: expect.any(Date) });
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
  });

  test('keeps its planned retry when another line item of the pre-order is charged', async () => {
    const sold = await sell(engine, { card: 'charge_declined', quantity: 2 });
    await releaseAll(engine, sold.offer, 1);
    const planned = (await dueOf(engine, sold))?.retryAt;
    expect(planned).toBeInstanceOf(Date);
    await database.db.query(
      `UPDATE test_provider.method t SET card = '4242424242424242'
       FROM payment_method m WHERE m.preorder_id = $1 AND t.ref = m.method_ref`,
      [sold.preorderId],
    );
    await releaseAll(engine, sold.offer, 2);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'payment_due' }, { state: 'released' }]);
    expect(await dueOf(engine, sold)).toMatchObject({ retryAt: planned });
    await shiftTo(planned ?? new Date());
    await retryCharges(engine);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'released' }, { state: 'released' }]);
  });

  test('asks the shopper after the last retry, and reminds them once a day before the deadline', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    for (let due = await dueOf(engine, sold); due?.retryAt; due = await dueOf(engine, sold)) {
      await shiftTo(due.retryAt);
      await retryCharges(engine);
    }
    expect(await dueOf(engine, sold)).toMatchObject({ retryAt: null, reason: 'card_declined' });
    const told = (await outboxOf(engine, sold, 'payment.needed')).length;
    expect(told).toBe(2);
    const deadline = (await dueOf(engine, sold))?.deadline.getTime() ?? 0;
    await shiftTo(new Date(deadline - 5 * HOUR * 1_000));
    await remindOfDeadlines(engine);
    await remindOfDeadlines(engine);
    const reminders = (await outboxOf(engine, sold, 'payment.needed')).slice(told);
    expect(reminders).toEqual([{ paymentDueId: (await dueOf(engine, sold))?.id, reminder: true }]);
  });
});

describe('a charge that needs the shopper’s authentication', () => {
  test('is not retried, and the link leads through the second step', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_second_step' });
    expect(await dueOf(engine, sold)).toMatchObject({ reason: 'authentication_required', retryAt: null, tries: 1 });
    const asked = await payByLink(engine, sold, { card: 'charge_second_step' });
    if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
    await engine.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
    expect(await payByLink(engine, sold, { card: 'charge_second_step' })).toEqual({ kind: 'completed' });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });
});

describe('after the deadline', () => {
  test('cancels the unpaid line items, refunds the deposit and returns the units', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined', quantity: 2, allocation: 2 });
    await shiftClock(database.db, 7 * DAY - HOUR);
    await cancelUnpaid(engine);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'payment_due' }, { state: 'payment_due' }]);
    await shiftClock(database.db, 2 * HOUR);
    await cancelUnpaid(engine);
    await runJobs(engine, sold.storeId);
    for (const { state, paid, refunded, cancelReason } of (await preorderOf(engine, sold)).lines) {
      expect([state, cancelReason, paid - refunded]).toEqual(['cancelled', 'payment', 0]);
    }
    expect(await duesOf(engine, sold)).toMatchObject([{ outcome: 'cancelled' }]);
    const [unit] = await database.db.query('SELECT held, sold FROM unit WHERE store_id = $1', [sold.storeId]);
    expect(unit).toEqual({ held: 0, sold: 0 });
    await retryCharges(engine);
    await cancelUnpaid(engine);
    expect(await kindsOf(sold)).toEqual(['capture done', 'charge failed', 'refund done']);
  });

  test('keeps a deposit that was sold as kept', async () => {
    const plan = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false } as const;
    const sold = await sellAndRelease(engine, { card: 'charge_declined', plan });
    await shiftClock(database.db, 8 * DAY);
    await cancelUnpaid(engine);
    await runJobs(engine, sold.storeId);
    expect(await preorderOf(engine, sold)).toMatchObject({
      lines: [{ state: 'cancelled', kept: FIRST, paid: FIRST, refunded: 0 }],
    });
  });

  test('keeps the place of a shopper whose payment succeeds at that moment', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    const asked = await payByLink(engine, sold, { card: 'second_step' });
    if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
    await engine.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
    await shiftClock(database.db, 8 * DAY);
    await cancelUnpaid(engine);
    await runJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('ends an open second step first, so that it cannot pay afterwards', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    const asked = await payByLink(engine, sold, { card: 'second_step' });
    if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
    await shiftClock(database.db, 8 * DAY);
    await cancelUnpaid(engine);
    const late = await engine.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
    expect(late.status).toBe('cancelled');
    await runJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
  });
});

describe('a line item with a failed charge', () => {
  test('is refunded by the attempt that took its money when it is cancelled', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    const { storeId, preorderId } = sold;
    await cancelLines(engine, { storeId, preorderId, lineIds: null, reason: 'merchant' });
    expect(await dueOf(engine, sold)).toBeNull();
    await moveMoney(engine, storeId, preorderId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
  });

  test('is refunded in two parts when it was paid in two, the newer part first', async () => {
    const sold = await sellAndRelease(engine, {});
    const { storeId, preorderId } = sold;
    await cancelLines(engine, { storeId, preorderId, lineIds: null });
    await moveMoney(engine, storeId, preorderId);
    const refunds = await database.db.query(
      `SELECT amount FROM movement WHERE preorder_id = $1 AND kind = 'refund' ORDER BY created_at`,
      [preorderId],
    );
    expect(refunds).toEqual([{ amount: REST }, { amount: FIRST }]);
  });
});
