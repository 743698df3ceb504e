import { AppError } from '../../../domain/error.ts';
import { checkReleaseLimit, planRelease } from '../../../domain/release.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { readQueue } from '../queries/queue.ts';
import { freeUnits, plannedUnits, readArrivedUnits, readRelease } from '../queries.ts';
import { lockBatch } from './arrive.ts';

export type ReleaseRequest = {
  storeId: string;
  batchId: string;
  /** The most line items to release; null means as many as there are units. */
  limit: number | null;
};

/**
 * Starts a release of the arrived units of a batch that no running release has planned. Steps then hand them out (`step.ts`).
 * The waitlist may be in any state, as long as it has ever sold. Throws `batch_not_found`, `invalid_parameter` or
 * `invalid_transition`. Resolves with the id of the release, or null when there are no units to hand out.
 */
export async function startRelease(deps: Pick<Deps, 'db'>, request: ReleaseRequest): Promise<string | null> {
  const limit = checkReleaseLimit(request.limit);
  const { storeId } = request;
  return deps.db.transaction(async (tx) => {
    const { waitlistId, ...batch } = await lockBatch(tx, storeId, request.batchId);
    if (batch.openedAt === null) {
      const message = `The waitlist is ${batch.state} and never sold, so no line item waits for the units.`;
      throw new AppError('invalid_transition', message, { data: { state: batch.state } });
    }
    const key = { storeId, waitlistId, batchId: batch.id };
    const arrived = await readArrivedUnits(tx, key);
    const queue = await readQueue(tx, key);
    const { units } = planRelease({ queue, free: freeUnits(arrived) }, plannedUnits(arrived), limit);
    return units.size === 0 ? null : writeRelease(tx, { storeId, batchId: batch.id }, units);
  });
}

async function writeRelease(
  tx: Sql,
  { storeId, batchId }: { storeId: string; batchId: string },
  units: ReadonlyMap<string, number>,
): Promise<string> {
  const id = newRowId();
  await tx.query(`INSERT INTO release (store_id, id, batch_id, state) VALUES ($1, $2, $3, 'running')`, [
    storeId,
    id,
    batchId,
  ]);
  await tx.query(
    `INSERT INTO release_unit (store_id, release_id, variant_id, units) SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[])`,
    [storeId, id, [...units.keys()], [...units.values()]],
  );
  return id;
}

/**
 * Stops a release. The units that it has not handed out become free for another release. Line items that have their unit keep
 * it, and their payments go on. Throws `release_not_found`. A release that has ended stays as it is.
 */
export async function stopRelease(
  deps: Pick<Deps, 'db'>,
  { storeId, releaseId }: { storeId: string; releaseId: string },
): Promise<void> {
  const { id } = await readRelease(deps.db, storeId, releaseId);
  await deps.db.query(
    `UPDATE release SET state = 'stopped', ended_at = app_now() WHERE store_id = $1 AND id = $2 AND state = 'running'`,
    [storeId, id],
  );
}
