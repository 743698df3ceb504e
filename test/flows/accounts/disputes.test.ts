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
import { dueOf, moneyOf, outboxOf, type Sold, sell, sellAndRelease } from '../../support/charges.ts';
import { createTestDatabase } from '../../support/database.ts';
import { dispute, queueOfThree } from '../../support/disputes.ts';
import {
  arrive,
  cancelAll,
  finishRelease,
  firstBatch,
  runJobs,
  startReleaseOf,
  statesOf,
  unitsOf,
} from '../../support/release.ts';
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

const sellToThree = () => queueOfThree(engine);
const waitOf = (sold: Sold) => readDisputeWait(engine.db, sold);
const alertsOf = async ({ storeId }: Pick<Sold, 'storeId'>) =>
  (await listAlerts(engine.db, storeId, { resolved: false })).map(({ code }) => code);
const step = (storeId: string, releaseId: string) => stepRelease(engine, { storeId, releaseId });

async function releaseOf(offer: Offer, counted: number): Promise<string> {
  await arrive(engine, offer, counted);
  const releaseId = (await startReleaseOf(engine, offer)) ?? '';
  await finishRelease(engine, offer, releaseId);
  return releaseId;
}

/** A resting release takes its next step ten seconds later. */
async function stepAfterRest(offer: Offer, releaseId: string): Promise<void> {
  await shiftClock(database.db, 11);
  await finishRelease(engine, offer, releaseId);
}

describe('an open dispute', () => {
  test('keeps the unit of its line item and passes it over, and the release goes on once the dispute is won', async () => {
    const { offer, references, first } = await sellToThree();
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
    await stepAfterRest(offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['placed', 'released', 'placed']);
    await one.is('won');
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
    await stepAfterRest(offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['released', 'released', 'placed']);
    expect(await moneyOf(engine, first)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await readRelease(engine.db, offer.storeId, releaseId)).toMatchObject({ state: 'done', disputed: 0 });
  });

  test.each(['warning', 'closed'] as const)(
    'counts an inquiry of the bank as a dispute while it is open (now %s)',
    async (state) => {
      const sold = await sell(engine, {});
      const one = await dispute(engine, sold, { state: 'warning' });
      await one.is(state);
      expect(await waitOf(sold)).toEqual(state === 'warning' ? { reason: 'open', since: expect.any(Date) } : null);
    },
  );

  test('delays the charge of a released line item without holding up the release', async () => {
    const sold = await sell(engine, {});
    await arrive(engine, sold.offer, 1);
    const releaseId = (await startReleaseOf(engine, sold.offer)) ?? '';
    await step(sold.storeId, releaseId);
    const one = await dispute(engine, sold);
    await runJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: FIRST, refunded: 0 }]);
    expect(await readRelease(engine.db, sold.storeId, releaseId)).toMatchObject({ disputed: 1, moving: 0, ordered: 0 });
    expect(await step(sold.storeId, releaseId)).toBe('ended');
    await one.is('won');
    expect(await outboxOf(engine, sold, 'money.due')).not.toEqual([]);
    await runJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await readRelease(engine.db, sold.storeId, releaseId)).toMatchObject({ disputed: 0, paid: 1, ordered: 1 });
  });

  test('blocks a release by hand until the merchant lets the pre-order go on', async () => {
    const sold = await sell(engine, {});
    await dispute(engine, sold);
    const release = () => advanceLines(engine, { ...sold, to: 'released', lineIds: null });
    await expect(release()).rejects.toMatchObject({ code: 'preorder_disputed' });
    await goOnDespiteDispute(engine, sold);
    await release();
    await runJobs(engine, sold.storeId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('stops retries, reminders and the deadline of a failed charge, and leaves 48 hours after it', async () => {
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
    expect(await outboxOf(engine, sold, 'payment.needed')).toHaveLength(1);
    await one.is('won');
    expect((await dueOf(engine, sold))?.msLeft).toBeGreaterThan(47 * 3_600_000);
    await cancelUnpaid(engine);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'payment_due' }]);
    await shiftClock(database.db, 49 * 3_600);
    await cancelUnpaid(engine);
    expect(await moneyOf(engine, sold)).toMatchObject([{ state: 'cancelled' }]);
    await runJobs(engine, sold.storeId);
  });

  test('makes us ask the provider again after a day, in case its message was lost', async () => {
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

test('keeps the alert of a second dispute when the first one ends', async () => {
  const sold = await sell(engine, {});
  const one = await dispute(engine, sold, { amount: 1_000 });
  await shiftClock(database.db, 1);
  const other = await dispute(engine, sold, { amount: 500 });
  await one.is('won');
  expect(await alertsOf(sold)).toEqual(['payment_disputed']);
  await other.is('won');
  expect(await alertsOf(sold)).toEqual([]);
});

test('does not open a dispute again for a state that is older than its end', async () => {
  const sold = await sell(engine, {});
  const one = await dispute(engine, sold);
  await one.is('won');
  await one.is('under_review'); // read before the end, written after it
  expect(await waitOf(sold)).toBeNull();
  expect(await alertsOf(sold)).toEqual([]);
});

test('asks the provider again after a day also when the pre-order goes on in spite of the dispute', async () => {
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

describe('a lost dispute', () => {
  test('gives the unit to the next in line, charges nothing and waits for the merchant', async () => {
    const { offer, references, first } = await sellToThree();
    const one = await dispute(engine, first);
    const releaseId = await releaseOf(offer, 2);
    await one.is('lost');
    await one.is('lost'); // the provider tells it twice
    expect(await waitOf(first)).toMatchObject({ reason: 'lost' });
    expect(await alertsOf(first)).toEqual(['dispute_lost']);
    await stepAfterRest(offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['placed', 'released', 'released']);
    expect(await readRelease(engine.db, offer.storeId, releaseId)).toMatchObject({ state: 'done', disputed: 0 });
    expect(await moneyOf(engine, first)).toEqual([{ state: 'placed', paid: FIRST, refunded: FIRST }]);
    const batchId = await firstBatch(engine, offer);
    const preview = await previewRelease(engine, { storeId: offer.storeId, batchId }, null);
    expect(preview.leftOut).toMatchObject([{ reference: references[0], waits: 'lost' }]);

    await cancelAll(engine, offer, references[0] ?? '');
    await runJobs(engine, offer.storeId);
    expect(await moneyOf(engine, first), 'a refund repeats what the bank took').toEqual([
      { state: 'cancelled', paid: FIRST, refunded: FIRST },
    ]);
    await recheckBlockingDisputes(engine);
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
  });

  test('releases after go-on, and charges no more than what was left to charge', async () => {
    const { offer, references, first } = await sellToThree();
    const one = await dispute(engine, first);
    await goOnDespiteDispute(engine, first);
    expect(await waitOf(first)).toBeNull();
    await one.is('lost');
    expect(await waitOf(first), 'the merchant’s answer to the open dispute was taken for the lost one').toMatchObject({
      reason: 'lost',
    });
    await goOnDespiteDispute(engine, first);
    await one.is('lost');
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
    await releaseOf(offer, 3);
    expect(await statesOf(engine, offer, references)).toEqual(['released', 'released', 'released']);
    expect(await moneyOf(engine, first)).toEqual([{ state: 'released', paid: TOTAL, refunded: FIRST }]);
    expect(await unitsOf(engine, offer)).toMatchObject({ arrived: 3, released: 3 });
  });

  test('holds up no release for what is unpaid of its line item', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_now' } });
    const owe = (state: string, from: string | null) =>
      engine.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [
        sold.preorderId,
        state,
        from,
      ]);
    await owe('payment_due', 'placed');
    await arrive(engine, sold.offer, 1);
    const releaseId = (await startReleaseOf(engine, sold.offer)) ?? '';
    expect(await step(sold.storeId, releaseId)).toBe('resting');
    await dispute(engine, sold, { state: 'lost' });
    expect(await step(sold.storeId, releaseId)).toBe('ended');
    await owe('placed', null);
  });

  test('of a part lets the rest be refunded on cancellation', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_now' }, quantity: 2 });
    const before = await moneyOf(engine, sold);
    const paid = before.reduce((sum, line) => sum + line.paid, 0);
    await dispute(engine, sold, { state: 'lost', amount: 5_001 });
    const lines = await moneyOf(engine, sold);
    expect(lines.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(5_001);
    await cancelLines(engine, { ...sold, lineIds: null });
    await runJobs(engine, sold.storeId);
    expect((await moneyOf(engine, sold)).reduce((sum, { refunded }) => sum + refunded, 0)).toBe(paid);
  });

  test('of more than was paid takes what was paid', async () => {
    const sold = await sell(engine, { plan: { plan: 'pay_now' } });
    await dispute(engine, sold, { state: 'lost', amount: 1_000_000 });
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: TOTAL }]);
  });

  test('of a line item that was sent is booked, and nothing waits', async () => {
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
