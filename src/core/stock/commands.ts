import { arraysOf } from '../../platform/columns.ts';
import type { Sql } from '../../platform/db.ts';
import type { CounterChange, UnitKey } from './sale-requests.ts';
import { counterArrays, MOVE_COUNTERS, SALE_LOCK, UNIT_KEY } from './sale-sql.ts';

/**
 * Locks the sale queue of a store: waits for its running batches, and no other batch begins before this transaction ends. So
 * keep the transaction short. Later batches see its writes.
 */
export async function lockSalesOf(tx: Sql, storeId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [SALE_LOCK, storeId]);
}

/**
 * Moves counters outside the sale queue, for example when a hold ends or a line item is cancelled. Locks the unit rows in the
 * order of their keys, as every writer does. The caller must have locked the checkout or the pre-order before.
 */
export async function moveUnits(tx: Sql, changes: readonly CounterChange[]): Promise<void> {
  if (changes.length === 0) return;
  await lockUnits(tx, changes);
  await tx.query(MOVE_COUNTERS, counterArrays(changes));
}

/** Locks unit rows in the order that every writer keeps. Read their counters in a later statement, which sees the newest. */
export async function lockUnits(tx: Sql, keys: readonly UnitKey[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM unit WHERE (store_id, waitlist_id, batch_id, variant_id) IN
       (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]))
     ORDER BY store_id, waitlist_id, batch_id, variant_id FOR NO KEY UPDATE`,
    arraysOf(UNIT_KEY, keys),
  );
}

// A person or a long transaction may keep a row locked for minutes. Half a second is many batches of the sale queue, so a
// transaction that waits longer gives up and is retried.
const LOCK_TIMEOUT = '500ms';

/**
 * Takes a turn between two batches of the sale queue. The store's lock is granted in the order of requests; with row locks
 * alone, the next batch would win again and again. The lock is shared, so that workers do not wait for each other. The commit
 * does not wait for the disk: lost work is done again, and a later commit reaches the disk only together with this one.
 */
export async function takeTurnBesideSale(tx: Sql, storeId: string): Promise<void> {
  await tx.query(
    `SELECT set_config('lock_timeout', $3, true), set_config('synchronous_commit', 'off', true),
            pg_advisory_xact_lock_shared($1, hashtext($2))`,
    [SALE_LOCK, storeId, LOCK_TIMEOUT],
  );
}
