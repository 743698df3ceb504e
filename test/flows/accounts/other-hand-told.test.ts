import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { textOf } from '../../../packages/stripe-stand-in/src/json.ts';
import { reconcileStore } from '../../../src/core/accounts/commands/reconcile.ts';
import { reconcileDueStores } from '../../../src/core/accounts/jobs.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { inspectAttempt } from '../../../src/core/payments/commands/inspect-attempt.ts';
import { readMethod } from '../../../src/core/payments/queries/money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { type Preorder, readPreorder } from '../../../src/core/preorders/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { historyText } from '../../../src/surfaces/cli/preorders/history.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { DEPOSIT } from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

// What a merchant does in Stripe's dashboard, as Stripe's messages tell it (late and twice) and as the comparison finds
// it.

const soon = { timeout: 20_000, interval: 50 };
const FIRST = 2_678;
const DAY = 24 * 60 * 60;
const webhooks = { late_ms: '200', twice_percent: '100', seed: '7' };

type Bought = { reference: string; ref: string; preorderId: string; attemptId: string };

function helpersFor(connected: () => StripeStore) {
  const preorder = ({ reference }: Bought): Promise<Preorder> =>
    readPreorder(connected().system.db, connected().store.storeId, reference);
  return {
    preorder,
    async money(bought: Bought) {
      const { lines } = await preorder(bought);
      return lines.map(({ state, paid, refunded, givenBack }) => [state, paid, refunded, givenBack]);
    },
    async named(reference: string, ref: string): Promise<Bought> {
      const { id: preorderId } = await readPreorder(connected().system.db, connected().store.storeId, reference);
      const [attempt] = await connected().system.db.query<{ id: string }>(
        'SELECT id FROM attempt WHERE provider_ref = $1',
        [ref],
      );
      return { reference, ref, preorderId, attemptId: attempt?.id ?? '' };
    },
    /** Acts in the dashboard. */
    async act(what: 'capture' | 'cancel' | 'refund', { ref }: Pick<Bought, 'ref'>, amount?: number) {
      const part = amount === undefined ? {} : { amount: String(amount) };
      await connected().standIn.stripe.act(what, {
        account: connected().standIn.account,
        payment_intent: ref,
        ...part,
      });
    },
    async alerts() {
      const open = await listAlerts(connected().system.db, connected().store.storeId, { resolved: false });
      return open.map(({ code }) => code);
    },
    async mails({ preorderId }: Bought): Promise<string[]> {
      const rows = await connected().system.db.query<{ kind: string }>(
        'SELECT kind FROM mail WHERE preorder_id = $1 ORDER BY created_at',
        [preorderId],
      );
      return rows.map(({ kind }) => kind);
    },
    async byHand({ attemptId }: Bought): Promise<number> {
      const rows = await connected().system.db.query(
        'SELECT 1 FROM movement WHERE attempt_id = $1 AND by_hand_ref IS NOT NULL',
        [attemptId],
      );
      return rows.length;
    },
    async story({ preorderId }: Bought): Promise<string> {
      const { system, store } = connected();
      const history = await readHistory(system.db, store.storeId, preorderId);
      return historyText(history, 'EUR', await readStore(system.db, store.storeId));
    },
    /**
     * Waits until no job and no outbox row is left. A clock that moved during a call would put its answer a day later.
     */
    quiet: () =>
      vi.waitFor(async () => {
        const left = await connected().system.db.query(
          `SELECT 1 FROM graphile_worker._private_jobs UNION ALL SELECT 1 FROM outbox WHERE dispatched_at IS NULL`,
        );
        expect(left).toEqual([]);
      }, soon),
    async agree() {
      const { system, store } = connected();
      const around = 10 * DAY * 1_000;
      const period = { from: new Date(Date.now() - around), until: new Date(Date.now() + around) };
      const { differences } = await reconcileStore(system.deps, store.storeId, period);
      expect(differences).toEqual([]);
      await expectSoundBooks(system.db, false);
    },
  };
}

describe.each(['a message', 'the nightly comparison', 'both'])('a refund in the dashboard, told by %s', (by) => {
  let stripe: StripeStore;
  const { act, agree, alerts, byHand, mails, money, named, quiet, story } = helpersFor(() => stripe);
  const bought: Bought[] = [];
  beforeAll(async () => {
    stripe = await openStripeStore({ webhooks, waitlist: { plan: DEPOSIT } });
    for (let count = 0; count < 3; count += 1) {
      const { reference, intent } = await stripe.buy();
      bought.push(await named(reference, textOf(intent.id)));
    }
    if (by === 'the nightly comparison') await stripe.system.db.query('DELETE FROM fake_stripe.webhook_endpoint');
  });
  afterAll(() => stripe.stop());
  afterEach(() => agree());

  const take = (at: number): Bought =>
    bought[at] ?? (Promise.reject(new Error('only three pre-orders were bought')) as never);
  /** Waits until the refund is booked, by whichever way this run uses. */
  async function told(one: Bought, times: number): Promise<void> {
    if (by !== 'a message') {
      await quiet();
      await shiftClock(stripe.system.db, DAY + 60);
      await reconcileDueStores(stripe.system.deps);
      if (by === 'the nightly comparison') expect(await byHand(one)).toBe(times);
    }
    await vi.waitFor(async () => expect(await byHand(one)).toBe(times), soon);
    await inspectAttempt(stripe.system.deps, { storeId: stripe.store.storeId, attemptId: one.attemptId });
    expect(await byHand(one), 'the refund was booked twice').toBe(times);
  }

  test('books a partial refund, and tells it in the mail and in the story', async () => {
    const one = take(0);
    await act('refund', one, 600);
    await told(one, 1);
    await act('refund', one, 600);
    await told(one, 2);
    expect(await money(one)).toEqual([['placed', FIRST, 1_200, 1_200]]);
    expect(await alerts()).toEqual(['refunded_elsewhere']);
    expect(await story(one)).toMatch(/refund, made at the provider +1 +6\.00 EUR +done/);
    await vi.waitFor(
      async () => expect((await mails(one)).filter((kind) => kind === 'refunded')).toHaveLength(2),
      soon,
    );
    expect(
      await readMethod(stripe.system.db, { ...stripe.store, ...one }),
      'the card for the balance was forgotten',
    ).not.toBeNull();
  });

  test('does not charge at the release what was refunded', async () => {
    const { deps } = stripe.system;
    const { preorderId } = take(0);
    await advanceLines(deps, { storeId: stripe.store.storeId, preorderId, to: 'released', lineIds: null });
    await vi.waitFor(
      async () => expect(await money(take(0))).toEqual([['released', 13_390 - 1_200 + 1_200, 1_200, 1_200]]),
      soon,
    );
  });

  test('forgets the card when everything paid was refunded, so that the shopper pays the rest', async () => {
    const one = take(1);
    await act('refund', one);
    await told(one, 1);
    expect(await money(one)).toEqual([['placed', FIRST, FIRST, FIRST]]);
    expect(await readMethod(stripe.system.db, { ...stripe.store, ...one })).toBeNull();
    expect(await story(one)).toMatch(/card kept: visa •••• 4242 +no longer stored/);
    const { storeId } = stripe.store;
    await advanceLines(stripe.system.deps, { storeId, preorderId: one.preorderId, to: 'released', lineIds: null });
    await vi.waitFor(async () => expect(await money(one)).toEqual([['payment_due', FIRST, FIRST, FIRST]]), soon);
    await vi.waitFor(async () => expect(await mails(one)).toContain('payment_needed'), soon);
  });

  test('refunds nothing more when the pre-order is cancelled afterwards', async () => {
    const one = take(2);
    await act('refund', one);
    await told(one, 1);
    await cancelLines(stripe.system.deps, {
      storeId: stripe.store.storeId,
      preorderId: one.preorderId,
      lineIds: null,
    });
    await vi.waitFor(async () => expect(await mails(one)).toContain('cancelled'), soon);
    expect(await money(one)).toEqual([['cancelled', FIRST, FIRST, FIRST]]);
  });
});

describe('Stripe’s message of an act in the dashboard', () => {
  let stripe: StripeStore;
  const { act, agree, alerts, byHand, money, named, quiet } = helpersFor(() => stripe);
  beforeAll(async () => {
    stripe = await openStripeStore({ webhooks });
  });
  afterAll(() => stripe.stop());

  /** Places a pre-order while Stripe leaves our captures unanswered. */
  async function placed(): Promise<Bought> {
    const checkout = await stripe.hold();
    await stripe.fault('drop', { method: 'POST', path: '/v1/payment_intents/', skip: '1', times: '1000' });
    const paid = await stripe.pay(checkout);
    const { id } = await stripe.intentOf(checkout);
    const one = await named(paid.checkout.preorder?.reference ?? '', textOf(id));
    await vi.waitFor(async () => {
      const open = await stripe.system.db.query(`SELECT 1 FROM movement WHERE preorder_id = $1 AND state = 'open'`, [
        one.preorderId,
      ]);
      expect(open).toHaveLength(1);
    }, soon);
    return one;
  }
  /** Lets Stripe answer again, so that the open capture finds nothing left to do. */
  async function settleDown(): Promise<void> {
    await stripe.system.db.query('DELETE FROM fake_stripe.fault');
    await quiet();
  }

  test('books a capture at once, before our next try', async () => {
    const one = await placed();
    await act('capture', one);
    await vi.waitFor(async () => expect(await money(one)).toEqual([['placed', 13_390, 0, 0]]), soon);
    expect(await byHand(one)).toBe(1);
    expect(await alerts()).toEqual([]);
    await settleDown();
    await agree();
  });

  test('marks a cancelled payment as lost at once, and asks the shopper to pay', async () => {
    const one = await placed();
    await act('cancel', one);
    await vi.waitFor(async () => expect(await money(one)).toEqual([['payment_due', 0, 0, 0]]), soon);
    await settleDown();
    expect(await alerts()).toContain('capture_failed');
    await agree();
  });

  test('raises an alert when the bank returns a refund that was made in the dashboard', async () => {
    const { reference, intent } = await stripe.buy('pm_card_refundFail');
    const one = await named(reference, textOf(intent.id));
    await act('refund', one, 500);
    await vi.waitFor(async () => expect(await byHand(one)).toBe(1), soon);
    await agree();
    await stripe.standIn.stripe.act('fail_refunds', { account: stripe.standIn.account });
    await vi.waitFor(async () => expect(await alerts()).toContain('refund_came_back'), soon);
  });
});
