import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';

export type ArrivedKey = { waitlistId: string; batchId: string; variantId: string };
/** A line item and the source of its unit. */
export type ArrivedLine = ArrivedKey & { id: string };

/**
 * Locks and reads the counters of these batches and variants; a missing one is created at zero. Every transaction locks in
 * this order: pre-orders, unit rows, then these counters.
 */
export async function lockArrived(tx: Sql, storeId: string, keys: readonly ArrivedKey[]): Promise<ArrivedCount[]> {
  const columns = [keys.map((key) => key.waitlistId), keys.map((key) => key.batchId), keys.map((key) => key.variantId)];
  await tx.query(
    `INSERT INTO arrived_unit (store_id, waitlist_id, batch_id, variant_id, arrived)
     SELECT DISTINCT $1::uuid, k.*, 0 FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS k (waitlist_id, batch_id, variant_id)
     ORDER BY batch_id, variant_id ON CONFLICT DO NOTHING`,
    [storeId, ...columns],
  );
  return tx.query<ArrivedCount>(
    `SELECT batch_id AS "batchId", variant_id AS "variantId", arrived, released FROM arrived_unit
     WHERE store_id = $1 AND (batch_id, variant_id) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[]))
     ORDER BY store_id, batch_id, variant_id FOR NO KEY UPDATE`,
    [storeId, ...columns.slice(1)],
  );
}

export type ArrivedCount = { batchId: string; variantId: string; arrived: number; released: number };

/**
 * Gives arrived units to line items that the merchant releases by hand. If too few were counted, the count is raised: the
 * merchant must have the units in hand.
 */
export async function takeByHand(tx: Sql, storeId: string, lines: readonly ArrivedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const wanted = countUnits(lines);
  for (const count of await lockArrived(tx, storeId, lines)) {
    const units = wanted.get(keyOf(count)) ?? 0;
    const short = count.released + units - count.arrived;
    if (short > 0) await countByHand(tx, storeId, { ...count, delta: short });
    await tx.query(
      `UPDATE arrived_unit SET arrived = arrived + $4, released = released + $5
       WHERE store_id = $1 AND batch_id = $2 AND variant_id = $3`,
      [storeId, count.batchId, count.variantId, Math.max(0, short), units],
    );
  }
}

async function countByHand(tx: Sql, storeId: string, count: ArrivedCount & { delta: number }): Promise<void> {
  const id = newRowId();
  await tx.query(`INSERT INTO arrival (store_id, id, batch_id, reason) VALUES ($1, $2, $3, 'by_hand')`, [
    storeId,
    id,
    count.batchId,
  ]);
  await tx.query(
    'INSERT INTO arrival_unit (store_id, arrival_id, variant_id, counted, delta) VALUES ($1, $2, $3, $4, $5)',
    [storeId, id, count.variantId, count.arrived + count.delta, count.delta],
  );
}

/**
 * Gives back the units of cancelled line items. A release that is done runs again, so that the next of the queue gets the
 * unit; a stopped release stays stopped.
 */
export async function giveBackArrived(tx: Sql, storeId: string, lines: readonly ArrivedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const given = countUnits(lines);
  for (const { batchId, variantId } of await lockArrived(tx, storeId, lines)) {
    await tx.query(
      `UPDATE arrived_unit SET released = released - $4 WHERE store_id = $1 AND batch_id = $2 AND variant_id = $3`,
      [storeId, batchId, variantId, given.get(keyOf({ batchId, variantId })) ?? 0],
    );
  }
  const releases = await tx.query<{ releaseId: string; variantId: string; units: number }>(
    `WITH back AS (
       UPDATE release_line SET given_back_at = app_now(), settled = true
       WHERE store_id = $1 AND line_id = ANY($2::uuid[]) AND given_back_at IS NULL
       RETURNING release_id, variant_id)
     SELECT release_id AS "releaseId", variant_id AS "variantId", count(*)::int AS units
     FROM back GROUP BY 1, 2 ORDER BY 1, 2`,
    [storeId, lines.map(({ id }) => id)],
  );
  for (const { releaseId, variantId, units } of releases) {
    await tx.query(
      `UPDATE release_unit SET released = released - $4 WHERE store_id = $1 AND release_id = $2 AND variant_id = $3`,
      [storeId, releaseId, variantId, units],
    );
  }
  await tx.query(
    `UPDATE release SET state = 'running', ended_at = NULL
     WHERE store_id = $1 AND id = ANY($2::uuid[]) AND state = 'done'`,
    [storeId, releases.map(({ releaseId }) => releaseId)],
  );
}

type UnitName = { batchId: string; variantId: string };
const keyOf = ({ batchId, variantId }: UnitName) => `${batchId} ${variantId}`;

function countUnits(lines: readonly UnitName[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  return counts;
}
