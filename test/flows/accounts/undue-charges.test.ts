import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { noteRefusal } from '../../../src/core/accounts/commands/breaker.ts';
import { noteTrouble, recheckAccounts } from '../../../src/core/accounts/commands/trouble.ts';
import { readAccount } from '../../../src/core/accounts/queries.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { placeFrom } from '../../support/buy.ts';
import { moneyOf, preorderOf, type SaleOptions, type Sold, sell } from '../../support/charges.ts';
import { createCore, createOffer, shiftClock } from '../../support/core.ts';
import { createTestDatabase } from '../../support/database.ts';
import { dispute } from '../../support/disputes.ts';
import { runJobs } from '../../support/release.ts';

// Movements that began while an account took no payments, and are no longer due when it takes them again.

const TOTAL = 13_390;
const FIRST = 2_678;
const LATER = 3 * 60;

const database = await createTestDatabase();
/** How the provider fails a charge or capture: the account refuses it, or the request or the answer is lost. */
let trouble: 'account' | 'missing' | 'lost' | null = null;
const callProvider = async <T>(call: () => Promise<T>): Promise<T> => {
  if (trouble === 'account') throw new ProviderError('account', 'It may not charge.');
  if (trouble === 'missing') throw new ProviderError('unreachable', 'the request was lost');
  const answer = await call();
  if (trouble === 'lost') throw new ProviderError('unreachable', 'the answer was lost');
  return answer;
};
const core = createCore(database.db, (provider) => ({
  ...provider,
  charge: (request) => callProvider(() => provider.charge(request)),
  capture: (ref, sum, movementId) => callProvider(() => provider.capture(ref, sum, movementId)),
}));
beforeEach(() => {
  trouble = null;
});
afterAll(async () => {
  await expectSoundBooks(database.db);
  await core.stop();
  await database.drop();
});

const move = ({ storeId, preorderId }: Sold) => moveMoney(core, storeId, preorderId);
const cancel = ({ storeId, preorderId }: Sold) => cancelLines(core, { storeId, preorderId, lineIds: null });

async function movementsOf({ preorderId }: Sold): Promise<string[]> {
  const rows = await database.db.query<{ said: string }>(
    "SELECT kind || ' ' || state AS said FROM movement WHERE preorder_id = $1 ORDER BY created_at",
    [preorderId],
  );
  return rows.map(({ said }) => said);
}

/** Sells and releases a line item whose charge the account refuses, so that the charge stays open. */
async function sellWithOpenCharge(options: SaleOptions = {}): Promise<Sold> {
  const sold = await sell(core, options);
  await advanceLines(core, { ...sold, to: 'released', lineIds: null });
  trouble = 'account';
  await move(sold);
  expect(await movementsOf(sold)).toEqual(['capture done', 'charge open']);
  return sold;
}

async function recover(): Promise<void> {
  trouble = null;
  await shiftClock(database.db, LATER);
}

describe('a charge that the account refused', () => {
  test('is dropped when its pre-order is cancelled, and the deposit is refunded', async () => {
    const sold = await sellWithOpenCharge();
    await cancel(sold);
    await recover();
    await move(sold);
    expect(await movementsOf(sold)).toEqual(['capture done', 'refund done']);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
    const attempts = await database.db.query('SELECT state FROM attempt WHERE preorder_id = $1 AND off_session', [
      sold.preorderId,
    ]);
    expect(attempts).toEqual([{ state: 'abandoned' }]);
  });

  test('waits for an open dispute, and is made once when the dispute is won', async () => {
    const sold = await sellWithOpenCharge();
    const one = await dispute(core, sold);
    await recover();
    await move(sold);
    expect(await movementsOf(sold)).toEqual(['capture done']);
    await one.is('won');
    await move(sold);
    await move(sold);
    expect(await movementsOf(sold)).toEqual(['capture done', 'charge done']);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
  });

  test('covers only the line items that were not cancelled', async () => {
    const sold = await sellWithOpenCharge({ quantity: 2 });
    const [first] = (await preorderOf(core, sold)).lines;
    await cancelLines(core, { ...sold, lineIds: [first?.id ?? ''] });
    await recover();
    await move(sold);
    const [cancelled, going] = await moneyOf(core, sold);
    expect(cancelled?.paid).toBe(cancelled?.refunded);
    const charges = await database.db.query(
      "SELECT amount FROM movement WHERE preorder_id = $1 AND kind = 'charge' AND state = 'done'",
      [sold.preorderId],
    );
    const [, second] = (await preorderOf(core, sold)).lines;
    expect(charges).toEqual([{ amount: (second?.total ?? 0) - (second?.dueNow ?? 0) }]);
    expect(going?.paid).toBe(second?.total);
  });

  test('stays open while an answer may still come, and is decided later', async () => {
    const sold = await sellWithOpenCharge();
    await cancel(sold);
    trouble = null;
    await move(sold);
    expect(await movementsOf(sold)).toEqual(['capture done', 'charge open']);
    await recover();
    await move(sold);
    expect(await movementsOf(sold)).toEqual(['capture done', 'refund done']);
  });
});

test('books and refunds a charge whose answer was lost when its pre-order is cancelled', async () => {
  const sold = await sell(core, {});
  await advanceLines(core, { ...sold, to: 'released', lineIds: null });
  trouble = 'lost';
  await expect(move(sold)).rejects.toMatchObject({ kind: 'unreachable' });
  await cancel(sold);
  await recover();
  await runJobs(core, sold.storeId);
  expect(await movementsOf(sold)).toEqual(['capture done', 'charge done', 'refund done', 'refund done']);
  expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: TOTAL, refunded: TOTAL }]);
});

test.each(['account', 'missing'] as const)(
  'turns an open capture (%s) of a cancelled pre-order into an undo',
  async (how) => {
    const offer = await createOffer(core, { allocation: 10 });
    const reference = await placeFrom(core, offer, {});
    const { id: preorderId } = await preorderOf(core, { ...offer, offer, preorderId: '', reference });
    const sold = { offer, storeId: offer.storeId, preorderId, reference };
    trouble = how;
    await move(sold).catch(() => {});
    expect(await movementsOf(sold)).toEqual(['capture open']);
    await cancel(sold);
    await recover();
    await move(sold);
    expect(await movementsOf(sold)).toEqual(['undo done']);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 0, refunded: 0 }]);
  },
);

describe('an account that works again', () => {
  const accounts = { ...core.accounts, check: async () => null, mayCharge: async () => true };
  const recheck = () => recheckAccounts({ ...core, accounts });
  const connect = (storeId: string) =>
    database.db.query(
      `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
       VALUES ($1, 'stripe', gen_random_uuid(), 'pk_test_1', $2)`,
      [storeId, core.secrets.seal(JSON.stringify({ secretKey: 'sk', webhookSecret: 'whsec' }))],
    );
  const refuse = (storeId: string, of: string) => noteRefusal(core, storeId, { of, reason: 'It may not charge.' });
  const expectHealthy = async (storeId: string) => {
    expect(await readAccount(database.db, storeId)).toMatchObject({ pausedAt: null, refusedSince: null });
    expect(await listAlerts(database.db, storeId, { resolved: false })).toEqual([]);
    expect(await database.db.query('SELECT 1 FROM outage WHERE store_id = $1 AND ended_at IS NULL', [storeId])).toEqual(
      [],
    );
  };

  test('is detected although nothing that waited for it is due any more', async () => {
    const sold = await sellWithOpenCharge();
    await connect(sold.storeId);
    for (const of of ['one', 'two', 'three']) await refuse(sold.storeId, of);
    await cancel(sold);
    await recover();
    await recheck();
    await expectHealthy(sold.storeId);
    await runJobs(core, sold.storeId);
  });

  test('is detected although its key was refused before it paused', async () => {
    const { storeId } = await createOffer(core, { allocation: 10 });
    await connect(storeId);
    await refuse(storeId, 'one');
    await noteTrouble(core, storeId, { kind: 'key_refused', reason: 'Invalid API key.' });
    await recheck();
    await expectHealthy(storeId);
  });

  describe('after one refusal and no payment since', () => {
    const refusedOnce = async () => {
      const { storeId } = await createOffer(core, { allocation: 10 });
      await connect(storeId);
      await refuse(storeId, 'one');
      await recheck();
      expect((await readAccount(database.db, storeId))?.refusedSince, 'the account was probed at once').not.toBeNull();
      await shiftClock(database.db, 601);
      return storeId;
    };

    test('is detected', async () => {
      const storeId = await refusedOnce();
      await recheck();
      await expectHealthy(storeId);
    });

    test('pauses from the time of its refusal when the probe fails', async () => {
      const storeId = await refusedOnce();
      const { refusedSince } = (await readAccount(database.db, storeId)) ?? {};
      await recheckAccounts({ ...core, accounts: { ...accounts, mayCharge: async () => false } });
      const account = await readAccount(database.db, storeId);
      expect(account).toMatchObject({ refusedSince, refusedReason: 'It may not charge.' });
      expect(account?.pausedAt).not.toBeNull();
      const began = 'SELECT began_at AS began FROM outage WHERE store_id = $1 AND ended_at IS NULL';
      expect(await database.db.query(began, [storeId])).toEqual([{ began: refusedSince }]);
      await recover();
      await recheck();
      await expectHealthy(storeId);
    });

    test('stays unchanged when the probe gets no answer', async () => {
      const storeId = await refusedOnce();
      const before = await readAccount(database.db, storeId);
      const mayCharge = () => Promise.reject(new ProviderError('unreachable', 'no answer'));
      await recheckAccounts({ ...core, accounts: { ...accounts, mayCharge } });
      expect(await readAccount(database.db, storeId)).toMatchObject({ ...before, probeAt: expect.any(Date) });
      await recover();
      await recheck();
      await expectHealthy(storeId);
    });
  });
});
