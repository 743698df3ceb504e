import { AppError } from '../../../domain/error.ts';
import { checkArrived } from '../../../domain/release.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { lockArrived } from '../../stock/commands/arrived-units.ts';
import type { BatchOf } from '../queries/queue.ts';
import { type Batch, readBatch } from '../queries.ts';

export type Count = { variantId: string; counted: number };

type ArrivalRequest = {
  storeId: string;
  batchId: string;
  /** The total number of arrived units of each counted variant. */
  counts: readonly Count[];
  /** An idempotency key: a second request with it changes nothing. */
  key: string | null;
};

const KEY_LENGTH_MAX = 200;

/**
 * Records the total number of units of a batch that have arrived. Repeating a count changes nothing; a later count corrects
 * it. A count may be above or below what was sold or allocated, but not below the units that line items already have.
 * Allocations do not change. Throws `batch_not_found`, `unknown_variant`, `missing_parameter`, `invalid_parameter`,
 * `arrived_below_released` or `idempotency_mismatch`. Resolves with true when a count changed.
 */
export async function recordArrival(deps: Pick<Deps, 'db'>, request: ArrivalRequest): Promise<boolean> {
  const { storeId, counts, key } = request;
  checkRequest(request);
  return deps.db.transaction(async (tx) => {
    const { id: batchId, waitlistId } = await lockBatch(tx, storeId, request.batchId);
    if (key !== null && (await wasCounted(tx, { storeId, batchId, key }, counts))) return false;
    await refuseUnknown(tx, { storeId, waitlistId, batchId }, counts);
    const keys = counts.map(({ variantId }) => ({ waitlistId, batchId, variantId }));
    const before = new Map((await lockArrived(tx, storeId, keys)).map((row) => [row.variantId, row]));
    const changes = counts.map(({ variantId, counted }) => {
      const { arrived = 0, released = 0 } = before.get(variantId) ?? {};
      return { variantId, counted: checkArrived(counted, released), delta: counted - arrived };
    });
    const moved = changes.filter(({ delta }) => delta !== 0);
    if (moved.length === 0 && key === null) return false;
    await writeArrival(tx, { storeId, batchId, key }, changes);
    return moved.length > 0;
  });
}

function checkRequest({ counts, key }: ArrivalRequest): void {
  if (counts.length === 0)
    throw new AppError('missing_parameter', 'Say how many units have arrived.', { param: 'variant' });
  if (new Set(counts.map(({ variantId }) => variantId)).size < counts.length) {
    throw new AppError('invalid_parameter', 'A variant is counted twice.', { param: 'variant' });
  }
  if (key !== null && (key === '' || key.length > KEY_LENGTH_MAX || !key.isWellFormed() || key.includes('\0'))) {
    throw new AppError('invalid_parameter', `A key is text of 1 to ${KEY_LENGTH_MAX} characters.`, { param: 'key' });
  }
  for (const { counted } of counts) checkArrived(counted, 0);
}

/** Locks a batch, so that only one transaction counts it or plans its release. Checkouts do not take this lock. */
export async function lockBatch(tx: Sql, storeId: string, batchId: string): Promise<Batch> {
  const batch = await readBatch(tx, storeId, batchId);
  await tx.query('SELECT 1 FROM batch WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, batch.id]);
  return batch;
}

type Arrival = { storeId: string; batchId: string; key: string | null };

async function wasCounted(tx: Sql, { storeId, batchId, key }: Arrival, counts: readonly Count[]): Promise<boolean> {
  const rows = await tx.query<Count>(
    `SELECT u.variant_id AS "variantId", u.counted FROM arrival a
     JOIN arrival_unit u ON u.store_id = a.store_id AND u.arrival_id = a.id
     WHERE a.store_id = $1 AND a.batch_id = $2 AND a.key = $3`,
    [storeId, batchId, key],
  );
  if (rows.length === 0) return false;
  const before = new Map(rows.map(({ variantId, counted }) => [variantId, counted]));
  if (rows.length === counts.length && counts.every(({ variantId, counted }) => before.get(variantId) === counted)) {
    return true;
  }
  throw new AppError('idempotency_mismatch', 'This key was used with other counts.', { param: 'key' });
}

async function refuseUnknown(
  tx: Sql,
  { storeId, waitlistId, batchId }: BatchOf,
  counts: readonly Count[],
): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    'SELECT variant_id AS id FROM unit WHERE store_id = $1 AND waitlist_id = $2 AND batch_id = $3',
    [storeId, waitlistId, batchId],
  );
  const known = new Set(rows.map(({ id }) => id));
  if (counts.every(({ variantId }) => known.has(variantId))) return;
  const message = 'The batch has no units of such a variant: give the batch units of it first.';
  throw new AppError('unknown_variant', message, { param: 'variant' });
}

async function writeArrival(
  tx: Sql,
  { storeId, batchId, key }: Arrival,
  changes: readonly (Count & { delta: number })[],
): Promise<void> {
  const id = newRowId();
  const columns = [
    changes.map(({ variantId }) => variantId),
    changes.map(({ counted }) => counted),
    changes.map(({ delta }) => delta),
  ];
  await tx.query(`INSERT INTO arrival (store_id, id, batch_id, key, reason) VALUES ($1, $2, $3, $4, 'counted')`, [
    storeId,
    id,
    batchId,
    key,
  ]);
  await tx.query(
    `INSERT INTO arrival_unit (store_id, arrival_id, variant_id, counted, delta)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[], $5::int[])`,
    [storeId, id, ...columns],
  );
  await tx.query(
    `UPDATE arrived_unit a SET arrived = c.counted FROM unnest($3::uuid[], $4::int[]) AS c (variant_id, counted)
     WHERE a.store_id = $1 AND a.batch_id = $2 AND a.variant_id = c.variant_id`,
    [storeId, batchId, ...columns.slice(0, 2)],
  );
}
