import { formatMoney } from '../../../domain/money.ts';
import type { AccountEvent } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import { findRefund } from '../queries.ts';

/**
 * A bank takes a refund and sends it back days later: the card was closed, say. The provider has the money again and does not
 * try once more, so only the merchant can give it to the shopper. The ledger keeps that it was given back, since it is owed
 * as that; the alert says how (docs/decisions/0208-a-refund-that-comes-back-is-for-a-person.md).
 */
export async function alertFailedRefund(
  tx: Sql,
  { storeId, provider }: { storeId: string; provider: string },
  failed: NonNullable<AccountEvent['failedRefund']>,
): Promise<void> {
  const refund = await findRefund(tx, storeId, { provider, ...failed });
  if (!refund) return; // of another system at the same account
  const amount = formatMoney(refund.amount, refund.currency, 'en');
  const message = `A refund of ${amount} for ${refund.reference} came back: the shopper's bank did not take it, and the money is in your account at the payment provider again. Give it to the shopper another way.`;
  await raiseAlert(tx, storeId, { code: 'refund_came_back', subjectId: refund.movementId, message });
}
