import { type Arrival, type ArrivedUnits, listArrivals, readArrivedUnits } from '../../core/releases/queries.ts';
import { readWaitlistOfBatch, type Waitlist, type WaitlistBatch } from '../../core/waitlists/queries.ts';
import { unitsLeft } from '../../domain/stock.ts';
import type { Sql } from '../../platform/db.ts';
import type { AdminBatch, AdminBatchDetail } from '../../protocol/schema/admin-api/batches.ts';

/** A batch with its waitlist, and with what arrived of each variant. */
export type ShownBatch = Omit<WaitlistBatch, 'units'> & { waitlist: Waitlist; units: ArrivedUnits[] };

/** Reads the batches of a waitlist, in the order in which they are sold. */
export async function readBatches(sql: Sql, storeId: string, waitlist: Waitlist): Promise<ShownBatch[]> {
  const shown: ShownBatch[] = [];
  for (const batch of waitlist.batches) {
    const units = await readArrivedUnits(sql, { storeId, waitlistId: waitlist.id, batchId: batch.id });
    shown.push({ ...batch, waitlist, units });
  }
  return shown;
}

/** Reads a batch and every count of arrived units. Throws `batch_not_found`. */
export async function readShownBatch(
  sql: Sql,
  storeId: string,
  batchId: string,
): Promise<{ batch: ShownBatch; arrivals: Arrival[] }> {
  const waitlist = await readWaitlistOfBatch(sql, storeId, batchId);
  const id = batchId.toLowerCase();
  const found = waitlist.batches.find((one) => one.id === id);
  if (!found) throw new Error(`waitlist ${waitlist.id} without its batch ${id}`);
  const units = await readArrivedUnits(sql, { storeId, waitlistId: waitlist.id, batchId: id });
  return { batch: { ...found, waitlist, units }, arrivals: await listArrivals(sql, storeId, id) };
}

export function batchJson({ id, position, promise, waitlist, units }: ShownBatch): AdminBatch {
  return {
    id,
    position,
    waitlist_id: waitlist.id,
    product: { id: waitlist.product.externalId, product_code: waitlist.product.handle },
    ship_window: { from: promise.from, until: promise.until, version: promise.version },
    variants: units.map((unit) => ({
      id: unit.externalId,
      sku: unit.sku,
      title: unit.title,
      allocated: unit.allocated,
      held: unit.held,
      sold: unit.sold,
      left: unitsLeft(unit),
      arrived: unit.arrived,
      released: unit.released,
      free: freeUnits(unit),
      waiting: unit.waiting,
      payment_due: unit.owing,
    })),
  };
}

export function batchDetailJson(batch: ShownBatch, arrivals: readonly Arrival[]): AdminBatchDetail {
  const variantIds = new Map(batch.units.map((unit) => [unit.variantId, unit.externalId]));
  return {
    ...batchJson(batch),
    arrivals: arrivals.map((arrival) => ({
      id: arrival.id,
      at: arrival.at.toISOString(),
      reason: arrival.reason,
      key: arrival.key,
      variants: arrival.units.map(({ variantId, counted, delta }) => ({
        id: variantIds.get(variantId) ?? null,
        counted,
        delta,
      })),
    })),
  };
}

/** Returns how many units have arrived and belong to no line item. */
export function freeUnits({ arrived, released }: ArrivedUnits): number {
  return arrived - released;
}
