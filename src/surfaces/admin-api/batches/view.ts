import { type ArrivedUnits, listArrivals, readArrivedUnits } from '../../../core/releases/queries.ts';
import { readWaitlistOfBatch, type Waitlist } from '../../../core/waitlists/queries.ts';
import { unitsLeft } from '../../../domain/stock.ts';
import type { Sql } from '../../../platform/db.ts';
import type { AdminBatch, AdminBatchDetail } from '../../../protocol/schema/admin-api/batches.ts';

/** Reads the batches of a waitlist, in the order in which they are sold. */
export async function batchesOf(sql: Sql, storeId: string, waitlist: Waitlist): Promise<AdminBatch[]> {
  const shown: AdminBatch[] = [];
  for (const { id } of waitlist.batches) {
    const units = await readArrivedUnits(sql, { storeId, waitlistId: waitlist.id, batchId: id });
    shown.push(batchJson(waitlist, id, units));
  }
  return shown;
}

/** Reads a batch and every count of arrived units. Throws `batch_not_found`. */
export async function batchDetail(sql: Sql, storeId: string, batchId: string): Promise<AdminBatchDetail> {
  const waitlist = await readWaitlistOfBatch(sql, storeId, batchId);
  const id = batchId.toLowerCase();
  const units = await readArrivedUnits(sql, { storeId, waitlistId: waitlist.id, batchId: id });
  const externalIds = new Map(units.map((unit) => [unit.variantId, unit.externalId]));
  const arrivals = (await listArrivals(sql, storeId, id)).map((arrival) => ({
    id: arrival.id,
    at: arrival.at.toISOString(),
    reason: arrival.reason,
    key: arrival.key,
    variants: arrival.units.map(({ variantId, ...count }) => ({ id: externalIds.get(variantId) ?? null, ...count })),
  }));
  return { ...batchJson(waitlist, id, units), arrivals };
}

function batchJson({ product, ...waitlist }: Waitlist, id: string, units: readonly ArrivedUnits[]): AdminBatch {
  const batch = waitlist.batches.find((one) => one.id === id);
  if (!batch) throw new Error(`waitlist ${waitlist.id} without its batch ${id}`);
  const { from, until, version } = batch.promise;
  return {
    id,
    position: batch.position,
    waitlist_id: waitlist.id,
    product: { id: product.externalId, product_code: product.handle },
    ship_window: { from, until, version },
    variants: units.map(({ variantId: _, externalId, planned, owing, ...unit }) => ({
      id: externalId,
      ...unit,
      left: unitsLeft(unit),
      free: unit.arrived - unit.released,
      payment_due: owing,
    })),
  };
}
