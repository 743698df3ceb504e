import { findVariant } from '../../../core/catalog/names.ts';
import type { PreorderFilter } from '../../../core/preorders/queries/list.ts';
import { readWaitlist, readWaitlistOfBatch } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { parseDay, parseMoment } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import type { listPreorders } from '../../../protocol/schema/admin-api/preorders.ts';
import { type Asker, demandScope } from '../authenticate.ts';
import { productFrom, referencesFrom, sinceFrom } from '../values.ts';

export type GivenFilter = Omit<InputOf<typeof listPreorders>, 'limit' | 'after' | 'sort'>;

/** Returns what narrows a list of pre-orders. Throws if it names what the store has not, or people without the scope. */
export async function filterFrom(sql: Sql, asker: Asker, given: GivenFilter): Promise<PreorderFilter> {
  const isPersonal = [given.email, given.customer, given.country].some((value) => value !== undefined);
  if (isPersonal) demandScope(asker, 'preorders:personal');
  const { store } = asker;
  return {
    ...(await waitlistFrom(sql, store.id, given)),
    ...(await productAndVariant(sql, store.id, given)),
    ...daysFrom(given, store.timeZone),
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

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the first moment, and the one after the last: of the last day its whole. */
function daysFrom(
  { placed_from, placed_until }: GivenFilter,
  timeZone: string,
): Pick<PreorderFilter, 'placedFrom' | 'placedBefore'> {
  const until = placed_until !== undefined && DAY.test(placed_until) ? dayAfter(placed_until) : placed_until;
  return {
    placedFrom: placed_from === undefined ? undefined : parseMoment(placed_from, timeZone, 'placed_from'),
    placedBefore: until === undefined ? undefined : parseMoment(until, timeZone, 'placed_until'),
  };
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(parseDay(day, 'placed_until')) + 86_400_000).toISOString().slice(0, 10);
