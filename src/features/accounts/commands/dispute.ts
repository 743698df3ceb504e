import { formatMoney } from '../../../domain/money.ts';
import type { ListedDispute } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlert, resolveAlert } from '../../stores/commands.ts';
import { findPayment, readKeyedAccount } from '../queries.ts';

const ALERT = 'payment_disputed';

/** Writes down what the provider says of a dispute now; of a payment that is not ours it writes nothing. */
export async function recordDispute(
  deps: Pick<Deps, 'db' | 'secrets' | 'accounts'>,
  storeId: string,
  ref: string,
): Promise<void> {
  const account = await readKeyedAccount(deps, storeId);
  if (!account) return;
  const { provider } = account;
  const dispute = await deps.accounts.readDispute(account.keys, ref);
  const payment = await findPayment(deps.db, storeId, { provider, ref: dispute.paymentRef });
  if (!payment) return;
  await deps.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO dispute (store_id, provider, ref, attempt_id, preorder_id, amount, currency, reason, state,
                            evidence_due_at, opened_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (store_id, provider, ref) DO UPDATE SET amount = excluded.amount, reason = excluded.reason,
         state = excluded.state, evidence_due_at = excluded.evidence_due_at,
         preorder_id = coalesce(dispute.preorder_id, excluded.preorder_id), updated_at = app_now()`,
      [
        ...[storeId, provider, ref, payment.attemptId, payment.preorderId, dispute.amount, dispute.currency],
        ...[dispute.reason, dispute.state, dispute.evidenceDueAt, dispute.openedAt],
      ],
    );
    const alert = { code: ALERT, subjectId: payment.preorderId ?? payment.attemptId };
    if (isOver(dispute)) return resolveAlert(tx, storeId, alert);
    const what = `${formatMoney(dispute.amount, dispute.currency, 'en')}${payment.reference ? ` of ${payment.reference}` : ''}`;
    const why = dispute.reason.replaceAll('_', ' ');
    const message = `A shopper's bank disputes ${what} (${why}). See ./service payments disputes, and answer it at the provider.`;
    await raiseAlert(tx, storeId, { ...alert, message });
  });
}

const isOver = ({ state }: ListedDispute) => state === 'won' || state === 'lost' || state === 'closed';
