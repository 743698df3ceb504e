import { AppError } from '../../../domain/error.ts';
import type { PlanTerms } from '../../../domain/payment-plan.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { WaitlistState } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { readClock, type StoreClock } from '../../stores/queries.ts';
import { batchNotFound, planSql, waitlistNotFound } from '../queries.ts';

export type LockedWaitlist = {
  id: string;
  state: WaitlistState;
  launchesAt: Date | null;
  closesAt: Date | null;
  limitPerCustomer: number | null;
  description: string;
  plan: PlanTerms;
};

/** A locked product: until the transaction ends, no other one changes its waitlists, holds its units or sells them. */
export type LockedProduct = StoreClock & {
  storeId: string;
  productId: string;
  title: string;
  waitlists: LockedWaitlist[];
};

/**
 * Locks the product, then the unit rows of all its waitlists that are not closed, in the order of their keys, as the sale queue
 * does. Reads the waitlists after the locks, so that it sees everything that the locks waited for.
 */
export async function lockProduct(tx: Sql, storeId: string, productId: string): Promise<LockedProduct> {
  const [product] = isUuid(productId)
    ? await tx.query<{ title: string }>('SELECT title FROM product WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [
        storeId,
        productId,
      ])
    : [];
  if (!product)
    throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product' });
  await tx.query(
    `SELECT 1 FROM unit WHERE store_id = $1 AND waitlist_id = ANY (
       SELECT id FROM waitlist WHERE store_id = $1 AND product_id = $2 AND state <> 'CLOSED')
     ORDER BY store_id, waitlist_id, batch_id, variant_id FOR NO KEY UPDATE`,
    [storeId, productId],
  );
  const clock = await readClock(tx, storeId);
  const waitlists = await tx.query<LockedWaitlist>(
    `SELECT id, state, launches_at AS "launchesAt", closes_at AS "closesAt",
            limit_per_customer AS "limitPerCustomer", description, ${planSql} AS plan
     FROM waitlist w WHERE store_id = $1 AND product_id = $2 ORDER BY id`,
    [storeId, productId],
  );
  return { storeId, productId, title: product.title, ...clock, waitlists };
}

/** Locks the product of a waitlist. Throws `waitlist_not_found`. */
export async function lockProductOf(tx: Sql, storeId: string, waitlistId: string): Promise<LockedProduct> {
  const [row] = isUuid(waitlistId)
    ? await tx.query<{ productId: string }>(
        'SELECT product_id AS "productId" FROM waitlist WHERE store_id = $1 AND id = $2',
        [storeId, waitlistId],
      )
    : [];
  if (!row) throw waitlistNotFound();
  return lockProduct(tx, storeId, row.productId);
}

/** Locks the product of a batch. Throws `batch_not_found`. */
export async function lockProductOfBatch(tx: Sql, storeId: string, batchId: string): Promise<LockedProduct> {
  const [batch] = isUuid(batchId)
    ? await tx.query<{ waitlistId: string }>(
        'SELECT waitlist_id AS "waitlistId" FROM batch WHERE store_id = $1 AND id = $2',
        [storeId, batchId],
      )
    : [];
  if (!batch) throw batchNotFound();
  return lockProductOf(tx, storeId, batch.waitlistId);
}

export function lockedWaitlist({ waitlists }: Pick<LockedProduct, 'waitlists'>, waitlistId: string): LockedWaitlist {
  const waitlist = waitlists.find(({ id }) => id === waitlistId.toLowerCase());
  if (!waitlist) throw waitlistNotFound();
  return waitlist;
}
