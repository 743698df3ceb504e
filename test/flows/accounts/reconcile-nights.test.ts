import { expect, test } from 'vitest';
import { reconcileDueStores } from '../../../src/core/accounts/jobs.ts';
import { closeAlert } from '../../../src/core/alerts/commands.ts';
import { type AlertRow, listAlerts } from '../../../src/core/alerts/queries.ts';
import { keepBooksSound } from '../../support/books.ts';
import { shiftClock } from '../../support/core.ts';
import { dispute } from '../../support/disputes.ts';
import { type Placed, stageOtherHand } from '../../support/other-hand.ts';

// A difference between the books that nobody mends: a bank takes a payment back, and the merchant refunds it by hand as well.

const TOTAL = 13_390;
const A_NIGHT = 24 * 60 * 60 + 60;

const { database, core, standIn, dashboard, place } = await stageOtherHand();
keepBooksSound(() => database.db, false);

async function placeAndLoseTwice(card = 'pm_card_visa'): Promise<Placed> {
  const sold = await place({ card });
  await sold.move();
  await dispute(core, sold, { state: 'lost' });
  await dashboard.refund(sold.ref, TOTAL);
  return sold;
}

/** Lives some nights, and returns the alerts about the books that are open after each. */
async function alertsOfNights({ storeId }: Placed, nights: number): Promise<AlertRow[][]> {
  const found: AlertRow[][] = [];
  for (let night = 0; night < nights; night += 1) {
    await shiftClock(database.db, A_NIGHT);
    await reconcileDueStores(core);
    const open = await listAlerts(database.db, storeId, { resolved: false });
    found.push(open.filter(({ code }) => code === 'payments_differ'));
  }
  return found;
}

test('keeps the alert for as long as the books differ', async () => {
  const sold = await placeAndLoseTwice('pm_card_refundFail');
  const nights = await alertsOfNights(sold, 4);
  const [[first] = []] = nights;
  expect(first?.message).toContain(`${sold.ref}: Refund re_`);
  expect(nights).toEqual(nights.map(() => [first]));

  // The bank returns the refund: the payment is as our books have it.
  await standIn.stripe.act('fail_refunds', { account: standIn.account });
  expect(await alertsOfNights(sold, 1)).toEqual([[]]);
});

test('keeps the alert while a movement of the payment is under way', async () => {
  const sold = await placeAndLoseTwice();
  const [[raised] = []] = await alertsOfNights(sold, 2);
  const capture = `attempt_id = '${sold.attemptId}' AND kind = 'capture'`;
  await database.db.query(
    `INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, created_at)
     SELECT store_id, gen_random_uuid(), attempt_id, preorder_id, 'refund', 'open', 0, currency, app_now()
     FROM movement WHERE ${capture}`,
  );
  expect(await alertsOfNights(sold, 2)).toEqual([[raised], [raised]]);
  await database.db.query(
    `UPDATE movement SET state = 'failed', ended_at = app_now() - interval '5 days'
     WHERE attempt_id = $1 AND state = 'open'`,
    [sold.attemptId],
  );
  expect(await alertsOfNights(sold, 2)).toEqual([[raised], [raised]]);
});

test('looks at a difference no longer once a person has resolved its alert', async () => {
  const sold = await placeAndLoseTwice();
  const [, [raised] = []] = await alertsOfNights(sold, 2);
  await closeAlert(database.db, sold.storeId, raised?.id ?? '');
  expect(await alertsOfNights(sold, 2)).toEqual([[], []]);
});
