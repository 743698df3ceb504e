import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { textOf } from '../../../packages/stripe-stand-in/src/json.ts';
import { reconcileDueStores } from '../../../src/core/accounts/jobs.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { shiftClock } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

let stripe: StripeStore;
let cli: ReturnType<typeof commandLine>;
let slug: string;
let folder: string;
beforeAll(async () => {
  stripe = await openStripeStore();
  folder = await mkdtemp(join(tmpdir(), 'stripe-reconcile-'));
  const { address } = stripe.keys;
  cli = commandLine({
    DATABASE_URL: stripe.system.db.url,
    DATA_DIR: folder,
    SECRET_KEY: TEST_SECRET_KEY,
    STRIPE_STAND_IN: address ?? '',
  });
  slug = (await readStore(stripe.system.db, stripe.store.storeId)).slug;
});
afterAll(async () => {
  await stripe.stop();
  await rm(folder, { recursive: true, force: true });
});

const reconcile = (...args: string[]) => cli.json('payments', 'reconcile', '--store', slug, ...args);

/** Buys, and waits until the capture is in our books. */
async function buyAndBook(card?: string) {
  const { intent, reference } = await stripe.buy(card);
  const ref = textOf(intent.id);
  const [row] = await vi.waitFor(
    async () => {
      const rows = await stripe.system.db.query<{ movement: string; attempt: string }>(
        `SELECT m.id AS movement, a.id AS attempt FROM movement m
         JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
         WHERE a.provider_ref = $1 AND m.state = 'done'`,
        [ref],
      );
      expect(rows).toHaveLength(1);
      return rows;
    },
    { timeout: 10_000, interval: 50 },
  );
  return { ref, reference, amount: intent.amount, movement: row?.movement ?? '', attempt: row?.attempt ?? '' };
}

const byHand = (attempt: string) =>
  stripe.system.db.query(
    `SELECT 1 FROM movement WHERE attempt_id = $1 AND by_hand_ref IS NOT NULL AND state = 'done'`,
    [attempt],
  );

/** Changes the books behind the product's back, which only a test may do. */
async function plant(sql: string, values: unknown[]): Promise<void> {
  await stripe.system.db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql, values);
  });
}

test('says that the books agree, and counts payments of other systems apart', async () => {
  await buyAndBook();
  await buyAndBook('pm_card_mastercard');
  await stripe.ask(
    '/v1/payment_intents',
    'amount=500&currency=eur&confirm=true&payment_method=pm_card_visa&return_url=https://shop.example',
  );
  const found = await reconcile();
  expect(found).toMatchObject({ code: 0, data: { payments: 2, others: 1, differences: [] } });
  const { out } = await cli.run('payments', 'reconcile', '--store', slug);
  expect(out).toContain('The books agree.');
});

test('finds every planted difference, with its kind and both amounts', async () => {
  const [refunded, lost, higher, ghost, held] = await Promise.all([1, 2, 3, 4, 5].map(() => buyAndBook()));
  if (!refunded || !lost || !higher || !ghost || !held) throw new Error('fewer than five were bought');
  const before = { amount: (refunded.amount as number) / 100 };

  // Refunded in Stripe's dashboard, and missing in our books.
  await stripe.ask('/v1/refunds', `payment_intent=${refunded.ref}&amount=100`);
  await vi.waitFor(async () => expect(await byHand(refunded.attempt)).toHaveLength(1), { timeout: 10_000 });
  await plant(`UPDATE movement SET state = 'failed' WHERE attempt_id = $1 AND kind = 'refund'`, [refunded.attempt]);
  // Paid at Stripe, but failed in our books.
  await plant('UPDATE movement SET state = $2 WHERE id = $1', [lost.movement, 'failed']);
  // A larger amount in our books than at Stripe.
  await plant('UPDATE movement SET amount = amount + 7 WHERE id = $1', [higher.movement]);
  // In our books, but unknown to Stripe.
  await plant('UPDATE attempt SET provider_ref = $2 WHERE id = $1', [ghost.attempt, 'pi_nowhere']);
  // A refund in our books that Stripe does not have.
  await plant(
    `INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, created_at, ended_at)
     SELECT store_id, $2, attempt_id, preorder_id, 'refund', 'done', 50, currency, app_now(), app_now()
     FROM movement WHERE id = $1`,
    [held.movement, randomUUID()],
  );

  const { code, data } = await reconcile();
  expect(code).toBe(1);
  const found = (ref: string) => data.differences.filter((difference: { ref: string }) => difference.ref === ref);
  const whole = before.amount.toFixed(2);
  expect(found(refunded.ref)).toMatchObject([
    { kind: 'missing_here', of: 'refund', here: null, there: '1.00', preorder: expect.stringMatching(/^PO-/) },
  ]);
  expect(found(lost.ref)).toMatchObject([{ kind: 'missing_here', of: 'payment', here: '0.00', there: whole }]);
  expect(found(higher.ref)).toMatchObject([
    { kind: 'amount', of: 'payment', here: (before.amount + 0.07).toFixed(2), there: whole },
  ]);
  expect(found('pi_nowhere')).toMatchObject([{ kind: 'missing_there', of: 'payment', here: whole, there: null }]);
  expect(found(ghost.ref)).toMatchObject([{ kind: 'missing_here', of: 'payment', here: null, there: whole }]);
  expect(found(held.ref)).toMatchObject([{ kind: 'missing_there', of: 'refund', here: '0.50', there: null }]);
  expect(data.differences).toHaveLength(6);

  // A period before all of this has no differences.
  const past = await reconcile('--from', '2020-01-01', '--to', '2020-02-29');
  expect(past).toMatchObject({ code: 0, data: { payments: 0, differences: [] } });
});

test('books at night what another hand did, and alerts once a day about the rest', async () => {
  await shiftClock(stripe.system.db, 26 * 60 * 60);
  await reconcileDueStores(stripe.system.deps);
  const alerts = await listAlerts(stripe.system.db, stripe.store.storeId, { resolved: false });
  const [differ] = alerts.filter(({ code }) => code === 'payments_differ');
  expect(differ?.message).toContain('differ in ');
  // A job books the acts of another hand, so this waits for it.
  const differences = await vi.waitFor(
    async () => {
      const { data } = await reconcile();
      expect(data.differences).toHaveLength(4);
      return data.differences;
    },
    { timeout: 15_000 },
  );
  expect(differences.filter(({ kind }: { kind: string }) => kind === 'missing_here')).toMatchObject([
    { of: 'payment', preorder: null }, // a payment without a known pre-order
  ]);
});

test('refuses an invalid period', async () => {
  for (const args of [
    ['--from', '2026-02-30'],
    ['--from', 'yesterday'],
    ['--from', '2026-06-02', '--to', '2026-06-01'],
    ['--to', '99999-01-01'],
  ]) {
    expect(await reconcile(...args)).toMatchObject({ code: 2, error: { code: 'invalid_parameter' } });
  }
});
