import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/db.ts';
import { customerKeyOf, erasureMarkOf } from '../../checkouts/customer-key.ts';
import { lockSalesOf } from '../../stock/commands.ts';
import type { Person } from '../queries/footprint.ts';

// Longer than a part of an erasure takes; a process that died in the middle refuses holds of the person for so long.
const LEASE = "interval '1 minute'";
// Longer than a request may be under way.
const KEPT = "interval '10 minutes'";

/** Keeps holds of one person out while they are erased. */
export type Guard = {
  /** The erasure's id. */
  id: string;
  /** The erasure goes on. */
  renew(): Promise<void>;
};

/**
 * Runs an erasure so that no hold beside it outlives it. Batches of the store that were decided before are committed when
 * `work` begins, so it sees their contacts; holds that were asked for before it ends are refused. If it fails, nothing is
 * refused any more.
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
    // If this fails as well, the lease ends by itself.
    await db.query('DELETE FROM erasure_guard WHERE store_id = $1 AND id = $2', key).catch(() => undefined);
    throw error;
  }
}

/** Removes those of all stores that no request can be older than. */
export async function pruneGuards(db: Database): Promise<void> {
  await db.query(`DELETE FROM erasure_guard WHERE refuses_until < (SELECT app_now()) - ${KEPT}`);
}
