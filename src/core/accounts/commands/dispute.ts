import { isOpen } from '../../../domain/dispute.ts';
import { AppError } from '../../../domain/error.ts';
import { toDecimal } from '../../../domain/money.ts';
import type { ListedDispute } from '../../../integrations/payments/port.ts';
import { oneRow } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { bookChargeback } from '../../payments/commands/book-other-hand.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import type { PreorderKey } from '../../payments/queries/money.ts';
import { findPayment } from '../queries/booked.ts';
import { readKeyedAccount } from '../queries.ts';
import { followWaits, OPEN_STATES } from './follow-waits.ts';

const ALERT = 'payment_disputed';
const WON_AFTER_LOSS = 'dispute_won_after_loss';

type RecordDeps = Pick<Deps, 'db' | 'secrets' | 'accounts' | 'outbox'>;

/**
 * Records the current state of a dispute at the provider and what follows for its pre-order: it waits while the dispute is
 * open, and goes on by itself when the dispute ends. Does nothing for a payment that is not ours.
 */
export async function recordDispute(deps: RecordDeps, storeId: string, ref: string): Promise<void> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account) return;
  const { provider } = account;
  await bookDispute(deps, { storeId, provider, dispute: await deps.accounts.readDispute(account.keys, ref) });
}

type DisputeAtProvider = { storeId: string; provider: string; dispute: ListedDispute };

export async function bookDispute(deps: Pick<Deps, 'db' | 'outbox'>, atProvider: DisputeAtProvider): Promise<void> {
  const { storeId, provider, dispute } = atProvider;
  const payment = await findPayment(deps.db, storeId, { provider, ref: dispute.paymentRef });
  if (!payment) return;
  await deps.db.transaction(async (tx) => {
    const { attemptId, preorderId } = payment;
    if (preorderId) await lockPreorder(tx, { storeId, preorderId });
    const written = await upsert(tx, atProvider, payment);
    if (!written) return;
    if (preorderId && written.lost) await bookLost(tx, atProvider, attemptId);
    await updateAlert(tx, atProvider, payment);
    if (written.wonAfterLoss) await alertWonAfterLoss(tx, atProvider, payment);
    if (preorderId) await followWaits(tx, { storeId, preorderId });
  });
  deps.outbox.wake();
}

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

type DisputeOutcome = {
  /** The dispute is lost, and its money is not booked yet. */
  lost: boolean;
  /**
   * The dispute was lost and is now won: the bank gives the money back. Its chargeback is booked, or the payment never led to
   * a pre-order.
   */
  wonAfterLoss: boolean;
};

/**
 * Writes the dispute's row. A person's decision to go on is cleared when the dispute is lost, because that needs a new
 * decision. Returns null when the answer is stale: the provider was asked before the lock, and the dispute has ended since.
 */
async function upsert(
  tx: Sql,
  { storeId, provider, dispute }: DisputeAtProvider,
  { attemptId, preorderId }: Payment,
): Promise<DisputeOutcome | null> {
  const row = oneRow({
    store_id: storeId,
    provider,
    ref: dispute.ref,
    attempt_id: attemptId,
    preorder_id: preorderId,
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    state: dispute.state,
    evidence_due_at: dispute.evidenceDueAt,
    opened_at: dispute.openedAt,
  });
  const [written] = await tx.query<DisputeOutcome>(
    `INSERT INTO dispute AS d (${row.names}) VALUES (${row.params})
     ON CONFLICT (store_id, provider, ref) DO UPDATE SET amount = excluded.amount, reason = excluded.reason,
       state = excluded.state, evidence_due_at = excluded.evidence_due_at,
       preorder_id = coalesce(d.preorder_id, excluded.preorder_id), updated_at = app_now(),
       goes_on_at = CASE WHEN excluded.state = 'lost' AND d.state <> 'lost' THEN NULL ELSE d.goes_on_at END
     WHERE d.state IN (${OPEN_STATES}) OR excluded.state NOT IN (${OPEN_STATES})
     RETURNING state = 'lost' AND movement_id IS NULL AS lost,
       state = 'won' AND (movement_id IS NOT NULL OR preorder_id IS NULL) AND 'lost' = (
         SELECT b.state FROM dispute b -- as it was before
         WHERE b.store_id = d.store_id AND b.provider = d.provider AND b.ref = d.ref) AS "wonAfterLoss"`,
    row.values,
  );
  return written ?? null;
}

async function bookLost(tx: Sql, { storeId, provider, dispute }: DisputeAtProvider, attemptId: string): Promise<void> {
  const movementId = await bookChargeback(tx, { storeId, attemptId }, dispute);
  await tx.query('UPDATE dispute SET movement_id = $4 WHERE store_id = $1 AND provider = $2 AND ref = $3', [
    storeId,
    provider,
    dispute.ref,
    movementId,
  ]);
}

/** Raises or resolves the alert. A pre-order may have several disputes: its alert stays until the last of them is over. */
async function updateAlert(tx: Sql, { storeId, dispute }: DisputeAtProvider, payment: Payment): Promise<void> {
  const { attemptId, preorderId, reference } = payment;
  const subjectId = preorderId ?? attemptId;
  if (!isOpen(dispute.state)) {
    if (preorderId && (await hasOpen(tx, { storeId, preorderId }))) return;
    return resolveAlert(tx, storeId, { code: ALERT, subjectId });
  }
  const values = { ...amountOf(dispute), reason: dispute.reason };
  const shared = { subjectId, next: { step: 'look_at_disputes', about: reference } } as const;
  if (reference) await raiseAlert(tx, storeId, { ...shared, text: ALERT, values: { ...values, reference } });
  else await raiseAlert(tx, storeId, { ...shared, text: `${ALERT}.alone`, values });
}

/** Raises an alert, because the books cannot show this case and only a person can decide where the money goes. */
async function alertWonAfterLoss(
  tx: Sql,
  { storeId, dispute }: DisputeAtProvider,
  { attemptId, preorderId, reference }: Payment,
): Promise<void> {
  const values = amountOf(dispute);
  const subjectId = preorderId ?? attemptId;
  if (reference) return raiseAlert(tx, storeId, { text: WON_AFTER_LOSS, subjectId, values: { ...values, reference } });
  const alone = { ...values, payment: dispute.paymentRef };
  await raiseAlert(tx, storeId, { text: `${WON_AFTER_LOSS}.alone`, subjectId, values: alone });
}

const amountOf = ({ amount, currency }: DisputeAtProvider['dispute']) => ({
  amount: toDecimal(amount, currency),
  currency,
});

async function hasOpen(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<boolean> {
  const open = await tx.query(
    `SELECT 1 FROM dispute WHERE store_id = $1 AND preorder_id = $2 AND state IN (${OPEN_STATES}) LIMIT 1`,
    [storeId, preorderId],
  );
  return open.length > 0;
}

/**
 * Records a person's decision that a pre-order goes on although a payment of it is disputed or was charged back. It is then
 * released and charged in its turn, unless the bank later decides against the store. `invalid_transition` when no dispute
 * holds it back.
 */
export async function goOnDespiteDispute(deps: Pick<Deps, 'db' | 'outbox'>, preorder: PreorderKey): Promise<void> {
  const { storeId, preorderId } = preorder;
  await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, preorder);
    const said = await tx.query(
      `UPDATE dispute SET goes_on_at = app_now()
       WHERE store_id = $1 AND preorder_id = $2 AND goes_on_at IS NULL AND state NOT IN ('won', 'closed') RETURNING 1`,
      [storeId, preorderId],
    );
    if (said.length === 0) {
      throw new AppError('invalid_transition', 'No dispute holds this pre-order back.');
    }
    await followWaits(tx, preorder);
  });
  deps.outbox.wake();
}
