import { AppError } from '../../../domain/error.ts';
import { type MomentPeriod, momentPeriod } from '../../../domain/moment-period.ts';
import { type Difference, reconcile, type TheirPayment } from '../../../domain/reconciliation.ts';
import { dayIn } from '../../../domain/store-time.ts';
import { type ListedPayment, ProviderError } from '../../../integrations/payments/port.ts';
import { readingOf } from '../../../platform/standby.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import { isAlertOpen } from '../../alerts/queries.ts';
import type { Deps } from '../../deps.ts';
import type { MoneyDeps } from '../../payments/commands/finish-movement.ts';
import { readStore } from '../../stores/queries.ts';
import { listMoved, readBooked } from '../queries/booked.ts';
import { type KeyedAccount, readKeyedAccount } from '../queries.ts';
import { bookDifferences } from './book-differences.ts';
import { accountNotFound } from './connect.ts';

type ReconcileDeps = Pick<Deps, 'db' | 'secrets' | 'accounts'>;

const ALERT = 'payments_differ';
const AT_ONCE = 500;

export type Reconciliation = { payments: number; others: number; differences: Difference[] };

/** `alsoRefs`: the provider's ids of further payments to compare, whenever they were made or moved. */
type Compared = MomentPeriod & { alsoRefs?: readonly string[] };

/**
 * Compares the provider's list with our ledger in both directions: payments that were made or refunded at the provider in
 * the period, and payments whose money our ledger moved in it. Changes nothing. `payment_account_not_found`; rejects with
 * `ProviderError` when the provider does not answer.
 */
export async function reconcileStore(
  deps: ReconcileDeps,
  storeId: string,
  compared: Compared,
): Promise<Reconciliation> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account) throw accountNotFound();
  const found: Reconciliation = { payments: 0, others: 0, differences: [] };
  const seen = new Set<string>(); // only the ids, because a period may have many payments
  for await (const listed of pagesOf(deps.accounts.list(account.keys, compared.from, compared.until))) {
    const refs = listed.map(({ ref }) => ref);
    for (const ref of refs) seen.add(ref);
    // Read after the provider's list, and from where all is that was committed before: otherwise our own would look like another's.
    const booked = await readBooked(await readingOf(deps.db), account, refs);
    const known = new Set(booked.map(({ ref }) => ref));
    const ours = listed.filter(({ ref, storeId: made }) => known.has(ref) || made === storeId);
    found.payments += ours.length;
    found.others += listed.length - ours.length;
    found.differences.push(...reconcile(booked, ours.map(toTheirPayment)));
  }
  const compareUnlisted = async (refs: readonly string[]): Promise<void> => {
    const unlisted = [...new Set(refs)].filter((ref) => !seen.has(ref));
    for (const ref of unlisted) seen.add(ref);
    found.payments += unlisted.length;
    found.differences.push(...(await compareEach(deps, account, unlisted)));
  };
  for await (const moved of listMoved(await readingOf(deps.db), account, compared)) await compareUnlisted(moved);
  await compareUnlisted(compared.alsoRefs ?? []);
  return found;
}

/**
 * Compares a period that a person names, by days or times on the store's clock; by default the last 30 days. Throws
 * `invalid_parameter`, `payment_account_not_found`, or `unavailable` when the provider does not answer.
 */
export async function comparePeriod(
  deps: ReconcileDeps & Pick<Deps, 'clock'>,
  { id, timeZone }: { id: string; timeZone: string },
  given: { from?: string | undefined; to?: string | undefined },
): Promise<{ period: MomentPeriod; found: Reconciliation }> {
  const period = momentPeriod(given, { now: deps.clock.now(), timeZone });
  const found = await reconcileStore(deps, id, period).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('unavailable', `The provider does not answer: ${error.message}`);
  });
  return { period, found };
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
 * Compares payments one by one with the provider's record of each. Needed for those that the provider's list leaves out,
 * because they were made before the period, and for comparing again after booking.
 */
async function compareEach(deps: ReconcileDeps, account: KeyedAccount, refs: readonly string[]): Promise<Difference[]> {
  const booked = new Map(
    (await readBooked(await readingOf(deps.db), account, refs)).map((payment) => [payment.ref, payment]),
  );
  const differences: Difference[] = [];
  for (const ref of refs) {
    const ours = booked.get(ref);
    const theirs = await deps.accounts.find(account.keys, ref);
    differences.push(...reconcile(ours ? [ours] : [], theirs ? [toTheirPayment(theirs)] : []));
  }
  return differences;
}

function toTheirPayment({ ref, attemptId, status, currency, capturedAmount, refunds }: ListedPayment): TheirPayment {
  return { ref, attemptId, holdsAuthorisation: status === 'authorised', currency, captured: capturedAmount, refunds };
}

const OVERLAP = "interval '1 day'"; // payments that were under way the night before are compared again
const FIRST_PERIOD_MIN = "interval '30 days'";

/**
 * Compares a store's books once a night; the claim lets one process do it. Books what another hand did. Other differences
 * raise an alert. The payments that have them are compared every night from then on, however old they are, until all of
 * them agree. Then the alert is resolved. If a person resolves it first, they are compared no longer.
 */
export async function reconcileByNight(deps: ReconcileDeps & MoneyDeps, storeId: string): Promise<void> {
  const [night] = await deps.db.query<MomentPeriod & { differing: string[] }>(
    `UPDATE payment_account SET reconcile_started_at = app_now()
     WHERE store_id = $1 AND coalesce(reconcile_started_at, connected_at) <= (SELECT app_now()) - interval '1 day'
     RETURNING coalesce(reconciled_until - ${OVERLAP}, least(connected_at, app_now() - ${FIRST_PERIOD_MIN})) AS from, app_now() AS until,
       differing_refs AS differing`,
    [storeId],
  );
  if (!night) return;
  const { timeZone } = await readStore(deps.db, storeId);
  const alert = { code: ALERT, subjectId: storeId };
  const alsoRefs = (await isAlertOpen(deps.db, storeId, alert)) ? night.differing : [];
  const found = await reconcileStore(deps, storeId, { ...night, alsoRefs });
  const differences = await bookAndCompareAgain(deps, storeId, found.differences);
  const undecided = await listMoving(deps, storeId, alsoRefs);
  const refs = [...new Set([...differences.map(({ ref }) => ref), ...undecided])];
  await deps.db.transaction(async (tx) => {
    await tx.query('UPDATE payment_account SET reconciled_until = $2, differing_refs = $3 WHERE store_id = $1', [
      storeId,
      night.until,
      refs,
    ]);
    const [first] = differences;
    if (!first) return refs.length > 0 ? undefined : resolveAlert(tx, storeId, alert);
    const next = { step: 'compare_payments', about: dayIn(night.from, timeZone) } as const;
    const { ref: payment, code: difference, currency, about } = first;
    const values = { count: differences.length, payment, difference, currency, about: about ?? '' };
    await raiseAlert(tx, storeId, { text: ALERT, subjectId: storeId, values, next });
  });
}

async function bookAndCompareAgain(
  deps: ReconcileDeps & MoneyDeps,
  storeId: string,
  found: readonly Difference[],
): Promise<Difference[]> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account || found.length === 0) return [...found];
  const refs = await bookDifferences(deps, account, found);
  const inspected = new Set(refs);
  return [...found.filter(({ ref }) => !inspected.has(ref)), ...(await compareEach(deps, account, refs))];
}

/** Returns those of the payments that have a movement under way: nothing can be said of them until it ends. */
async function listMoving(deps: ReconcileDeps, storeId: string, refs: readonly string[]): Promise<string[]> {
  const account = await readKeyedAccount(deps, storeId);
  const booked = account ? await readBooked(deps.db, account, refs) : [];
  return booked.filter(({ moving }) => moving).map(({ ref }) => ref);
}
