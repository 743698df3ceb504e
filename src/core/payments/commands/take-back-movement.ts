import { isStillDue } from '../../../domain/payment.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { readMoney } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { endChargeAttempts } from './end-movement.ts';
import { lockPreorder } from './lock-preorder.ts';

// By then every earlier request to the provider has timed out.
const ANSWERED_AFTER = "interval '2 minutes'";

/**
 * Returns true if what an open movement takes is still due. A movement may wait for weeks for a paused account, and its
 * pre-order may be cancelled, disputed, given back or erased meanwhile. A movement that gives money back is always due.
 */
export async function isMovementDue(tx: Sql, movement: Movement): Promise<boolean> {
  const { storeId, id, kind, method } = movement;
  if (kind !== 'capture' && kind !== 'charge') return true;
  const money = await readMoney(tx, movement);
  if (!money) return false;
  if (kind === 'charge' && (money.means.disputed || money.method?.ref !== method?.ref)) return false;
  const taken = await tx.query<{ id: string; amount: number }>(
    'SELECT line_id AS id, amount FROM movement_line WHERE store_id = $1 AND movement_id = $2',
    [storeId, id],
  );
  return isStillDue(money.lines, taken);
}

/** Returns true if the provider knows the movement. Then the provider's result decides how it ends. */
export async function isMovementKnown(deps: Pick<Deps, 'payments'>, movement: Movement): Promise<boolean> {
  const { storeId, id, attemptId, kind, provider: name, providerRef, method } = movement;
  const provider = deps.payments(name, storeId);
  if (kind === 'capture') return provider.hasDone(providerRef ?? '', id);
  return providerRef !== null || (method !== null && (await provider.findCharge({ attemptId, method })) !== null);
}

/**
 * Deletes a movement that is not due any more and that the provider does not know. Returns false if another process may
 * have called the provider just now; a later round then decides.
 */
export function takeBackMovement(db: Database, movement: Movement): Promise<boolean> {
  const { storeId, id } = movement;
  return db.transaction(async (tx) => {
    await lockPreorder(tx, movement);
    if (await isMovementDue(tx, movement)) return true; // due again: the next look finishes it
    const [open] = await tx.query<{ answered: boolean }>(
      `SELECT coalesce(asked_at, created_at) < (SELECT app_now()) - ${ANSWERED_AFTER} AS answered
       FROM movement WHERE store_id = $1 AND id = $2 AND state = 'open' FOR UPDATE`,
      [storeId, id],
    );
    if (!open) return true;
    if (!open.answered) return false;
    await tx.query('DELETE FROM movement_line WHERE store_id = $1 AND movement_id = $2', [storeId, id]);
    await tx.query('DELETE FROM movement WHERE store_id = $1 AND id = $2', [storeId, id]);
    if (movement.kind === 'charge') await endChargeAttempts(tx, [movement], 'cancelled');
    return true;
  });
}

/** Notes that the provider is about to be called again. Returns false if the movement was taken back or ended meanwhile. */
export async function noteAskedAgain(sql: Sql, { storeId, id }: Movement): Promise<boolean> {
  const open = await sql.query(
    `UPDATE movement SET asked_at = app_now() WHERE store_id = $1 AND id = $2 AND state = 'open' RETURNING 1`,
    [storeId, id],
  );
  return open.length > 0;
}
