import type { Preorder } from '../../../core/preorders/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { type Minor, toDecimal } from '../../../domain/money.ts';
import { exceedsRefundLimit } from '../../../domain/refund.ts';
import type { Asker } from '../authenticate.ts';

/**
 * Throws unless the asker may give back so much of a pre-order: above the store's limit only with the scope `refunds:large`, and
 * staff only when they have just proved who they are. What was given back of the pre-order before counts as well. Without a limit
 * every refund may be large, so staff prove it for each.
 */
export function allowRefund(asker: Asker, { lines, currency }: Preorder, amount: Minor): void {
  const { refundLimit: limit } = asker.store;
  const before = lines.reduce((sum, { givenBack }) => sum + givenBack, 0);
  if (limit === null && amount > 0) asker.prove();
  if (limit === null || !exceedsRefundLimit(limit, { before, amount })) return;
  if (asker.scopes.includes('refunds:large')) {
    asker.prove();
    return;
  }
  const most = `${toDecimal(limit, currency)} ${currency}`;
  const message = `More than ${most} of a pre-order is given back only with the scope refunds:large.`;
  throw new AppError('scope_required', message, { param: 'amount', data: { scope: 'refunds:large' } });
}
