import { findVariant } from '../../../core/catalog/names.ts';
import type { PreorderFilter } from '../../../core/preorders/queries/list.ts';
import { readWaitlist, readWaitlistOfBatch } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import type { listPreorders } from '../../../protocol/schema/admin-api/preorders.ts';
import { type Asker, demandScope } from '../authenticate.ts';
import { momentsFrom, productFrom, referencesFrom, sinceFrom } from '../values.ts';

export type GivenFilter = Omit<InputOf<typeof listPreorders>, 'limit' | 'after' | 'sort'>;

/** Returns what narrows a list of pre-orders. Throws if it names what the store has not, or people without the scope. */
export async function filterFrom(sql: Sql, asker: Asker, given: GivenFilter): Promise<PreorderFilter> {
  const isPersonal = [given.email, given.customer, given.country].some((value) => value !== undefined);
  if (isPersonal) demandScope(asker, 'preorders:personal');
  const { store } = asker;
  const placed = momentsFrom({ from: given.placed_from, until: given.placed_until }, store.timeZone, 'placed');
  return {
    ...(await waitlistFrom(sql, store.id, given)),
    ...(await productAndVariant(sql, store.id, given)),
    placedFrom: placed.from,
    placedBefore: placed.before,
    references: referencesFrom(given.references),
    email: given.email,
    customerKey: given.customer,
    state: given.state,
    country: given.country,
    paymentPlan: given.payment_plan,
    updatedAtMin: sinceFrom(given.updated_at_min),
  };
}

type Part = Pick<PreorderFilter, 'waitlistId' | 'batchId' | 'productId' | 'variantId'>;

/** A delivery tells its waitlist, whose index has the pre-orders in their order. */
async function waitlistFrom(sql: Sql, storeId: string, { waitlist_id, batch_id }: GivenFilter): Promise<Part> {
  const waitlistId = waitlist_id === undefined ? undefined : (await readWaitlist(sql, storeId, waitlist_id)).id;
  if (batch_id === undefined) return { waitlistId };
  const { id } = await readWaitlistOfBatch(sql, storeId, batch_id);
  if (waitlistId !== undefined && waitlistId !== id) {
    throw new AppError('batch_not_found', 'The waitlist has no such delivery.', { param: 'batch_id' });
  }
  return { waitlistId: id, batchId: batch_id.toLowerCase() };
}

async function productAndVariant(sql: Sql, storeId: string, { product_id, variant_id }: GivenFilter): Promise<Part> {
  if (product_id === undefined && variant_id !== undefined) {
    throw new AppError('invalid_parameter', 'Name the product_id of the variant too.', { param: 'variant_id' });
  }
  if (product_id === undefined) return {};
  const product = await productFrom(sql, storeId, product_id);
  return {
    productId: product.id,
    variantId: variant_id === undefined ? undefined : findVariant(product, variant_id).id,
  };
}
