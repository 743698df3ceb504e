import type { CheckoutState } from '../../../domain/checkout.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { type AttemptEnd, endLiveAttempt } from '../../payments/commands/end-attempt.ts';
import { moveUnits } from '../../stock/commands.ts';
import { isBeingPaid, timeIsUp } from '../../stock/hold-life.ts';

export type EndDeps = Pick<Deps, 'db' | 'payments' | 'sales' | 'answers' | 'outbox' | 'log'>;

/** ended: the units are given back · placed: it became a pre-order · pending: the units are kept, the end is not known yet. */
export type CheckoutEnd = 'ended' | 'placed' | 'pending';

/**
 * Ends a checkout and gives back its units, because its time is over or because the shopper gave it up. The end of a payment
 * under way comes first: the provider's answer decides, and the checkout may become a pre-order.
 */
export async function endCheckout(
  deps: EndDeps,
  checkout: { storeId: string; checkoutId: string },
  as: 'expired' | 'abandoned',
): Promise<CheckoutEnd> {
  const attempt: AttemptEnd = await endLiveAttempt(deps, checkout.storeId, checkout.checkoutId);
  if (attempt !== 'none') return attempt;
  const { end, productId } = await deps.db.transaction((tx) => release(tx, checkout, as));
  if (productId !== null) {
    deps.answers.invalidate(checkout.storeId, productId);
    deps.outbox.wake();
  }
  return end;
}

type ReleasedHold = { waitlistId: string; batchId: string; variantId: string; quantity: number; productId: string };

/**
 * Gives back the units. `productId` is null when none were given back: the checkout has already ended, is being paid again, or
 * has time left.
 */
async function release(
  tx: Sql,
  { storeId, checkoutId }: { storeId: string; checkoutId: string },
  as: 'expired' | 'abandoned',
): Promise<{ end: CheckoutEnd; productId: string | null }> {
  const [checkout] = await tx.query<{ state: CheckoutState }>(
    'SELECT state FROM checkout WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [storeId, checkoutId],
  );
  const [held] = await tx.query<ReleasedHold>(
    `SELECT h.waitlist_id AS "waitlistId", h.batch_id AS "batchId", h.variant_id AS "variantId", h.quantity,
            w.product_id AS "productId"
     FROM hold h JOIN waitlist w ON w.store_id = h.store_id AND w.id = h.waitlist_id
     WHERE h.store_id = $1 AND h.checkout_id = $2 AND ($3 = 'abandoned' OR ${timeIsUp('h')})
       AND NOT ${isBeingPaid('h')}`,
    [storeId, checkoutId, as],
  );
  if (!held) return { end: endOf(checkout?.state), productId: null };
  const { productId, quantity, ...unit } = held;
  const reason = as === 'expired' ? 'expire' : 'abandon';
  await moveUnits(tx, [{ storeId, ...unit, held: -quantity, sold: 0, reason, sourceId: checkoutId }]);
  await tx.query('DELETE FROM hold WHERE store_id = $1 AND checkout_id = $2', [storeId, checkoutId]);
  await tx.query('DELETE FROM discount_use WHERE store_id = $1 AND checkout_id = $2', [storeId, checkoutId]);
  await tx.query('UPDATE checkout SET state = $3, updated_at = app_now() WHERE store_id = $1 AND id = $2', [
    storeId,
    checkoutId,
    as,
  ]);
  await emit(tx, 'stock.changed', { storeId, subjectId: productId });
  return { end: 'ended', productId };
}

/** Returns how the checkout ended. The state was read under the lock that ending and placing use, so it is final or `held`. */
function endOf(state: CheckoutState | undefined): CheckoutEnd {
  if (state === 'completed') return 'placed';
  return state === 'held' ? 'pending' : 'ended';
}
