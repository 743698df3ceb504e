import { afterAll, describe, expect, test } from 'vitest';
import { goOnDespiteDispute } from '../../../src/core/accounts/commands/dispute.ts';
import { closeAlert } from '../../../src/core/alerts/commands.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { inspectAttempt } from '../../../src/core/payments/commands/inspect-attempt.ts';
import { listOwedRefunds } from '../../../src/core/payments/queries/owed-refunds.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { prepareOrders } from '../../../src/core/releases/commands/order.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { CommerceError } from '../../../src/integrations/commerce/port.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { placeFrom } from '../../support/buy.ts';
import { moneyOf, outboxOf, preorderOf, type Sold, sell, sellAndRelease } from '../../support/charges.ts';
import { createCore, createOffer } from '../../support/core.ts';
import { createTestDatabase } from '../../support/database.ts';
import { dispute } from '../../support/disputes.ts';
import { arrive, runJobs, startReleaseOf } from '../../support/release.ts';

// Refunds of payments that a bank disputes.

const TOTAL = 13_390;

const database = await createTestDatabase();
let refuseRefunds = false;
let duringRefund: (() => Promise<unknown>) | null = null;
const core = createCore(database.db, (provider) => ({
  ...provider,
  async refund(ref, sum, movementId) {
    await duringRefund?.();
    if (refuseRefunds) throw new ProviderError('refused', 'the charge is disputed');
    return provider.refund(ref, sum, movementId);
  },
}));
afterAll(async () => {
  await expectSoundBooks(database.db, false);
  await core.stop();
  await database.drop();
});

async function ordersOf({ preorderId }: Sold): Promise<number> {
  return (await core.db.query('SELECT 1 FROM store_order WHERE preorder_id = $1', [preorderId])).length;
}

async function paidOf({ preorderId }: Sold) {
  const [attempt] = await core.db.query<{ storeId: string; attemptId: string; ref: string }>(
    `SELECT a.store_id AS "storeId", a.id AS "attemptId", a.provider_ref AS ref
     FROM preorder o JOIN attempt a ON a.id = o.attempt_id WHERE o.id = $1`,
    [preorderId],
  );
  if (!attempt) throw new Error('no attempt of this pre-order');
  return attempt;
}

describe('a refund that the provider refuses because of the dispute', () => {
  const sellWithRefusedRefund = async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    const one = await dispute(core, sold);
    refuseRefunds = true;
    await cancelLines(core, { ...sold, lineIds: null });
    await runJobs(core, sold.storeId);
    refuseRefunds = false;
    expect(await listOwedRefunds(core.db, sold.storeId, 10)).toMatchObject([{ amount: TOTAL }]);
    return { sold, one };
  };

  test('is asked for at once when the dispute is won', async () => {
    const { sold, one } = await sellWithRefusedRefund();
    await one.is('won');
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
    expect(await listOwedRefunds(core.db, sold.storeId, 10)).toEqual([]);
  });

  test('is no longer owed when the dispute is lost', async () => {
    const { sold, one } = await sellWithRefusedRefund();
    await one.is('lost');
    refuseRefunds = true;
    await runJobs(core, sold.storeId);
    refuseRefunds = false;
    expect(await listOwedRefunds(core.db, sold.storeId, 10)).toEqual([]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
  });
});

describe('a dispute that is lost while a refund is under way', () => {
  const loseDuringRefund = async (amount: number) => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    const lines = await core.db.query<{ id: string }>('SELECT id FROM preorder_line WHERE preorder_id = $1', [
      sold.preorderId,
    ]);
    await giveBack(core, { ...sold, lineId: lines[0]?.id ?? '', amount: 1_000, reason: 'A scratch.' });
    duringRefund = async () => {
      duringRefund = null;
      await dispute(core, sold, { state: 'lost', amount });
      refuseRefunds = amount === TOTAL; // nothing is left of the payment
    };
    await runJobs(core, sold.storeId);
    refuseRefunds = false;
    expect(duringRefund).toBeNull();
    return sold;
  };

  test('does not count what the refund gives back', async () => {
    const sold = await loseDuringRefund(3_000);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: 4_000 }]);
    expect(await listOwedRefunds(core.db, sold.storeId, 10)).toEqual([]);
    const [row] = await core.db.query('SELECT given_back AS back FROM preorder_line WHERE preorder_id = $1', [
      sold.preorderId,
    ]);
    expect(row).toEqual({ back: 4_000 });
  });

  test('takes all that was paid', async () => {
    const sold = await loseDuringRefund(TOTAL);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: TOTAL }]);
    expect(await listOwedRefunds(core.db, sold.storeId, 10)).toEqual([]);
  });
});

test('books a lost dispute together with the capture that the books did not know of', async () => {
  const offer = await createOffer(core, { allocation: 10 });
  const reference = await placeFrom(core, offer);
  const { id: preorderId } = await readPreorder(core.db, offer.storeId, reference);
  const sold = { offer, storeId: offer.storeId, preorderId, reference };
  const paid = await paidOf(sold);
  await core.testProvider.byHand.capture(paid.ref, TOTAL);
  await dispute(core, sold, { state: 'lost' });
  expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: 0, refunded: 0 }]);
  await inspectAttempt(core, paid);
  expect(
    await core.db.query("SELECT 1 FROM outbox WHERE topic = 'dispute.changed' AND store_id = $1", [sold.storeId]),
  ).toHaveLength(1);
});

describe('a refund in the dashboard after a partly lost dispute', () => {
  test('is booked up to what was left of the payment, and settles what was owed', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    await dispute(core, sold, { state: 'lost', amount: 5_001 });
    const paid = await paidOf(sold);
    await core.testProvider.byHand.refund(paid.ref, TOTAL);
    await cancelLines(core, { ...sold, lineIds: null });
    await runJobs(core, sold.storeId);
    await inspectAttempt(core, paid);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
    expect(await listOwedRefunds(core.db, sold.storeId, 10)).toEqual([]);
  });

  test('is not booked when the bank has taken the whole payment', async () => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    await dispute(core, sold, { state: 'lost' });
    const paid = await paidOf(sold);
    await core.testProvider.byHand.refund(paid.ref, TOTAL);
    await inspectAttempt(core, paid);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: TOTAL }]);
  });
});

test('makes the order only after go-on when a lost dispute settled the owed refund', async () => {
  const sold = await sell(core, { plan: { plan: 'pay_now' } });
  const [line] = (await preorderOf(core, sold)).lines;
  refuseRefunds = true;
  await giveBack(core, { ...sold, lineId: line?.id ?? '', amount: 500, reason: 'a scratch' });
  await runJobs(core, sold.storeId);
  await arrive(core, sold.offer, 1);
  const releaseId = (await startReleaseOf(core, sold.offer)) ?? '';
  await stepRelease(core, { storeId: sold.storeId, releaseId });
  await runJobs(core, sold.storeId);
  expect(await ordersOf(sold)).toBe(0);
  await dispute(core, sold, { state: 'lost' });
  await runJobs(core, sold.storeId);
  expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: TOTAL }]);
  expect(await ordersOf(sold), 'the order was made although the merchant did not let it go on').toBe(0);
  await goOnDespiteDispute(core, sold);
  expect(await outboxOf(core, sold, 'order.due')).toHaveLength(1);
  await runJobs(core, sold.storeId);
  refuseRefunds = false;
  expect(await ordersOf(sold)).toBe(1);
});

test('tells once of a dispute that is won after it was lost, and keeps the bank’s refund booked', async () => {
  const sold = await sell(core, { plan: { plan: 'pay_now' } });
  const one = await dispute(core, sold, { state: 'lost' });
  const alerts = () => listAlerts(core.db, sold.storeId, { resolved: false });
  await one.is('won');
  const [alert] = await alerts();
  expect(await alerts()).toMatchObject([
    { code: 'dispute_won_after_loss', message: expect.stringContaining(`€133.90 of ${sold.reference}`) },
  ]);
  await closeAlert(core.db, sold.storeId, alert?.id ?? '');
  await one.is('won');
  await runJobs(core, sold.storeId);
  expect(await alerts()).toEqual([]);
  expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: TOTAL, refunded: TOTAL }]);
});

describe('an order made before the dispute', () => {
  const handedOver = async ({ storeId }: Sold) =>
    (await listStoreOrders(core.db, storeId, { limit: 10 })).map(({ state }) => state);

  test('waits for the end of the dispute when the store’s system never got it', async () => {
    const { commerce } = core;
    const put = () => Promise.reject(new CommerceError('unreachable', 'no answer'));
    core.commerce = { ...commerce, put };
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    await arrive(core, sold.offer, 1);
    await stepRelease(core, { storeId: sold.storeId, releaseId: (await startReleaseOf(core, sold.offer)) ?? '' });
    await expect(prepareOrders(core, sold)).rejects.toThrow('no answer');
    core.commerce = commerce;
    const one = await dispute(core, sold);
    await prepareOrders(core, sold);
    expect(await handedOver(sold)).toEqual(['waiting']);
    await one.is('won');
    await prepareOrders(core, sold);
    expect(await handedOver(sold)).toEqual(['handed_over']);
  });

  test('is still updated when the store’s system has it', async () => {
    const sold = await sellAndRelease(core, { plan: { plan: 'pay_now' } });
    await dispute(core, sold);
    await cancelLines(core, { ...sold, lineIds: null });
    await prepareOrders(core, sold);
    expect(await listStoreOrders(core.db, sold.storeId, { limit: 10 })).toMatchObject([{ attempts: 2 }]);
    await runJobs(core, sold.storeId);
  });
});
