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
  /** At most so many line items; null takes as many as there are units. */
  limit: number | null;
};

/**
 * Begins a release of what has arrived of a batch and is not planned yet; steps then hand it out (`step.ts`). The state of
 * the waitlist does not matter, as long as it ever sold: who ordered waits, whether others still may. `batch_not_found`,
 * `invalid_parameter`, `invalid_transition`. Resolves with its id, or null: nothing is there to be handed out.
 */
export async function startRelease(deps: Pick<Deps, 'db'>, request: ReleaseRequest): Promise<string | null> {
  const limit = checkReleaseLimit(request.limit);
  const { storeId } = request;
  return deps.db.transaction(async (tx) => {
    const { waitlistId, ...batch } = await lockBatch(tx, storeId, request.batchId);
    if (batch.openedAt === null) {
      const message = `The waitlist is ${batch.state} and never sold: nobody waits for what has arrived.`;
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
    ...[storeId, id, batchId],
  ]);
  await tx.query(
    `INSERT INTO release_unit (store_id, release_id, variant_id, units) SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[])`,
    [storeId, id, [...units.keys()], [...units.values()]],
  );
  return id;
}

/**
 * Ends a release: it hands out nothing more, and what it has not handed out is free for another one. Line items that have
 * their unit keep it, and their money moves on. `release_not_found`; one that has ended stays as it ended.
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
