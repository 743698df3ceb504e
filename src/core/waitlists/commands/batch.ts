import { AppError } from '../../../domain/error.ts';
import type { Chargeable } from '../../../domain/money.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { checkBatches, checkShipWindow, checkWindowAhead } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readStore } from '../../stores/queries.ts';
import { batchNotFound } from '../queries.ts';
import { checkAmounts } from './amounts.ts';
import { type LockedProduct, lockedWaitlist, lockProductOf } from './lock.ts';
import { checkOffers, insertOffers, type VariantOffer } from './offer.ts';
import { advance } from './state.ts';
import { writeUnits } from './units.ts';

/** Inserts the next batch of a waitlist with its promise. It sells once the batches before it have nothing left. */
export async function insertBatch(
  tx: Sql,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
  { from, until }: ShipWindow,
): Promise<string> {
  const batchId = newRowId();
  await tx.query(
    `INSERT INTO batch (store_id, id, waitlist_id, position)
     SELECT $1, $2, $3, coalesce(max(position), 0) + 1 FROM batch WHERE store_id = $1 AND waitlist_id = $3`,
    [storeId, batchId, waitlistId],
  );
  await tx.query(
    `INSERT INTO promise (store_id, id, batch_id, version, ships_from, ships_until) VALUES ($1, $2, $3, 1, $4, $5)`,
    [storeId, newRowId(), batchId, from, until],
  );
  return batchId;
}

type BatchDeps = Pick<Deps, 'db' | 'paymentsFor'>;

export type NewBatch = {
  /** Calendar days in the store's time zone, both inclusive. */
  shipWindow: ShipWindow;
  variants: readonly VariantOffer[];
};

/**
 * Adds a batch behind the batches of a waitlist. Shoppers get units of it once no batch before it has enough. Throws
 * `waitlist_not_found`, `invalid_transition` for a closed waitlist, `invalid_dates`, `too_many_batches`, the errors of
 * `checkOffers`, and `amount_not_chargeable` for a new variant. Resolves with the id of the batch.
 */
export async function addBatch(
  deps: BatchDeps,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
  { shipWindow, variants }: NewBatch,
): Promise<string> {
  const window = checkShipWindow(shipWindow);
  const chargeable = await readChargeable(deps, storeId);
  return deps.db.transaction(async (tx) => {
    const product = await lockForBatch(tx, storeId, waitlistId);
    checkWindowAhead(window, product.today);
    const [row] = await tx.query<{ batches: number }>(
      'SELECT count(*)::int AS batches FROM batch WHERE store_id = $1 AND waitlist_id = $2',
      [storeId, waitlistId],
    );
    checkBatches((row?.batches ?? 0) + 1);
    const batchId = await insertBatch(tx, { storeId, waitlistId }, window);
    await writeBatchUnits(tx, { product, waitlistId, batchId, chargeable }, variants);
    return batchId;
  });
}

/**
 * Changes the allocations of a batch. Throws `batch_not_found`, `allocation_below_sold` with the floor, and the errors of
 * `addBatch` about its variants and a closed waitlist.
 */
export async function updateBatch(
  deps: BatchDeps,
  { storeId, batchId }: { storeId: string; batchId: string },
  variants: readonly VariantOffer[],
): Promise<void> {
  const chargeable = await readChargeable(deps, storeId);
  await deps.db.transaction(async (tx) => {
    const [batch] = isUuid(batchId)
      ? await tx.query<{ waitlistId: string }>(
          'SELECT waitlist_id AS "waitlistId" FROM batch WHERE store_id = $1 AND id = $2',
          [storeId, batchId],
        )
      : [];
    if (!batch) throw batchNotFound();
    const product = await lockForBatch(tx, storeId, batch.waitlistId);
    await writeBatchUnits(tx, { product, waitlistId: batch.waitlistId, batchId, chargeable }, variants);
  });
}

/** Reads what the store's payment provider can charge; null while the store has no provider. */
async function readChargeable(deps: BatchDeps, storeId: string): Promise<Chargeable | null> {
  const store = await readStore(deps.db, storeId);
  return (await deps.paymentsFor(store))?.chargeable(store.currency) ?? null;
}

async function lockForBatch(tx: Sql, storeId: string, waitlistId: string): Promise<LockedProduct> {
  const product = await lockProductOf(tx, storeId, waitlistId);
  await advance(tx, product);
  if (lockedWaitlist(product, waitlistId).state === 'CLOSED') {
    throw new AppError('invalid_transition', 'A closed waitlist cannot be changed.', { data: { state: 'CLOSED' } });
  }
  return product;
}

type WrittenBatch = { product: LockedProduct; waitlistId: string; batchId: string; chargeable: Chargeable | null };

async function writeBatchUnits(
  tx: Sql,
  { product, waitlistId, batchId, chargeable }: WrittenBatch,
  variants: readonly VariantOffer[],
): Promise<void> {
  const { storeId, productId } = product;
  if (variants.length === 0) {
    throw new AppError('missing_parameter', 'A batch has units of at least one variant.', { param: 'variant' });
  }
  const rows = await tx.query<{ id: string }>(
    'SELECT variant_id AS id FROM waitlist_variant WHERE store_id = $1 AND waitlist_id = $2',
    [storeId, waitlistId],
  );
  const offered = new Set(rows.map(({ id }) => id));
  const known = variants.filter(({ variantId }) => offered.has(variantId));
  if (new Set(known.map(({ variantId }) => variantId)).size < known.length) {
    throw new AppError('invalid_parameter', 'A variant is given twice.', { param: 'variant' });
  }
  if (known.some(({ price, compareAtPrice }) => price !== undefined || compareAtPrice !== undefined)) {
    const message = 'All batches of a waitlist sell at the same price: change it in the waitlist.';
    throw new AppError('invalid_parameter', message, { param: 'price' });
  }
  const added = await checkOffers(
    tx,
    product,
    variants.filter(({ variantId }) => !offered.has(variantId)),
  );
  await writeUnits(tx, { storeId, waitlistId, batchId }, known);
  await insertOffers(tx, { storeId, waitlistId, batchId }, added);
  // The amounts of a draft are checked when it opens.
  if (added.length > 0 && chargeable && lockedWaitlist(product, waitlistId).state !== 'DRAFT') {
    await checkAmounts(tx, { storeId, waitlistId }, chargeable);
  }
  await tx.query('UPDATE waitlist SET updated_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, waitlistId]);
  const detail = { waitlistIds: [waitlistId] };
  await emit(tx, 'waitlist.changed', { storeId, subjectId: productId, detail });
}
