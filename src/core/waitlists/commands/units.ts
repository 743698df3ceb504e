import { checkAllocation } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';

export type BatchKey = { storeId: string; waitlistId: string; batchId: string };
export type VariantUnits = { variantId: string; allocation: number };

type UnitChange = VariantUnits & { delta: number };

/**
 * Sets the allocations of these variants in a batch, and records the changes in the stock ledger. The waitlist must offer the
 * variants, and the caller must have locked its unit rows. Throws `allocation_below_sold` with the floor of the batch.
 */
export async function writeUnits(tx: Sql, key: BatchKey, units: readonly VariantUnits[]): Promise<void> {
  if (units.length === 0) return;
  const before = await readUnits(tx, key);
  const changes = units.map(({ variantId, allocation }): UnitChange => {
    const taken = before.get(variantId);
    return { variantId, allocation: checkAllocation(allocation, taken), delta: allocation - (taken?.allocated ?? 0) };
  });
  // Two statements for any number of variants, because checkouts wait for the unit rows meanwhile.
  await tx.query(
    `INSERT INTO unit (store_id, waitlist_id, batch_id, variant_id, allocated)
     SELECT $1, $2, $3, * FROM unnest($4::uuid[], $5::integer[])
     ON CONFLICT (store_id, waitlist_id, batch_id, variant_id) DO UPDATE SET allocated = excluded.allocated
       WHERE unit.allocated <> excluded.allocated`,
    [
      key.storeId,
      key.waitlistId,
      key.batchId,
      changes.map(({ variantId }) => variantId),
      changes.map(({ allocation }) => allocation),
    ],
  );
  await recordAllocations(tx, key, changes);
}

type UnitCounts = { allocated: number; held: number; sold: number };

async function readUnits(tx: Sql, { storeId, waitlistId, batchId }: BatchKey): Promise<Map<string, UnitCounts>> {
  const rows = await tx.query<UnitCounts & { variantId: string }>(
    `SELECT variant_id AS "variantId", allocated, held, sold FROM unit
     WHERE store_id = $1 AND waitlist_id = $2 AND batch_id = $3`,
    [storeId, waitlistId, batchId],
  );
  return new Map(rows.map((row) => [row.variantId, row]));
}

async function recordAllocations(tx: Sql, { storeId, waitlistId, batchId }: BatchKey, changes: readonly UnitChange[]) {
  await tx.query(
    `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, allocated_delta, reason, source_id, at)
     SELECT $1, $2, $3, c.variant_id, c.delta, 'allocate', $2, app_now()
     FROM unnest($4::uuid[], $5::integer[]) AS c (variant_id, delta) WHERE c.delta <> 0`,
    [storeId, waitlistId, batchId, changes.map(({ variantId }) => variantId), changes.map(({ delta }) => delta)],
  );
}
