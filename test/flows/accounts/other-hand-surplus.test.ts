import { describe, expect, test } from 'vitest';
import { bookDispute } from '../../../src/core/accounts/commands/dispute.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { endCheckout } from '../../../src/core/checkouts/commands/end.ts';
import { settleSilentAttempts } from '../../../src/core/checkouts/jobs.ts';
import { abandonAttempt } from '../../../src/core/payments/commands/abandon-attempt.ts';
import { undoSurplus } from '../../../src/core/payments/commands/end-attempt.ts';
import { retryRefunds } from '../../../src/core/payments/commands/owed-refunds.ts';
import { readAttempt } from '../../../src/core/payments/queries.ts';
import type { DisputeState } from '../../../src/domain/dispute.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { keepBooksSound } from '../../support/books.ts';
import { shiftClock } from '../../support/core.ts';
import { type Begun, stageOtherHand } from '../../support/other-hand.ts';

// A surplus that the merchant captured in Stripe's dashboard before we could cancel it: all of it is refunded.

const TOTAL = 13_390;

const { database, core, dashboard, begin, expectAgreement } = await stageOtherHand();
keepBooksSound(() => database.db);

const stateOf = async (begun: Begun) => (await readAttempt(database.db, begun))?.state;
const holdsOf = ({ checkoutId }: Begun) => database.db.query('SELECT 1 FROM hold WHERE checkout_id = $1', [checkoutId]);
const movementsOf = async ({ attemptId }: Begun) => {
  const rows = await database.db.query<{ said: string }>(
    `SELECT concat_ws(' ', kind, state, amount, CASE WHEN by_hand_ref IS NOT NULL THEN 'by hand' END) AS said
     FROM movement WHERE attempt_id = $1 ORDER BY created_at, kind, state`,
    [attemptId],
  );
  return rows.map(({ said }) => said);
};
const refundedOf = async ({ ref }: Begun) => (await core.payments('stripe', '').read(ref)).refundedAmount;

/** Begins a payment, and gives its attempt up while the provider authorises it. */
async function surplus(): Promise<Begun> {
  const begun = await begin();
  await begun.approve();
  await abandonAttempt(core, begun.storeId, begun.attemptId);
  return begun;
}

describe('a captured surplus', () => {
  test('is refunded once, however often we undo it', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, TOTAL);
    await undoSurplus(core, begun);
    await undoSurplus(core, begun);
    expect(await movementsOf(begun)).toEqual([`capture done ${TOTAL} by hand`, `refund done ${TOTAL}`]);
    expect([await stateOf(begun), await refundedOf(begun)]).toEqual(['cancelled', TOTAL]);
    await expectAgreement(begun.storeId);
  });

  test('is refunded once when two workers undo it at the same time', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, TOTAL);
    await Promise.allSettled([undoSurplus(core, begun), undoSurplus(core, begun)]);
    await undoSurplus(core, begun);
    expect([await stateOf(begun), await refundedOf(begun)]).toEqual(['cancelled', TOTAL]);
    await expectAgreement(begun.storeId);
  });

  test('is refunded up to the rest when the merchant captured and refunded a part', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, 5_000);
    await dashboard.refund(begun.ref, 2_000);
    await undoSurplus(core, begun);
    expect(await movementsOf(begun)).toEqual([
      'capture done 5000 by hand',
      'refund done 2000 by hand',
      'refund done 3000',
    ]);
    await expectAgreement(begun.storeId);
  });

  test('is not refunded twice when the merchant refunds during our call', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, TOTAL);
    const { payments } = core;
    core.payments = (...asked) => ({
      ...payments(...asked),
      async refund(ref, sum, id) {
        await dashboard.refund(ref, 390);
        return payments(...asked).refund(ref, sum, id);
      },
    });
    await expect(undoSurplus(core, begun)).rejects.toThrow();
    core.payments = payments;
    await undoSurplus(core, begun);
    expect(await movementsOf(begun)).toEqual([
      `capture done ${TOTAL} by hand`,
      `refund failed ${TOTAL}`,
      'refund done 390 by hand',
      'refund done 13000',
    ]);
    await expectAgreement(begun.storeId);
  });
});

describe('a captured surplus that a bank disputes', () => {
  const dispute = (begun: Begun, amount: number, state: DisputeState) =>
    bookDispute(core, {
      storeId: begun.storeId,
      provider: 'stripe',
      dispute: {
        ref: `dp_${begun.ref}`,
        paymentRef: begun.ref,
        amount,
        currency: 'EUR',
        state,
        reason: 'fraudulent',
        openedAt: new Date(),
        evidenceDueAt: null,
      },
    });
  const captured = async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, 5_000);
    return begun;
  };

  test('is refunded up to what the bank left', async () => {
    const begun = await captured();
    await dispute(begun, 2_000, 'lost');
    await undoSurplus(core, begun);
    expect(await movementsOf(begun)).toEqual(['capture done 5000 by hand', 'refund done 3000']);
    expect([await stateOf(begun), await refundedOf(begun)]).toEqual(['cancelled', 3_000]);
    await expectAgreement(begun.storeId);
  });

  test('is finished when the bank took all of it, and alerts when the bank reverses that', async () => {
    const begun = await captured();
    await dispute(begun, 5_000, 'lost');
    await undoSurplus(core, begun);
    expect([await stateOf(begun), await refundedOf(begun)]).toEqual(['cancelled', 0]);
    await expectAgreement(begun.storeId);
    await dispute(begun, 5_000, 'won');
    const alerts = await listAlerts(database.db, begun.storeId, { resolved: false });
    expect(alerts).toMatchObject([
      { code: 'dispute_won_after_loss', message: expect.stringContaining(`€50.00 of the payment ${begun.ref}`) },
    ]);
  });

  test('is refunded whole while the bank has not decided', async () => {
    const begun = await captured();
    await dispute(begun, 2_000, 'needs_response');
    await undoSurplus(core, begun);
    expect(await refundedOf(begun)).toBe(5_000);
  });
});

test('retries a refused refund of a surplus at growing intervals, with one alert until it succeeds', async () => {
  const begun = await surplus();
  await dashboard.capture(begun.ref, TOTAL);
  const { payments } = core;
  const refuse = () => Promise.reject(new ProviderError('refused', 'the account is overdrawn.'));
  core.payments = (...asked) => ({ ...payments(...asked), refund: refuse });
  const failed = async () => (await movementsOf(begun)).filter((said) => said.startsWith('refund failed')).length;
  const alerts = () => listAlerts(database.db, begun.storeId, { resolved: false });
  const failuresAfter = async (seconds: number) => {
    await shiftClock(database.db, seconds);
    await settleSilentAttempts(core);
    await retryRefunds(core);
    return failed();
  };
  expect(await failuresAfter(60)).toBe(1);
  expect([await failuresAfter(60), await failuresAfter(60)]).toEqual([1, 1]);
  expect(await failuresAfter(200)).toBe(2);
  expect([await failuresAfter(60), await failuresAfter(240)]).toEqual([2, 2]); // the fourth try comes after ten minutes, or up to a quarter earlier
  expect(await failuresAfter(320)).toBe(3);
  expect(await alerts()).toMatchObject([{ code: 'refunds_refused', message: expect.stringContaining(begun.ref) }]);
  core.payments = payments;
  await shiftClock(database.db, 86_400);
  await settleSilentAttempts(core);
  await retryRefunds(core);
  expect([await stateOf(begun), await refundedOf(begun), await alerts()]).toEqual(['cancelled', TOTAL, []]);
});

test('refunds what was captured between our last read and our cancellation, and keeps no unit', async () => {
  const begun = await begin();
  const { payments } = core;
  core.payments = (...asked) => ({
    ...payments(...asked),
    async cancel(ref) {
      await begun.approve();
      await dashboard.capture(ref, TOTAL);
      return payments(...asked).cancel(ref);
    },
  });
  expect(await endCheckout(core, begun, 'abandoned')).toBe('ended');
  core.payments = payments;
  expect([await stateOf(begun), await holdsOf(begun)]).toEqual(['surplus', []]);
  await shiftClock(database.db, 60);
  await settleSilentAttempts(core);
  expect([await stateOf(begun), await refundedOf(begun)]).toEqual(['cancelled', TOTAL]);
  await expectAgreement(begun.storeId);
});
