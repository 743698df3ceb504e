import type { AttemptState } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../outbox/outbox.ts';
import type { Attempt } from '../queries.ts';

/**
 * Ends an attempt that can take no money any more. Other movements of its pre-order waited for it, so a job then moves
 * what is due. Returns false if the attempt is not in state `from` any more.
 */
export async function noteCancelled(tx: Sql, attempt: Attempt, from: AttemptState): Promise<boolean> {
  const { storeId, id, preorderId } = attempt;
  const ended = await tx.query(
    `UPDATE attempt SET state = CASE WHEN state = 'created' THEN 'abandoned' ELSE 'cancelled' END, updated_at = app_now()
     WHERE store_id = $1 AND id = $2 AND state = $3 RETURNING 1`,
    [storeId, id, from],
  );
  if (ended.length > 0 && preorderId !== null) await emit(tx, 'money.due', { storeId, subjectId: preorderId });
  return ended.length > 0;
}
