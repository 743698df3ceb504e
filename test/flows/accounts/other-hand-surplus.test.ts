import { afterEach, describe, expect, test } from 'vitest';
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
import { expectSoundBooks } from '../../support/books.ts';
import { type Begun, stageOtherHand } from '../../support/other-hand.ts';
import { shiftClock } from '../../support/shop.ts';

// Payments that pay for nothing and were captured in Stripe's dashboard before we could cancel them: all of it goes back.

const TOTAL = 13_390;

const { database, engine, dashboard, begin, expectAgreement } = await stageOtherHand();
afterEach(() => expectSoundBooks(database.db));

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
const backOf = async ({ ref }: Begun) => (await engine.payments('stripe', '').read(ref)).refundedAmount;

/** Given up by an operator while it was being authorised. */
async function surplus(): Promise<Begun> {
  const begun = await begin();
  await begun.approve();
  await abandonAttempt(engine, begun.storeId, begun.attemptId);
  return begun;
}

describe('a surplus that was captured', () => {
  test('is given back, once, however often it is looked after', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, TOTAL);
    await undoSurplus(engine, begun);
    await undoSurplus(engine, begun);
    expect(await movementsOf(begun)).toEqual([`capture done ${TOTAL} by hand`, `refund done ${TOTAL}`]);
    expect([await stateOf(begun), await backOf(begun)]).toEqual(['cancelled', TOTAL]);
    await expectAgreement(begun.storeId);
  });

  test('by two at once is given back once', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, TOTAL);
    await Promise.allSettled([undoSurplus(engine, begun), undoSurplus(engine, begun)]);
    await undoSurplus(engine, begun);
    expect([await stateOf(begun), await backOf(begun)]).toEqual(['cancelled', TOTAL]);
    await expectAgreement(begun.storeId);
  });

  test('in part, and given back there in part, has its rest given back', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, 5_000);
    await dashboard.refund(begun.ref, 2_000);
    await undoSurplus(engine, begun);
    expect(await movementsOf(begun)).toEqual([
      'capture done 5000 by hand',
      'refund done 2000 by hand',
      'refund done 3000',
    ]);
    await expectAgreement(begun.storeId);
  });

  test('while our own refund was on its way is not given back twice', async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, TOTAL);
    const { payments } = engine;
    engine.payments = (...asked) => ({
      ...payments(...asked),
      async refund(ref, sum, id) {
        await dashboard.refund(ref, 390);
        return payments(...asked).refund(ref, sum, id);
      },
    });
    await expect(undoSurplus(engine, begun)).rejects.toThrow();
    engine.payments = payments;
    await undoSurplus(engine, begun);
    expect(await movementsOf(begun)).toEqual([
      `capture done ${TOTAL} by hand`,
      `refund failed ${TOTAL}`,
      'refund done 390 by hand',
      'refund done 13000',
    ]);
    await expectAgreement(begun.storeId);
  });
});

describe('a surplus of which a bank took something back for good', () => {
  const dispute = (begun: Begun, amount: number, state: DisputeState) =>
    bookDispute(engine, {
      storeId: begun.storeId,
      provider: 'stripe',
      dispute: {
        ...{ ref: `dp_${begun.ref}`, paymentRef: begun.ref, amount, currency: 'EUR', state },
        ...{ reason: 'fraudulent', openedAt: new Date(), evidenceDueAt: null },
      },
    });
  const captured = async () => {
    const begun = await surplus();
    await dashboard.capture(begun.ref, 5_000);
    return begun;
  };

  test('has only its rest given back', async () => {
    const begun = await captured();
    await dispute(begun, 2_000, 'lost');
    await undoSurplus(engine, begun);
    expect(await movementsOf(begun)).toEqual(['capture done 5000 by hand', 'refund done 3000']);
    expect([await stateOf(begun), await backOf(begun)]).toEqual(['cancelled', 3_000]);
    await expectAgreement(begun.storeId);
  });

  test('all of it, is over, and a person is told if the bank changes its mind', async () => {
    const begun = await captured();
    await dispute(begun, 5_000, 'lost');
    await undoSurplus(engine, begun);
    expect([await stateOf(begun), await backOf(begun)]).toEqual(['cancelled', 0]);
    await expectAgreement(begun.storeId);
    await dispute(begun, 5_000, 'won');
    const alerts = await listAlerts(database.db, begun.storeId, { resolved: false });
    expect(alerts).toMatchObject([
      { code: 'dispute_won_after_loss', message: expect.stringContaining(`€50.00 of the payment ${begun.ref}`) },
    ]);
  });

  test('is given back whole while the bank has not decided', async () => {
    const begun = await captured();
    await dispute(begun, 2_000, 'needs_response');
    await undoSurplus(engine, begun);
    expect(await backOf(begun)).toBe(5_000);
  });
});

test('a surplus whose refund is refused is asked for later and later, with one alert until it is back', async () => {
  const begun = await surplus();
  await dashboard.capture(begun.ref, TOTAL);
  const { payments } = engine;
  const refuse = () => Promise.reject(new ProviderError('refused', 'the account is overdrawn.'));
  engine.payments = (...asked) => ({ ...payments(...asked), refund: refuse });
  const failed = async () => (await movementsOf(begun)).filter((said) => said.startsWith('refund failed')).length;
  const alerts = () => listAlerts(database.db, begun.storeId, { resolved: false });
  const lookAfter = async (seconds: number) => {
    await shiftClock(database.db, seconds);
    await settleSilentAttempts(engine);
    await retryRefunds(engine);
    return failed();
  };
  expect(await lookAfter(60)).toBe(1);
  expect([await lookAfter(60), await lookAfter(60)]).toEqual([1, 1]);
  expect(await lookAfter(200)).toBe(2);
  expect([await lookAfter(60), await lookAfter(240)]).toEqual([2, 2]); // ten minutes from now on, or a quarter less
  expect(await lookAfter(320)).toBe(3);
  expect(await alerts()).toMatchObject([{ code: 'refunds_refused', message: expect.stringContaining(begun.ref) }]);
  engine.payments = payments;
  await shiftClock(database.db, 86_400);
  await settleSilentAttempts(engine);
  await retryRefunds(engine);
  expect([await stateOf(begun), await backOf(begun), await alerts()]).toEqual(['cancelled', TOTAL, []]);
});

test('what is captured between our last look and our cancelling it keeps no unit, and goes back', async () => {
  const begun = await begin();
  const { payments } = engine;
  engine.payments = (...asked) => ({
    ...payments(...asked),
    async cancel(ref) {
      await begun.approve();
      await dashboard.capture(ref, TOTAL);
      return payments(...asked).cancel(ref);
    },
  });
  expect(await endCheckout(engine, begun, 'abandoned')).toBe('ended');
  engine.payments = payments;
  expect([await stateOf(begun), await holdsOf(begun)]).toEqual(['surplus', []]);
  await shiftClock(database.db, 60);
  await settleSilentAttempts(engine);
  expect([await stateOf(begun), await backOf(begun)]).toEqual(['cancelled', TOTAL]);
  await expectAgreement(begun.storeId);
});
