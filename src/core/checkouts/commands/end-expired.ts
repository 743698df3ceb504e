import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emitAll } from '../../outbox/outbox.ts';
import { moveUnits, takeTurnBesideSale } from '../../stock/commands.ts';
import { isOver } from '../../stock/hold-life.ts';
import type { UnitKey } from '../../stock/sale-requests.ts';
import { stillOver } from '../queries.ts';

/**
 * Ends the checkouts of a store whose time is over and gives back their units, in one short transaction. It locks in the
 * order of the sale queue (store, checkouts by key, units by key) and writes set-based. Checkouts that another transaction
 * has locked are skipped: that transaction or the next round ends them. Resolves with the number that ended.
 */
export async function endExpired(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  storeId: string,
  checkoutIds: readonly string[],
): Promise<number> {
  // Another worker may have ended them in the meantime. Check this first, without waiting for a turn in the sale queue.
  const over = await stillOver(deps.db, storeId, checkoutIds);
  if (over.length === 0) return 0;
  const ended = await deps.db.transaction((tx) => giveBack(tx, storeId, over));
  if (ended.length === 0) return 0;
  for (const productId of productsOf(ended)) deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
  return ended.length;
}

type Ended = UnitKey & { checkoutId: string; quantity: number; productId: string };

const productsOf = (ended: readonly Ended[]) => [...new Set(ended.map((hold) => hold.productId))];

async function giveBack(tx: Sql, storeId: string, checkoutIds: readonly string[]): Promise<Ended[]> {
  await takeTurnBesideSale(tx, storeId);
  const locked = await tx.query<{ id: string }>(
    `SELECT c.id FROM checkout c WHERE c.store_id = $1 AND c.id = ANY ($2::uuid[])
     ORDER BY c.store_id, c.id FOR NO KEY UPDATE SKIP LOCKED`,
    [storeId, checkoutIds],
  );
  // This has to be a separate statement: its snapshot shows a payment that began before we had the lock.
  const ended = await tx.query<Ended>(END, [storeId, locked.map(({ id }) => id)]);
  const changes = ended.map(({ checkoutId, quantity, waitlistId, batchId, variantId }) => {
    const unit = { storeId, waitlistId, batchId, variantId };
    return { ...unit, held: -quantity, sold: 0, reason: 'expire' as const, sourceId: checkoutId };
  });
  await moveUnits(tx, changes);
  await emitAll(tx, 'stock.changed', { storeId, subjectIds: productsOf(ended) });
  return ended;
}

const END = `
  WITH over AS (
    DELETE FROM hold h WHERE h.store_id = $1 AND h.checkout_id = ANY ($2::uuid[]) AND ${isOver('h')} RETURNING h.*),
  ended AS (
    UPDATE checkout c SET state = 'expired', updated_at = (SELECT app_now())
    FROM over o WHERE c.store_id = o.store_id AND c.id = o.checkout_id),
  codes AS (
    DELETE FROM discount_use u USING over o WHERE u.store_id = o.store_id AND u.checkout_id = o.checkout_id)
  SELECT o.store_id AS "storeId", o.checkout_id AS "checkoutId", o.waitlist_id AS "waitlistId", o.batch_id AS "batchId",
         o.variant_id AS "variantId", o.quantity, w.product_id AS "productId"
  FROM over o JOIN waitlist w ON w.store_id = o.store_id AND w.id = o.waitlist_id`;
