import type { Sql } from '../../platform/db.ts';
import type { CounterChange, UnitKey } from './sale-requests.ts';
import { counterColumns, MOVE_COUNTERS, SALE_LOCK, unitColumns } from './sale-sql.ts';

/**
 * Waits for the batches of the store that are under way. None begins before the transaction ends, so it has to be short; the
 * batches after it see what it wrote.
 */
export async function lockSalesOf(tx: Sql, storeId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [SALE_LOCK, storeId]);
}

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

// A row that a person or a long transaction has locked may stay locked for minutes. Half a second is many batches of the
// sale queue; who waits longer gives up and comes again.
const LOCK_TIMEOUT = '500ms';

/**
 * Takes a turn between two batches of the sale queue: whoever waits for the store's lock is given it in the order of
 * asking, while a lock of rows alone goes to the next batch again and again. Shared, so that workers do not wait for each
 * other. The commit does not wait for the disk: what is lost with it is done again, and what others commit after it is
 * on the disk only together with it.
 */
export async function takeTurnBesideSale(tx: Sql, storeId: string): Promise<void> {
  await tx.query(
    `SELECT set_config('lock_timeout', $3, true), set_config('synchronous_commit', 'off', true),
            pg_advisory_xact_lock_shared($1, hashtext($2))`,
    [SALE_LOCK, storeId, LOCK_TIMEOUT],
  );
}
