import type { Sql } from '../../platform/db.ts';
import type { CounterChange, UnitKey } from './sale-queue.ts';
import { counterColumns, MOVE_COUNTERS, unitColumns } from './sale-sql.ts';

/**
 * Gives units back outside the sale queue: a hold that ended, a line that was cancelled. Locks the unit rows by key, as
 * every writer does; the caller has locked the checkout or the pre-order before.
 */
export async function moveUnits(tx: Sql, changes: readonly CounterChange[]): Promise<void> {
  if (changes.length === 0) return;
  await lockUnits(tx, changes);
  await tx.query(MOVE_COUNTERS, counterColumns(changes));
}

/** Takes unit rows in the order that all keep. What is left of them is read by a later statement. */
export async function lockUnits(tx: Sql, keys: readonly UnitKey[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM unit WHERE (store_id, waitlist_id, batch_id, variant_id) IN
       (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]))
     ORDER BY store_id, waitlist_id, batch_id, variant_id FOR NO KEY UPDATE`,
    unitColumns(keys),
  );
}
