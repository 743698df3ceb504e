import { afterEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { inspectAttempt } from '../../../src/core/payments/commands/inspect-attempt.ts';
import { retryCharges } from '../../../src/core/payments/jobs.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { keepBooksSound } from '../../support/books.ts';
import { DEPOSIT, duesOf, moneyOf, preorderOf } from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { type Placed, stageOtherHand } from '../../support/other-hand.ts';
import { releaseAll } from '../../support/release.ts';

// Acts of a merchant in Stripe's dashboard that we only learn of because our own movement is refused afterwards.

const TOTAL = 13_390;

const { database, core, dashboard, place, expectAgreement } = await stageOtherHand();
afterEach(async () => {
  for (const { id } of await database.db.query<{ id: string }>('SELECT id FROM store')) await expectAgreement(id);
});
keepBooksSound(() => database.db);

const cancel = ({ storeId, preorderId }: Placed) => cancelLines(core, { storeId, preorderId, lineIds: null });
const alertsOf = async ({ storeId }: Placed) =>
  (await listAlerts(database.db, storeId, { resolved: false })).map(({ code }) => code);

async function movementsOf({ preorderId }: Placed): Promise<string[]> {
  const rows = await database.db.query<{ said: string }>(
    `SELECT concat_ws(' ', kind, state, amount, CASE WHEN by_hand_ref IS NOT NULL THEN 'by hand' END) AS said
     FROM movement WHERE preorder_id = $1 ORDER BY created_at, state`,
    [preorderId],
  );
  return rows.map(({ said }) => said);
}

describe('a payment captured in the dashboard', () => {
  test('limits a kept deposit to the captured part when the shopper cancels early', async () => {
    const sold = await place({ plan: { ...DEPOSIT, depositRefundable: false } });
    await dashboard.capture(sold.ref, 1_000);
    await inspectAttempt(core, sold);
    await cancel(sold);
    await sold.move();
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 1_000, refunded: 0 }]);
    expect((await preorderOf(core, sold)).lines.map(({ kept }) => kept)).toEqual([1_000]);
  });

  test('counts as received: nothing is owed, and the shopper pays once', async () => {
    const sold = await place({ quantity: 2 });
    const whole = 2 * 12_900 + 490;
    await dashboard.capture(sold.ref, whole);
    await sold.move();
    await sold.move();
    expect(await movementsOf(sold)).toEqual([`capture failed ${whole}`, `capture done ${whole} by hand`]);
    expect(await moneyOf(core, sold)).toEqual([
      { state: 'placed', paid: 13_145, refunded: 0 },
      { state: 'placed', paid: 13_145, refunded: 0 },
    ]);
    expect(await duesOf(core, sold)).toEqual([]);
    expect(await alertsOf(sold)).toEqual([]);
  });

  test('charges the kept card only for the part that was not captured', async () => {
    const whole = await place({ plan: DEPOSIT });
    await dashboard.capture(whole.ref, 2_678);
    await whole.move();
    expect(await moneyOf(core, whole)).toEqual([{ state: 'placed', paid: 2_678, refunded: 0 }]);

    const part = await place({ plan: DEPOSIT });
    await dashboard.capture(part.ref, 1_000);
    await part.move();
    expect(await movementsOf(part)).toEqual(['capture failed 2678', 'capture done 1000 by hand', 'charge done 1678']);
    expect(await moneyOf(core, part)).toEqual([{ state: 'placed', paid: 2_678, refunded: 0 }]);
  });

  test('is refunded when the pre-order was cancelled', async () => {
    const sold = await place();
    await dashboard.capture(sold.ref, TOTAL);
    await cancel(sold);
    await sold.move();
    expect(await movementsOf(sold)).toEqual(['undo failed 0', `capture done ${TOTAL} by hand`, `refund done ${TOTAL}`]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
  });

  test('is booked together with its refund in the dashboard', async () => {
    const sold = await place({ plan: DEPOSIT });
    await dashboard.capture(sold.ref, 2_678);
    await dashboard.refund(sold.ref, 678);
    await sold.move();
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: 2_678, refunded: 678 }]);
    expect(await alertsOf(sold)).toEqual(['refunded_elsewhere']);
  });
});

test('keeps no more of a deposit than was captured of it', async () => {
  const sold = await place({ plan: { ...DEPOSIT, depositRefundable: false } });
  await dashboard.capture(sold.ref, 1_000);
  await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: null, reason: 'shopper' });
  await sold.move();
  expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 1_000, refunded: 0 }]);
});

describe('a payment cancelled in the dashboard', () => {
  test('is lost: the amount is owed, and the merchant is told once', async () => {
    const sold = await place();
    await dashboard.cancel(sold.ref);
    await sold.move();
    await sold.move();
    expect(await movementsOf(sold)).toEqual([`capture failed ${TOTAL}`]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'payment_due', paid: 0, refunded: 0 }]);
    expect(await alertsOf(sold)).toEqual(['capture_failed']);
  });

  test('is charged once to the kept card after the release', async () => {
    const sold = await place({ plan: DEPOSIT });
    await dashboard.cancel(sold.ref);
    await releaseAll(core, sold.offer, 1);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'payment_due', paid: 0, refunded: 0 }]);
    await shiftClock(database.db, 31 * 3_600);
    await retryCharges(core);
    await retryCharges(core);
    expect(await movementsOf(sold)).toEqual(['capture failed 2678', `charge done ${TOTAL}`]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('needs no undoing when the pre-order was cancelled', async () => {
    const sold = await place();
    await dashboard.cancel(sold.ref);
    await cancel(sold);
    await sold.move();
    expect(await movementsOf(sold)).toEqual(['undo done 0']);
    expect(await alertsOf(sold)).toEqual([]);
  });

  test('is asked for again when the provider refused but the payment is unchanged', async () => {
    const sold = await place();
    const { payments } = core;
    const no = new ProviderError('refused', 'not now');
    core.payments = (...asked) => ({ ...payments(...asked), capture: () => Promise.reject(no) });
    await expect(sold.move()).rejects.toThrow('not now');
    expect(await movementsOf(sold)).toEqual([`capture open ${TOTAL}`]);
    core.payments = payments;
    await sold.move();
    expect(await movementsOf(sold)).toEqual([`capture done ${TOTAL}`]);
    expect(await alertsOf(sold)).toEqual([]);
  });
});

describe('a refund in the dashboard', () => {
  test('of the whole payment before our own refund leaves nothing due', async () => {
    const sold = await place();
    await sold.move();
    await cancel(sold);
    await dashboard.refund(sold.ref, TOTAL);
    await sold.move();
    await sold.move();
    expect(await movementsOf(sold)).toEqual([
      `capture done ${TOTAL}`,
      `refund failed ${TOTAL}`,
      `refund done ${TOTAL} by hand`,
    ]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
    expect(await alertsOf(sold), 'the merchant is told of a refund that was due anyway').toEqual([]);
  });

  test('of the whole payment keeps an active line item from being charged again, however often it is told', async () => {
    const sold = await place();
    await sold.move();
    await dashboard.refund(sold.ref, TOTAL);
    await Promise.all([inspectAttempt(core, sold), inspectAttempt(core, sold)]);
    await releaseAll(core, sold.offer, 1);
    await inspectAttempt(core, sold);
    expect(await movementsOf(sold)).toEqual([`capture done ${TOTAL}`, `refund done ${TOTAL} by hand`]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: TOTAL }]);
    expect(await alertsOf(sold)).toEqual(['refunded_elsewhere']);
  });

  test('of a part is shared by two line items, and cancelling one refunds its rest', async () => {
    const sold = await place({ quantity: 2 });
    await sold.move();
    await dashboard.refund(sold.ref, 1_001);
    await inspectAttempt(core, sold);
    const [first, second] = (await preorderOf(core, sold)).lines;
    expect([first?.givenBack, second?.givenBack]).toEqual([501, 500]);
    await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: [first?.id ?? ''] });
    await sold.move();
    expect(await moneyOf(core, sold)).toEqual([
      { state: 'cancelled', paid: 13_145, refunded: 13_145 },
      { state: 'placed', paid: 13_145, refunded: 500 },
    ]);
  });

  test('of a part before our own refund leaves the rest for us to refund', async () => {
    const sold = await place();
    await sold.move();
    await cancel(sold);
    await dashboard.refund(sold.ref, 1_000);
    await sold.move();
    expect(await movementsOf(sold)).toEqual([
      `capture done ${TOTAL}`,
      `refund failed ${TOTAL}`,
      'refund done 1000 by hand',
      `refund done ${TOTAL - 1_000}`,
    ]);
  });
});
