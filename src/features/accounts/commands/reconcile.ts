import { type BookedPayment, type Difference, reconcile, type TheirPayment } from '../../../domain/reconciliation.ts';
import type { ListedPayment } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlert, resolveAlert } from '../../stores/commands.ts';
import { type KeyedAccount, listBooked, type Period, readBooked, readKeyedAccount } from '../queries.ts';
import { accountNotFound } from './connect.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'secrets' | 'accounts'>;

const ALERT = 'payments_differ';
const AT_ONCE = 500;

export type Reconciliation = { payments: number; others: number; differences: Difference[] };

/**
 * Walks the provider's list against our ledger, in both directions: payments that were made or given back in the period
 * there, and those whose money was moved in it here. Changes nothing. `payment_account_not_found`; fails with
 * `ProviderError` when the provider does not answer.
 */
export async function reconcileStore(deps: ReconcileDeps, storeId: string, period: Period): Promise<Reconciliation> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account) throw accountNotFound();
  const missing = new Map((await listBooked(deps.db, account, period)).map((booked) => [booked.ref, booked]));
  const found: Reconciliation = { payments: 0, others: 0, differences: [] };
  let listed: ListedPayment[] = [];
  const flush = async () => {
    const booked = await readBooked(
      deps.db,
      account,
      listed.map(({ ref }) => ref),
    );
    for (const { ref } of booked) missing.delete(ref);
    const known = new Set(booked.map(({ ref }) => ref));
    const ours = listed.filter(({ ref, storeId: made }) => known.has(ref) || made === storeId);
    found.payments += ours.length;
    found.others += listed.length - ours.length;
    found.differences.push(...reconcile(booked, ours.map(theirs)));
    listed = [];
  };
  for await (const payment of deps.accounts.list(account.keys, period.from, period.until)) {
    listed.push(payment);
    if (listed.length >= AT_ONCE) await flush();
  }
  await flush();
  for (const booked of missing.values()) {
    found.payments += 1;
    found.differences.push(...(await lookFor(deps, account, booked)));
  }
  return found;
}

/** Our books moved its money in the period, and the provider made it before: it is asked for by itself. */
async function lookFor(deps: ReconcileDeps, { keys }: KeyedAccount, booked: BookedPayment): Promise<Difference[]> {
  const payment = await deps.accounts.find(keys, booked.ref);
  return reconcile([booked], payment ? [theirs(payment)] : []);
}

function theirs({ ref, attemptId, status, currency, capturedAmount, refunds }: ListedPayment): TheirPayment {
  return { ref, attemptId, holdsAuthorisation: status === 'authorised', currency, captured: capturedAmount, refunds };
}

const OVERLAP = "interval '1 day'"; // what was under way the night before is looked at again
const FIRST = "interval '30 days'";

/** The same by night, by one process a store; what it finds is an alert until a later one finds nothing. */
export async function reconcileByNight(deps: ReconcileDeps, storeId: string): Promise<void> {
  const [period] = await deps.db.query<Period>(
    `UPDATE payment_account SET reconcile_started_at = app_now()
     WHERE store_id = $1 AND coalesce(reconcile_started_at, connected_at) <= app_now() - interval '1 day'
     RETURNING coalesce(reconciled_until - ${OVERLAP}, app_now() - ${FIRST}) AS from, app_now() AS until`,
    [storeId],
  );
  if (!period) return;
  const { differences } = await reconcileStore(deps, storeId, period);
  await deps.db.transaction(async (tx) => {
    await tx.query('UPDATE payment_account SET reconciled_until = $2 WHERE store_id = $1', [storeId, period.until]);
    const [first] = differences;
    const alert = { code: ALERT, subjectId: storeId };
    if (!first) return resolveAlert(tx, storeId, alert);
    const message = `The provider's books and ours differ in ${differences.length} places, first: ${first.ref}: ${first.detail}. See ./service payments reconcile.`;
    await raiseAlert(tx, storeId, { ...alert, message });
  });
}
