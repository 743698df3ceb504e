import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { textOf } from '../../../packages/stripe-stand-in/src/json.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { findOwedRefunds, retryRefunds } from '../../../src/core/payments/commands/owed-refunds.ts';
import { listOwedRefunds } from '../../../src/core/payments/queries/owed-refunds.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { type PaymentProvider, ProviderError } from '../../../src/integrations/payments/port.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { moneyOf, outboxOf, type Sold, sell } from '../../support/charges.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, createCore, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { ledgerOf, listOf, openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

// A refund that is owed to a shopper is retried without end, whatever the provider answers and even when its job is
// lost.

const DAY = 86_400;
const soon = { timeout: 20_000, interval: 30 };

describe('an account without balance for refunds', () => {
  let stripe: StripeStore;
  const bought: { reference: string; intentId: string }[] = [];
  beforeAll(async () => {
    stripe = await openStripeStore();
    for (let count = 0; count < 2; count += 1) {
      const { reference, intent } = await stripe.buy();
      bought.push({ reference, intentId: textOf(intent.id) });
    }
  });
  afterAll(() => stripe.stop());

  const restrict = (given: Record<string, string>) =>
    stripe.standIn.stripe.act('restrict', { account: stripe.standIn.account, ...given });
  const owed = () => listOwedRefunds(stripe.system.db, stripe.store.storeId, 100);
  const alerts = async () =>
    (await listAlerts(stripe.system.db, stripe.store.storeId, { resolved: false })).map(({ code }) => code);
  const tried = async (times: number) =>
    vi.waitFor(async () => expect((await owed()).map(({ tries }) => tries)).toEqual([times, times]), soon);

  test('is asked for each refund again for weeks, and the merchant is told once', async () => {
    const { system, store: testStore } = stripe;
    await restrict({ code: 'balance_insufficient' });
    for (const { reference } of bought) {
      const { id: preorderId } = await readPreorder(system.db, testStore.storeId, reference);
      await cancelLines(system.deps, { storeId: testStore.storeId, preorderId, lineIds: null });
    }
    await tried(1);
    for (let round = 2; round <= 36; round += 1) {
      await shiftClock(system.db, DAY);
      await retryRefunds(system.deps);
      await tried(round);
    }
    expect(await alerts()).toEqual(['refunds_refused']);
    expect(await owed()).toMatchObject([
      { amount: 13_390, currency: 'EUR', reason: expect.stringContaining('Insufficient funds') },
      { amount: 13_390 },
    ]);
    const jobs = await system.db.query(
      'SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL',
    );
    expect(jobs, 'a failed job would be given up one day').toEqual([]);
    const told = await system.db.query(
      `SELECT 1 FROM outbox WHERE topic = 'money.moved' AND detail->>'state' = 'failed'`,
    );
    expect(told, 'the merchant’s systems were not told once of each refund').toHaveLength(2);
  });

  test('makes each refund once when it has balance again, and the alert closes', async () => {
    const { system, store: testStore } = stripe;
    await restrict({});
    await shiftClock(system.db, DAY);
    await retryRefunds(system.deps);
    await vi.waitFor(async () => expect(await owed()).toEqual([]), soon);
    expect(await ledgerOf(system, testStore.storeId)).toEqual({ taken: 26_780, back: 26_780 });
    for (const { intentId } of bought) {
      const refunds = listOf(await stripe.ask(`/v1/refunds?payment_intent=${intentId}`));
      expect(refunds.map(({ amount }) => amount)).toEqual([13_390]);
    }
    await retryRefunds(system.deps);
    expect(await alerts()).toEqual([]);
  });
});

describe('a refused refund', () => {
  let database: TestDatabase;
  let core: Core;
  let asked = 0;
  let refuse: 'refused' | 'account' | null = null;
  beforeAll(async () => {
    database = await createTestDatabase();
    core = createCore(database.db, (provider): PaymentProvider => {
      return {
        ...provider,
        async refund(ref, sum, movementId) {
          asked += 1;
          if (refuse !== null) throw new ProviderError(refuse, 'the account is overdrawn.');
          return provider.refund(ref, sum, movementId);
        },
      };
    });
  });
  afterAll(async () => {
    await expectSoundBooks(database.db);
    await core.stop();
    await database.drop();
  });

  const sellAndCancel = async (): Promise<Sold> => {
    const sold = await sell(core, { plan: { plan: 'pay_now' } });
    await cancelLines(core, { ...sold, lineIds: null });
    return sold;
  };
  const move = ({ storeId, preorderId }: Sold) => moveMoney(core, storeId, preorderId);
  const owedBy = ({ storeId }: Sold) => listOwedRefunds(core.db, storeId, 10);
  const back = [{ state: 'cancelled', paid: 13_390, refunded: 13_390 }];
  const dropJobs = ({ preorderId }: Sold) => core.db.query('DELETE FROM outbox WHERE subject_id = $1', [preorderId]);

  test.each(['refused', 'account'] as const)(
    '(%s) is not retried before its time, and then by one job',
    async (kind) => {
      const sold = await sellAndCancel();
      refuse = kind;
      asked = 0;
      for (let times = 0; times < 3; times += 1) await move(sold);
      expect(asked).toBe(1);
      await dropJobs(sold);
      await retryRefunds(core);
      expect(await outboxOf(core, sold, 'money.due'), 'the refund was retried before its time').toEqual([]);
      await shiftClock(database.db, 5 * 60);
      await retryRefunds(core);
      await retryRefunds(core);
      expect(await outboxOf(core, sold, 'money.due'), 'two jobs retry the same refund').toHaveLength(1);
      refuse = null;
      await move(sold);
      expect(asked).toBe(2);
      expect(await moneyOf(core, sold)).toEqual(back);
      expect(await owedBy(sold)).toEqual([]);
    },
  );

  test('is retried by another job when its job was lost', async () => {
    const sold = await sellAndCancel();
    refuse = 'refused';
    await move(sold);
    await shiftClock(database.db, 5 * 60);
    await retryRefunds(core);
    await dropJobs(sold); // the process with the job died
    await shiftClock(database.db, 14 * 60);
    await retryRefunds(core);
    expect(await outboxOf(core, sold, 'money.due')).toEqual([]);
    await shiftClock(database.db, 60);
    await retryRefunds(core);
    expect(await outboxOf(core, sold, 'money.due')).toHaveLength(1);
    refuse = null;
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual(back);
  });

  test('does not delay a charge of the same pre-order', async () => {
    const sold = await sell(core, { quantity: 2 });
    const { lines } = await readPreorder(core.db, sold.storeId, sold.reference);
    refuse = 'refused';
    await cancelLines(core, { ...sold, lineIds: [lines[0]?.id ?? ''] });
    await advanceLines(core, { ...sold, to: 'released', lineIds: [lines[1]?.id ?? ''] });
    await move(sold);
    expect(await moneyOf(core, sold)).toMatchObject([
      { state: 'cancelled', refunded: 0 },
      { state: 'released', paid: lines[1]?.total },
    ]);
    refuse = null;
    await shiftClock(database.db, DAY);
    await move(sold);
    expect(await owedBy(sold)).toEqual([]);
  });

  test('is forgotten when nothing is owed any more', async () => {
    const sold = await sellAndCancel();
    refuse = 'refused';
    await move(sold);
    expect(await owedBy(sold)).toMatchObject([{ tries: 1, amount: 13_390 }]);
    await core.db.query('UPDATE preorder_line SET kept = total WHERE store_id = $1', [sold.storeId]);
    await move(sold);
    expect(await owedBy(sold)).toEqual([]);
    await core.db.query('UPDATE preorder_line SET kept = 0 WHERE store_id = $1', [sold.storeId]);
    refuse = null;
    await move(sold);
    expect(await moneyOf(core, sold)).toEqual(back);
  });

  test('is found by the walk over all line items when its job is lost', async () => {
    refuse = null;
    const sold = [await sellAndCancel(), await sellAndCancel()];
    const paid = await sell(core, { plan: { plan: 'pay_now' } });
    await core.db.query('DELETE FROM outbox');
    await core.db.query(`UPDATE walk SET after_store = NULL, after_id = NULL WHERE round = 'refunds owed'`);
    await findOwedRefunds(core);
    for (const one of sold) {
      expect(await outboxOf(core, one, 'money.due')).toHaveLength(1);
      await move(one);
    }
    expect(await outboxOf(core, paid, 'money.due'), 'a refund was queued for a pre-order that is owed nothing').toEqual(
      [],
    );
    await core.db.query('DELETE FROM outbox');
    expect(await findOwedRefunds(core), 'the walk found the refunds a second time').toBe(0);
  });

  test('is shown and retried on the command line, in that store alone', async () => {
    const [mine, other] = [await sellAndCancel(), await sellAndCancel()];
    refuse = 'refused';
    for (const one of [mine, other]) await move(one);
    const slugOf = async ({ storeId }: Sold) =>
      (await core.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [storeId]))[0]?.slug ?? '';
    const cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
    const shown = await cli.run('preorders', 'show', mine.reference, '--store', await slugOf(mine));
    expect(shown.out).toMatch(/To give back\s+133\.90 EUR, refused since .*, 1 try: the account is overdrawn\./);
    for (const one of [mine, other]) await dropJobs(one);
    const again = await cli.json('payments', 'retry-refunds', '--store', await slugOf(mine));
    expect(again).toMatchObject({ code: 0, data: { asked: 1 } });
    const asks = await cli.json('payments', 'refunds', '--store', await slugOf(mine));
    expect(asks.data).toMatchObject([{ preorder: mine.reference, amount: '133.90', currency: 'EUR', tries: 1 }]);
    expect(await outboxOf(core, mine, 'money.due')).toHaveLength(1);
    expect(await outboxOf(core, other, 'money.due')).toEqual([]);
    refuse = null;
    await shiftClock(database.db, DAY);
    for (const one of [mine, other]) await move(one);
    expect((await cli.run('payments', 'refunds', '--store', await slugOf(mine))).out).toContain(
      'No refund is refused.',
    );
  });
});
