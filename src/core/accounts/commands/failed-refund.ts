import { toDecimal } from '../../../domain/money.ts';
import type { AccountEvent } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import { findRefund } from '../queries.ts';

/**
 * Raises an alert about a refund that came back: a bank accepts a refund and returns it days later, for example because the
 * card was closed. The provider does not try again, so only the merchant can pay the shopper in another way. The ledger
 * keeps the refund as given back (docs/decisions/0266-refused-refunds-are-retried-without-end.md).
 */
export async function alertFailedRefund(
  tx: Sql,
  { storeId, provider }: { storeId: string; provider: string },
  failed: NonNullable<AccountEvent['failedRefund']>,
): Promise<void> {
  const refund = await findRefund(tx, storeId, { provider, ...failed });
  if (!refund) return; // of another system at the same account
  const { currency, reference, movementId } = refund;
  const values = { amount: toDecimal(refund.amount, currency), currency, reference };
  await raiseAlert(tx, storeId, { text: 'refund_came_back', subjectId: movementId, values });
}
