import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db.ts';
import { customerKeyOf, erasureMarkOf } from '../../checkouts/customer-key.ts';
import { lockSalesOf } from '../../stock/commands.ts';
import type { Person } from '../queries/footprint.ts';

// Longer than one part of an erasure takes. After a crash, holds of the person are refused until the lease ends.
const LEASE = "interval '1 minute'";
// Longer than any request can take.
const KEPT = "interval '10 minutes'";

/** Refuses holds of one person while that person is erased. */
export type Guard = {
  /** The erasure's id. */
  id: string;
  /** Extends the lease, because the erasure is still at work. */
  renew(): Promise<void>;
};

/**
 * Runs an erasure so that no concurrent hold survives it. Batches of holds that were decided earlier are committed before
 * `work` begins, so `work` sees their contacts. Holds that are requested before `work` ends are refused. If `work` fails,
 * no hold is refused any more.
 */
export async function withHoldsRefused<T>(
  db: Database,
  { storeId, email }: Person,
  work: (guard: Guard) => Promise<T>,
): Promise<T> {
  const id = randomUUID();
  const key = [storeId, id];
  await db.transaction(async (tx) => {
    await lockSalesOf(tx, storeId);
    await tx.query(
      `INSERT INTO erasure_guard (store_id, id, who, refuses_until) VALUES ($1, $2, $3, app_now() + ${LEASE})`,
      [...key, erasureMarkOf(customerKeyOf(storeId, email))],
    );
  });
  const until = (moment: string) =>
    db.query(`UPDATE erasure_guard SET refuses_until = ${moment} WHERE store_id = $1 AND id = $2`, key);
  try {
    const result = await work({ id, renew: async () => void (await until(`app_now() + ${LEASE}`)) });
    await until('app_now()');
    return result;
  } catch (error) {
    // If this statement fails as well, the lease ends by itself.
    await db.query('DELETE FROM erasure_guard WHERE store_id = $1 AND id = $2', key).catch(() => undefined);
    throw error;
  }
}

/** Deletes the guards of all stores that ended before any running request began. */
export async function pruneGuards(db: Database): Promise<void> {
  await db.query(`DELETE FROM erasure_guard WHERE refuses_until < (SELECT app_now()) - ${KEPT}`);
}
