import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleSilentAttempts } from '../../../src/core/checkouts/jobs.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { resumeMovements } from '../../../src/core/payments/jobs.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import { type PaymentProvider, ProviderError } from '../../../src/integrations/payments/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { dueOf, moneyOf, type Sold, sell } from '../../support/charges.ts';
import { type Core, createCore, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { arrive, startReleaseOf } from '../../support/release.ts';

const TOTAL = 13_390;
const FIRST = 2_678;
const PAID = [{ state: 'released', paid: TOTAL, refunded: 0 }];

let database: TestDatabase;
let core: Core;
/** Replaces provider calls during one test. All other calls reach the test provider. */
let replaced: Partial<PaymentProvider> = {};
let real: PaymentProvider;
beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db, (provider) => {
    real = provider;
    return {
      ...provider,
      charge: (request) => (replaced.charge ?? provider.charge)(request),
      cancel: (ref) => (replaced.cancel ?? provider.cancel)(ref),
      read: (ref) => (replaced.read ?? provider.read)(ref),
    };
  });
});
afterAll(async () => {
  await expectSoundBooks(database.db);
  await core.stop();
  await database.drop();
});

/** Sells and releases a line item whose balance is not charged yet. */
async function sellUncharged(card: 'succeeds' | 'charge_declined' = 'succeeds'): Promise<Sold> {
  const sold = await sell(core, { card });
  await arrive(core, sold.offer, 1);
  const releaseId = (await startReleaseOf(core, sold.offer)) ?? '';
  await stepRelease(core, { storeId: sold.storeId, releaseId });
  return sold;
}

const move = ({ storeId, preorderId }: Sold) => moveMoney(core, storeId, preorderId);

async function moveWith(sold: Sold, faulty: Partial<PaymentProvider>): Promise<void> {
  replaced = faulty;
  await expect(move(sold)).rejects.toThrow();
  replaced = {};
}

/** Counts the provider's objects for charges of the pre-order, and sums what they captured. */
async function objectsOf({ preorderId }: Sold): Promise<{ count: number; captured: number }> {
  const [row] = await database.db.query<{ count: number; captured: number }>(
    `SELECT count(*)::int AS count, coalesce(sum(p.captured), 0)::bigint AS captured FROM test_provider.payment p
     JOIN attempt a ON a.id::text = p.attempt_id WHERE a.preorder_id = $1 AND p.charge IS NOT NULL`,
    [preorderId],
  );
  return row ?? { count: -1, captured: -1 };
}

const once = { count: 1, captured: TOTAL - FIRST };
const lost = new ProviderError('unreachable', 'the answer was lost');

describe('a charge', () => {
  test('is made by the next job when the process died between commit and call', async () => {
    const sold = await sellUncharged();
    await moveWith(sold, { charge: () => Promise.reject(new Error('this process is dead')) });
    expect(await objectsOf(sold)).toEqual({ count: 0, captured: 0 });
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual(PAID);
    expect(await objectsOf(sold)).toEqual(once);
  });

  test('is made once when its answer was lost or late', async () => {
    const sold = await sellUncharged();
    const charge: PaymentProvider['charge'] = async (request) => {
      await real.charge(request);
      throw lost;
    };
    await moveWith(sold, { charge });
    await moveWith(sold, { charge });
    expect(await moneyOf(core, sold)).toMatchObject([{ paid: FIRST }]); // nothing is booked without an answer
    await Promise.all([move(sold), move(sold), move(sold)]);
    expect(await moneyOf(core, sold)).toEqual(PAID);
    expect(await objectsOf(sold)).toEqual(once);
  });

  test('of a replaced card is not repeated, and the shopper is asked to pay', async () => {
    const sold = await sellUncharged();
    let asked = 0;
    const charge: PaymentProvider['charge'] = async () => {
      asked += 1;
      throw lost;
    };
    await moveWith(sold, { charge });
    await database.db.query('UPDATE payment_method SET replaced_at = app_now() WHERE preorder_id = $1', [
      sold.preorderId,
    ]);
    replaced = { charge };
    await move(sold);
    expect(await moneyOf(core, sold), 'the charge was given up although an answer may still come').toMatchObject([
      { state: 'released', paid: FIRST },
    ]);
    await shiftClock(database.db, 3 * 60);
    await move(sold);
    replaced = {};
    expect(asked).toBe(1);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
    expect(await dueOf(core, sold)).toMatchObject({ reason: 'no_card' });
  });

  test('stays declined when the answer to its cancellation was lost', async () => {
    const sold = await sellUncharged('charge_declined');
    const cancel: PaymentProvider['cancel'] = async (ref) => {
      await real.cancel(ref);
      throw lost;
    };
    await moveWith(sold, { cancel });
    await move(sold);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
    expect(await dueOf(core, sold)).toMatchObject({ tries: 1, reason: 'card_declined' });
  });

  test('is booked only once the provider’s answer matches what was asked for', async () => {
    const sold = await sellUncharged();
    const nonsense: Partial<Awaited<ReturnType<PaymentProvider['charge']>>>[] = [
      { capturedAmount: 1 },
      { currency: 'USD' },
      { status: 'authorised' },
    ];
    for (const wrong of nonsense) {
      const readWrong = async (ref: string) => ({ ...(await real.read(ref)), ...wrong });
      const charge: PaymentProvider['charge'] = async (request) => ({ ...(await real.charge(request)), ...wrong });
      await moveWith(sold, { charge, read: readWrong, cancel: readWrong });
      expect(await moneyOf(core, sold)).toMatchObject([{ paid: FIRST }]);
    }
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual(PAID);
    expect(await objectsOf(sold)).toEqual(once);
  });

  test('that the provider refuses waits for the shopper, and the merchant is told', async () => {
    const sold = await sellUncharged();
    replaced = { charge: () => Promise.reject(new ProviderError('refused', 'no such customer')) };
    await move(sold);
    replaced = {};
    expect(await dueOf(core, sold)).toMatchObject({ reason: 'refused', retryAt: null });
    const alerts = await database.db.query('SELECT code FROM alert WHERE subject_id = $1', [sold.preorderId]);
    expect(alerts).toEqual([{ code: 'charge_failed' }]);
  });

  test('is resumed by the clock when its job is lost', async () => {
    const sold = await sellUncharged();
    await moveWith(sold, { charge: () => Promise.reject(lost) });
    await shiftClock(database.db, 11 * 60);
    await resumeMovements(core);
    expect(await moneyOf(core, sold)).toEqual(PAID);
  });
});

describe('a slow bank', () => {
  const sellAtSlowBank = async () => {
    const sold = await sell(core, {});
    await database.db.query(`UPDATE test_provider.method SET card = '4000000000006975' WHERE store_id = $1`, [
      sold.storeId,
    ]);
    await arrive(core, sold.offer, 1);
    await stepRelease(core, { storeId: sold.storeId, releaseId: (await startReleaseOf(core, sold.offer)) ?? '' });
    await Promise.all([move(sold), move(sold)]);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: FIRST, refunded: 0 }]);
    return sold;
  };

  test('is asked again until it answers, and charges once', async () => {
    const sold = await sellAtSlowBank();
    await shiftClock(database.db, 15);
    await settleSilentAttempts(core);
    const asked = await database.db.query(`SELECT 1 FROM outbox WHERE subject_id = $1 AND topic = 'money.due'`, [
      sold.preorderId,
    ]);
    expect(asked.length).toBeGreaterThan(1);
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual(PAID);
    expect(await objectsOf(sold)).toEqual(once);
  });

  test('does not delay a cancellation, and its late charge is refunded', async () => {
    const sold = await sellAtSlowBank();
    await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: null });
    await move(sold);
    await shiftClock(database.db, 15);
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
    expect(await objectsOf(sold)).toEqual(once);
  });
});

test('an unknown id moves no money', async () => {
  const sold = await sell(core, {});
  await moveMoney(core, sold.storeId, randomUUID());
  await moveMoney(core, randomUUID(), sold.preorderId);
  expect(await moneyOf(core, sold)).toMatchObject([{ paid: FIRST }]);
});
