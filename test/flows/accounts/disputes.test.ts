import { afterAll, describe, expect, test } from 'vitest';
import { goOnDespiteDispute } from '../../../src/core/accounts/commands/dispute.ts';
import {
  recheckBlockingDisputes,
  recheckNonBlockingDisputes,
} from '../../../src/core/accounts/commands/dispute-wait.ts';
import { readDisputeWait } from '../../../src/core/accounts/queries/disputes.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { remindOfDeadlines, retryCharges } from '../../../src/core/payments/jobs.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import { previewRelease } from '../../../src/core/releases/queries/preview.ts';
import { readRelease } from '../../../src/core/releases/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { dueOf, moneyOf, type Sold, sell, sellAndRelease, toldOf } from '../../support/charges.ts';
import { createTestDatabase } from '../../support/database.ts';
import { dispute, queueOfThree } from '../../support/disputes.ts';
import { arrive, cancelAll, doJobs, firstBatch, runOut, start, statesOf, unitsOf } from '../../support/release.ts';
import { createEngine, type Offer, shiftClock } from '../../support/shop.ts';

const TOTAL = 13_390;
const FIRST = 2_678;

const database = await createTestDatabase();
const engine = createEngine(database.db);
afterAll(async () => {
  await expectSoundBooks(database.db, false);
  await engine.stop();
  await database.drop();
});

const threeWait = () => queueOfThree(engine);
const waitOf = (sold: Sold) => readDisputeWait(engine.db, sold);
const alertsOf = async ({ storeId }: Pick<Sold, 'storeId'>) =>
  (await listAlerts(engine.db, storeId, { resolved: false })).map(({ code }) => code);
const step = (storeId: string, releaseId: string) => stepRelease(engine, { storeId, releaseId });

async function releaseOf(offer: Offer, counted: number): Promise<string> {
  await arrive(engine, offer, counted);
  const releaseId = (await start(engine, offer)) ?? '';
  await runOut(engine, offer, releaseId);
  return releaseId;
}

/** A release that rests looks again ten seconds later. */
async function lookAgain(offer: Offer, releaseId: string): Promise<void> {
  await shiftClock(database.db, 11);
  await runOut(engine, offer, releaseId);
}

describe('while a payment is disputed', () => {
  test('its line item keeps its unit and is passed over; when it is won the release goes on by itself', async () => {
    const { offer, references, first } = await threeWait();
    const one = await dispute(engine, first);
    expect(await alertsOf(first)).toEqual(['payment_disputed']);
    const batchId = await firstBatch(engine, offer);
    await arrive(engine, offer, 2);
    const preview = await previewRelease(engine, { storeId: offer.storeId, batchId }, null);
    expect(preview.kept).toMatchObject([{ reference: references[0], dispute: 'needs_response', waits: 'open' }]);
    expect(preview.lines.map(({ reference }) => reference)).toEqual([references[1]]);

    const releaseId = await releaseOf(offer, 2);
    expect(await statesOf(engine, offer, references)).toEqual(['placed', 'released', 'placed']);
    expect(await step(offer.storeId, releaseId)).toBe('resting');
    expect(await readRelease(engine.db, offer.storeId, releaseId)).toMatchObject({
      state: 'running',
      disputed: 1,
      moving: 0,
    });
    expect(await moneyOf(engine, first)).toEqual([{ state: 'placed', paid: FIRST, refunded: 0 }]);

    await one.is('under_review');
    await lookAgain(offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['placed', 'released', 'placed']);
    await one.is('won');
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
    await lookAgain(offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['released', 'released', 'placed']);
    expect(await moneyOf(engine, first)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await readRelease(engine.db, offer.storeId, releaseId)).toMatchObject({ state: 'done', disputed: 0 });
  });

  test.each(['warning', 'closed'] as const)(
    'a bank that only asks (now %s) is a dispute as long as it does',
    async (state) => {
      const sold = await sell(engine, {});
      const one = await dispute(engine, sold, { state: 'warning' });
      await one.is(state);
      expect(await waitOf(sold)).toEqual(state === 'warning' ? { reason: 'open', since: expect.any(Date) } : null);
    },
  );

  test('what is released already is not charged, holds up no release, and is charged when it is over', async () => {
    const sold = await sell(engine, {});
    await arrive(engine, sold.offer, 1);
    const releaseId = (await start(engine, sold.offer)) ?? '';
    await step(sold.storeId, releaseId);
    const one = await dispute(engine, sold);
    await doJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: FIRST, refunded: 0 }]);
    expect(await readRelease(engine.db, sold.storeId, releaseId)).toMatchObject({ disputed: 1, moving: 0, ordered: 0 });
    expect(await step(sold.storeId, releaseId)).toBe('ended');
    await one.is('won');
    expect(await toldOf(engine, sold, 'money.due')).not.toEqual([]);
    await doJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await readRelease(engine.db, sold.storeId, releaseId)).toMatchObject({ disputed: 0, paid: 1, ordered: 1 });
  });

  test('nothing is released by hand, unless a person says that it goes on', async () => {
    const sold = await sell(engine, {});
    await dispute(engine, sold);
    const release = () => advanceLines(engine, { ...sold, to: 'released', lineIds: null });
    await expect(release()).rejects.toMatchObject({ code: 'preorder_disputed' });
    await goOnDespiteDispute(engine, sold);
    await release();
    await doJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('a failed charge is not tried again, nobody is hurried, and no place is given away; then there is time', async () => {
    const sold = await sellAndRelease(engine, { card: 'charge_declined' });
    const one = await dispute(engine, sold);
    for (let day = 0; day < 9; day += 1) {
      await shiftClock(database.db, 86_400);
      await retryCharges(engine);
      await remindOfDeadlines(engine);
      await cancelUnpaid(engine);
    }
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
    expect(await dueOf(engine, sold)).toMatchObject({ tries: 1, endedAt: null });
    expect(await toldOf(engine, sold, 'payment.needed')).toHaveLength(1);
    await one.is('won');
    expect((await dueOf(engine, sold))?.msLeft).toBeGreaterThan(47 * 3_600_000);
    await cancelUnpaid(engine);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'payment_due' }]);
    await shiftClock(database.db, 49 * 3_600);
    await cancelUnpaid(engine);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'cancelled' }]);
    await doJobs(engine, sold.storeId);
  });

  test('the provider is asked again after a day, should its message be lost', async () => {
    const sold = await sell(engine, {});
    await dispute(engine, sold);
    const asked = () =>
      engine.db.query(`SELECT 1 FROM outbox WHERE store_id = $1 AND topic = 'dispute.changed'`, [sold.storeId]);
    await recheckBlockingDisputes(engine);
    expect(await asked()).toEqual([]);
    await shiftClock(database.db, 86_400);
    await recheckBlockingDisputes(engine);
    await recheckBlockingDisputes(engine);
    expect(await asked()).toHaveLength(1);
  });
});

test('of two disputes the end of one leaves the alert of the other', async () => {
  const sold = await sell(engine, {});
  const one = await dispute(engine, sold, { amount: 1_000 });
  await shiftClock(database.db, 1);
  const other = await dispute(engine, sold, { amount: 500 });
  await one.is('won');
  expect(await alertsOf(sold)).toEqual(['payment_disputed']);
  await other.is('won');
  expect(await alertsOf(sold)).toEqual([]);
});

test('what the provider said before a dispute ended does not open it again', async () => {
  const sold = await sell(engine, {});
  const one = await dispute(engine, sold);
  await one.is('won');
  await one.is('under_review'); // asked for before, written down after it
  expect(await waitOf(sold)).toBeNull();
  expect(await alertsOf(sold)).toEqual([]);
});

test('the provider is asked again as well where a pre-order goes on in spite of it, so that its end is known', async () => {
  const sold = await sell(engine, {});
  await dispute(engine, sold);
  await goOnDespiteDispute(engine, sold);
  const asked = () =>
    engine.db.query(`SELECT 1 FROM outbox WHERE store_id = $1 AND topic = 'dispute.changed'`, [sold.storeId]);
  await recheckNonBlockingDisputes(engine);
  expect(await asked()).toEqual([]);
  await shiftClock(database.db, 86_400);
  await recheckNonBlockingDisputes(engine);
  expect(await asked()).toHaveLength(1);
});

describe('a dispute that is lost', () => {
  test('keeps no unit: the next in line has it, nothing is charged, and a person decides', async () => {
    const { offer, references, first } = await threeWait();
    const one = await dispute(engine, first);
    const releaseId = await releaseOf(offer, 2);
    await one.is('lost');
    await one.is('lost'); // told twice
    expect(await waitOf(first)).toMatchObject({ reason: 'lost' });
    expect(await alertsOf(first)).toEqual(['dispute_lost']);
    await lookAgain(offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['placed', 'released', 'released']);
    expect(await readRelease(engine.db, offer.storeId, releaseId)).toMatchObject({ state: 'done', disputed: 0 });
    expect(await moneyOf(engine, first)).toEqual([{ state: 'placed', paid: FIRST, refunded: FIRST }]);
    const batchId = await firstBatch(engine, offer);
    const preview = await previewRelease(engine, { storeId: offer.storeId, batchId }, null);
    expect(preview.leftOut).toMatchObject([{ reference: references[0], waits: 'lost' }]);

    await cancelAll(engine, offer, references[0] ?? '');
    await doJobs(engine, offer.storeId);
    expect(await moneyOf(engine, first), 'what the bank took is not given back once more').toEqual([
      { state: 'cancelled', paid: FIRST, refunded: FIRST },
    ]);
    await recheckBlockingDisputes(engine);
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
  });

  test('that goes on all the same is released, and charged no more than what was left to charge', async () => {
    const { offer, references, first } = await threeWait();
    const one = await dispute(engine, first);
    await goOnDespiteDispute(engine, first);
    expect(await waitOf(first)).toBeNull();
    await one.is('lost');
    expect(await waitOf(first), 'that it is lost is another thing to decide about').toMatchObject({ reason: 'lost' });
    await goOnDespiteDispute(engine, first);
    await one.is('lost');
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
    await releaseOf(offer, 3);
    expect(await statesOf(engine, offer, references)).toEqual(['released', 'released', 'released']);
    expect(await moneyOf(engine, first)).toEqual([{ state: 'released', paid: TOTAL, refunded: FIRST }]);
    expect(await unitsOf(engine, offer)).toMatchObject({ arrived: 3, released: 3 });
  });

  test('keeps no release waiting for what is not paid of it', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_now' } });
    const owe = (state: string, from: string | null) =>
      engine.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [
        ...[sold.preorderId, state, from],
      ]);
    await owe('payment_due', 'placed');
    await arrive(engine, sold.offer, 1);
    const releaseId = (await start(engine, sold.offer)) ?? '';
    expect(await step(sold.storeId, releaseId)).toBe('resting');
    await dispute(engine, sold, { state: 'lost' });
    expect(await step(sold.storeId, releaseId)).toBe('ended');
    await owe('placed', null);
  });

  test('of a part is of a part: the rest is given back when it is cancelled', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_now' }, quantity: 2 });
    const before = await moneyOf(engine, sold);
    const paid = before.reduce((sum, line) => sum + line.paid, 0);
    await dispute(engine, sold, { state: 'lost', amount: 5_001 });
    const lines = await moneyOf(engine, sold);
    expect(lines.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(5_001);
    await cancelLines(engine, { ...sold, lineIds: null });
    await doJobs(engine, sold.storeId);
    expect((await moneyOf(engine, sold)).reduce((sum, { refunded }) => sum + refunded, 0)).toBe(paid);
  });

  test('of more than is there takes what is there', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_now' } });
    await dispute(engine, sold, { state: 'lost', amount: 1_000_000 });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: TOTAL }]);
  });

  test('of what is sent is booked, and nobody has to decide anything', async () => {
    const sold = await sellAndRelease(engine, { plan: { plan: 'pay_now' } });
    await advanceLines(engine, { ...sold, to: 'fulfilled', lineIds: null });
    const one = await dispute(engine, sold);
    await one.is('lost');
    await moveMoney(engine, sold.storeId, sold.preorderId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'fulfilled', paid: TOTAL, refunded: TOTAL }]);
    expect(await waitOf(sold)).toBeNull();
    expect(await alertsOf(sold)).toEqual([]);
  });
});
