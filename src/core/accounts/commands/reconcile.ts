import { type BookedPayment, type Difference, reconcile, type TheirPayment } from '../../../domain/reconciliation.ts';
import type { ListedPayment } from '../../../integrations/payments/port.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import type { MoneyDeps } from '../../payments/commands/finish-movement.ts';
import { listMoved, type Period, readBooked } from '../queries/booked.ts';
import { type KeyedAccount, readKeyedAccount } from '../queries.ts';
import { bookDifferences } from './book-differences.ts';
import { accountNotFound } from './connect.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'secrets' | 'accounts'>;

const ALERT = 'payments_differ';
const AT_ONCE = 500;

export type Reconciliation = { payments: number; others: number; differences: Difference[] };

/**
 * Compares the provider's list with our ledger in both directions: payments that were made or refunded at the provider in
 * the period, and payments whose money our ledger moved in it. Changes nothing. `payment_account_not_found`; rejects with
 * `ProviderError` when the provider does not answer.
 */
export async function reconcileStore(deps: ReconcileDeps, storeId: string, period: Period): Promise<Reconciliation> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account) throw accountNotFound();
  const found: Reconciliation = { payments: 0, others: 0, differences: [] };
  const seen = new Set<string>(); // only the ids, because a period may have many payments
  for await (const listed of pagesOf(deps.accounts.list(account.keys, period.from, period.until))) {
    const refs = listed.map(({ ref }) => ref);
    for (const ref of refs) seen.add(ref);
    const booked = await readBooked(deps.db, account, refs);
    const known = new Set(booked.map(({ ref }) => ref));
    const ours = listed.filter(({ ref, storeId: made }) => known.has(ref) || made === storeId);
    found.payments += ours.length;
    found.others += listed.length - ours.length;
    found.differences.push(...reconcile(booked, ours.map(toTheirPayment)));
  }
  for await (const moved of listMoved(deps.db, account, period)) {
    const refs = moved.filter((ref) => !seen.has(ref));
    for (const ref of refs) seen.add(ref);
    for (const booked of await readBooked(deps.db, account, refs)) {
      found.payments += 1;
      found.differences.push(...(await compareOne(deps, account, booked)));
    }
  }
  return found;
}

async function* pagesOf(list: AsyncIterable<ListedPayment>): AsyncGenerator<ListedPayment[]> {
  let page: ListedPayment[] = [];
  for await (const payment of list) {
    page.push(payment);
    if (page.length < AT_ONCE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/**
 * Compares one payment with the provider's record of it. Needed for payments that our ledger moved in the period but that the
 * provider's list leaves out, because they were made before it, and for comparing again after booking.
 */
async function compareOne(deps: ReconcileDeps, { keys }: KeyedAccount, booked: BookedPayment): Promise<Difference[]> {
  const payment = await deps.accounts.find(keys, booked.ref);
  return reconcile([booked], payment ? [toTheirPayment(payment)] : []);
}

function toTheirPayment({ ref, attemptId, status, currency, capturedAmount, refunds }: ListedPayment): TheirPayment {
  return { ref, attemptId, holdsAuthorisation: status === 'authorised', currency, captured: capturedAmount, refunds };
}

const OVERLAP = "interval '1 day'"; // payments that were under way the night before are compared again
const FIRST_PERIOD_MIN = "interval '30 days'";

/**
 * Compares a store's books once a night; the claim lets one process do it. Books what another hand did. Other differences
 * raise an alert, which stays until a later night finds none.
 */
export async function reconcileByNight(deps: ReconcileDeps & MoneyDeps, storeId: string): Promise<void> {
  const [period] = await deps.db.query<Period>(
    `UPDATE payment_account SET reconcile_started_at = app_now()
     WHERE store_id = $1 AND coalesce(reconcile_started_at, connected_at) <= (SELECT app_now()) - interval '1 day'
     RETURNING coalesce(reconciled_until - ${OVERLAP}, least(connected_at, app_now() - ${FIRST_PERIOD_MIN})) AS from, app_now() AS until`,
    [storeId],
  );
  if (!period) return;
  const differences = await bookAndCompareAgain(
    deps,
    storeId,
    (await reconcileStore(deps, storeId, period)).differences,
  );
  await deps.db.transaction(async (tx) => {
    await tx.query('UPDATE payment_account SET reconciled_until = $2 WHERE store_id = $1', [storeId, period.until]);
    const [first] = differences;
    const alert = { code: ALERT, subjectId: storeId };
    if (!first) return resolveAlert(tx, storeId, alert);
    const message = `The provider's books and ours differ in ${differences.length} places, first: ${first.ref}: ${first.detail}. See ./service payments reconcile.`;
    await raiseAlert(tx, storeId, { ...alert, message });
  });
}

async function bookAndCompareAgain(
  deps: ReconcileDeps & MoneyDeps,
  storeId: string,
  found: readonly Difference[],
): Promise<Difference[]> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account || found.length === 0) return [...found];
  const refs = new Set(await bookDifferences(deps, account, found));
  const left = found.filter(({ ref }) => !refs.has(ref));
  for (const booked of await readBooked(deps.db, account, [...refs]))
    left.push(...(await compareOne(deps, account, booked)));
  return left;
}
