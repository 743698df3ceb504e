import { afterAll, describe, expect, test } from 'vitest';
import { goOnDespiteDispute } from '../../../src/core/accounts/commands/dispute.ts';
import { recheckWaits } from '../../../src/core/accounts/commands/follow-waits.ts';
import { readWait } from '../../../src/core/accounts/queries/disputes.ts';
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
import { createCore, type Offer, shiftClock } from '../../support/core.ts';
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

const TOTAL = 13_390;
const FIRST = 2_678;

const database = await createTestDatabase();
const core = createCore(database.db);
afterAll(async () => {
  await expectSoundBooks(database.db, false);
  await core.stop();
  await database.drop();
});

const sellToThree = () => queueOfThree(core);
const waitOf = (sold: Sold) => readWait(core.db, sold);
const alertsOf = async ({ storeId }: Pick<Sold, 'storeId'>) =>
  (await listAlerts(core.db, storeId, { resolved: false })).map(({ code }) => code);
const step = (storeId: string, releaseId: string) => stepRelease(core, { storeId, releaseId });

async function releaseOf(offer: Offer, counted: number): Promise<string> {
  await arrive(core, offer, counted);
  const releaseId = (await startReleaseOf(core, offer)) ?? '';
  await finishRelease(core, offer, releaseId);
  return releaseId;
}

/** A resting release takes its next step ten seconds later. */
async function stepAfterRest(offer: Offer, releaseId: string): Promise<void> {
  await shiftClock(database.db, 11);
  await finishRelease(core, offer, releaseId);
}

describe('an open dispute', () => {
  test('keeps the unit of its line item and passes it over, and the release goes on once the dispute is won', async () => {
    const { offer, references, first } = await sellToThree();
    const one = await dispute(core, first);
    expect(await alertsOf(first)).toEqual(['payment_disputed']);
    const batchId = await firstBatch(core, offer);
    await arrive(core, offer, 2);
    const preview = await previewRelease(core, { storeId: offer.storeId, batchId }, null);
    expect(preview.kept).toMatchObject([{ reference: references[0], dispute: 'needs_response', waits: 'open' }]);
    expect(preview.lines.map(({ reference }) => reference)).toEqual([references[1]]);

    const releaseId = await releaseOf(offer, 2);
    expect(await statesOf(core, offer, references)).toEqual(['placed', 'released', 'placed']);
    expect(await step(offer.storeId, releaseId)).toBe('resting');
    expect(await readRelease(core.db, offer.storeId, releaseId)).toMatchObject({
      state: 'running',
      disputed: 1,
      moving: 0,
    });
    expect(await moneyOf(core, first)).toEqual([{ state: 'placed', paid: FIRST, refunded: 0 }]);

    await one.is('under_review');
    await stepAfterRest(offer, releaseId);
    expect(await statesOf(core, offer, references)).toEqual(['placed', 'released', 'placed']);
    await one.is('won');
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
    await stepAfterRest(offer, releaseId);
    expect(await statesOf(core, offer, references)).toEqual(['released', 'released', 'placed']);
    expect(await moneyOf(core, first)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await readRelease(core.db, offer.storeId, releaseId)).toMatchObject({ state: 'done', disputed: 0 });
  });

  test.each(['warning', 'closed'] as const)(
    'counts an inquiry of the bank as a dispute while it is open (now %s)',
    async (state) => {
      const sold = await sell(core, {});
      const one = await dispute(core, sold, { state: 'warning' });
      await one.is(state);
      expect(await waitOf(sold)).toEqual(
        state === 'warning' ? { reason: 'open', since: expect.any(Date), withdrawn: false } : null,
      );
    },
  );

  test('delays the charge of a released line item without holding up the release', async () => {
    const sold = await sell(core, {});
    await arrive(core, sold.offer, 1);
    const releaseId = (await startReleaseOf(core, sold.offer)) ?? '';
    await step(sold.storeId, releaseId);
    const one = await dispute(core, sold);
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: FIRST, refunded: 0 }]);
    expect(await readRelease(core.db, sold.storeId, releaseId)).toMatchObject({ disputed: 1, moving: 0, ordered: 0 });
    expect(await step(sold.storeId, releaseId)).toBe('ended');
    await one.is('won');
    expect(await outboxOf(core, sold, 'money.due')).not.toEqual([]);
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    expect(await readRelease(core.db, sold.storeId, releaseId)).toMatchObject({ disputed: 0, paid: 1, ordered: 1 });
  });

  test('blocks a release by hand until the merchant lets the pre-order go on', async () => {
    const sold = await sell(core, {});
    await dispute(core, sold);
    const release = () => advanceLines(core, { ...sold, to: 'released', lineIds: null });
    await expect(release()).rejects.toMatchObject({ code: 'preorder_disputed' });
    await goOnDespiteDispute(core, sold);
    await release();
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('stops retries, reminders and the deadline of a failed charge, and leaves 48 hours after it', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const one = await dispute(core, sold);
    for (let day = 0; day < 9; day += 1) {
      await shiftClock(database.db, 86_400);
      await retryCharges(core);
      await remindOfDeadlines(core);
      await cancelUnpaid(core);
    }
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
    expect(await dueOf(core, sold)).toMatchObject({ tries: 1, endedAt: null });
    expect(await outboxOf(core, sold, 'payment.needed')).toHaveLength(1);
    await one.is('won');
    expect((await dueOf(core, sold))?.msLeft).toBeGreaterThan(47 * 3_600_000);
    await cancelUnpaid(core);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due' }]);
    await shiftClock(database.db, 49 * 3_600);
    await cancelUnpaid(core);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'cancelled' }]);
    await runJobs(core, sold.storeId);
  });

  test('makes us ask the provider again after a day, in case its message was lost', async () => {
    const sold = await sell(core, {});
    await dispute(core, sold);
    const asked = () =>
      core.db.query(`SELECT 1 FROM outbox WHERE store_id = $1 AND topic = 'dispute.changed'`, [sold.storeId]);
    await recheckWaits(core);
    expect(await asked()).toEqual([]);
    await shiftClock(database.db, 86_400);
    await recheckWaits(core);
    await recheckWaits(core);
    expect(await asked()).toHaveLength(1);
  });
});

test('keeps the alert of a second dispute when the first one ends', async () => {
  const sold = await sell(core, {});
  const one = await dispute(core, sold, { amount: 1_000 });
  await shiftClock(database.db, 1);
  const other = await dispute(core, sold, { amount: 500 });
  await one.is('won');
  expect(await alertsOf(sold)).toEqual(['payment_disputed']);
  await other.is('won');
  expect(await alertsOf(sold)).toEqual([]);
});

test('does not open a dispute again for a state that is older than its end', async () => {
  const sold = await sell(core, {});
  const one = await dispute(core, sold);
  await one.is('won');
  await one.is('under_review'); // read before the end, written after it
  expect(await waitOf(sold)).toBeNull();
  expect(await alertsOf(sold)).toEqual([]);
});

describe('a lost dispute', () => {
  test('gives the unit to the next in line, charges nothing and waits for the merchant', async () => {
    const { offer, references, first } = await sellToThree();
    const one = await dispute(core, first);
    const releaseId = await releaseOf(offer, 2);
    await one.is('lost');
    await one.is('lost'); // the provider tells it twice
    expect(await waitOf(first)).toMatchObject({ reason: 'lost' });
    expect(await alertsOf(first)).toEqual(['dispute_lost']);
    await stepAfterRest(offer, releaseId);
    expect(await statesOf(core, offer, references)).toEqual(['placed', 'released', 'released']);
    expect(await readRelease(core.db, offer.storeId, releaseId)).toMatchObject({ state: 'done', disputed: 0 });
    expect(await moneyOf(core, first)).toEqual([{ state: 'placed', paid: FIRST, refunded: FIRST }]);
    const batchId = await firstBatch(core, offer);
    const preview = await previewRelease(core, { storeId: offer.storeId, batchId }, null);
    expect(preview.leftOut).toMatchObject([{ reference: references[0], waits: 'lost' }]);

    await cancelAll(core, offer, references[0] ?? '');
    await runJobs(core, offer.storeId);
    expect(await moneyOf(core, first), 'a refund repeats what the bank took').toEqual([
      { state: 'cancelled', paid: FIRST, refunded: FIRST },
    ]);
    await recheckWaits(core);
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
  });

  test('releases after go-on, and charges no more than what was left to charge', async () => {
    const { offer, references, first } = await sellToThree();
    const one = await dispute(core, first);
    await goOnDespiteDispute(core, first);
    expect(await waitOf(first)).toBeNull();
    await one.is('lost');
    expect(await waitOf(first), 'the merchant’s answer to the open dispute was taken for the lost one').toMatchObject({
      reason: 'lost',
    });
    await goOnDespiteDispute(core, first);
    await one.is('lost');
    expect(await waitOf(first)).toBeNull();
    expect(await alertsOf(first)).toEqual([]);
    await releaseOf(offer, 3);
    expect(await statesOf(core, offer, references)).toEqual(['released', 'released', 'released']);
    expect(await moneyOf(core, first)).toEqual([{ state: 'released', paid: TOTAL, refunded: FIRST }]);
    expect(await unitsOf(core, offer)).toMatchObject({ arrived: 3, released: 3 });
  });

  test('holds up no release for what is unpaid of its line item', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    const owe = (state: string, from: string | null) =>
      core.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [
        sold.preorderId,
        state,
        from,
      ]);
    await owe('payment_due', 'placed');
    await arrive(core, sold.offer, 1);
    const releaseId = (await startReleaseOf(core, sold.offer)) ?? '';
    expect(await step(sold.storeId, releaseId)).toBe('resting');
    await dispute(core, sold, { state: 'lost' });
    expect(await step(sold.storeId, releaseId)).toBe('ended');
    await owe('placed', null);
  });

  test('of a part lets the rest be refunded on cancellation', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' }, quantity: 2 });
    const before = await moneyOf(core, sold);
    const paid = before.reduce((sum, line) => sum + line.paid, 0);
    await dispute(core, sold, { state: 'lost', amount: 5_001 });
    const lines = await moneyOf(core, sold);
    expect(lines.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(5_001);
    await cancelLines(core, { ...sold, lineIds: null });
    await runJobs(core, sold.storeId);
    expect((await moneyOf(core, sold)).reduce((sum, { refunded }) => sum + refunded, 0)).toBe(paid);
  });

  test('of more than was paid takes what was paid', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    await dispute(core, sold, { state: 'lost', amount: 1_000_000 });
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: TOTAL }]);
  });

  test('of a line item that was sent is booked, and nothing waits', async () => {
    const sold = await sellAndRelease(core, { plan: { plan: 'pay_now' } });
    await advanceLines(core, { ...sold, to: 'fulfilled', lineIds: null });
    const one = await dispute(core, sold);
    await one.is('lost');
    await moveMoney(core, sold.storeId, sold.preorderId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'fulfilled', paid: TOTAL, refunded: TOTAL }]);
    expect(await waitOf(sold)).toBeNull();
    expect(await alertsOf(sold)).toEqual([]);
  });
});
