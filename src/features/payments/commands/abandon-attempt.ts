import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { emit } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';

/**
 * An operator gives up on a payment whose provider does not answer: the checkout's units may go back, and whatever the
 * provider still says of it is a surplus, which is undone. `invalid_parameter` for an attempt that is over.
 */
export async function abandonAttempt(
  deps: Pick<Deps, 'db' | 'outbox'>,
  storeId: string,
  attemptId: string,
): Promise<void> {
  const given = isUuid(attemptId) ? attemptId : null;
  await deps.db.transaction(async (tx) => {
    // Placing holds this lock too: the attempt is either placed or given up, never both.
    await tx.query(
      `SELECT 1 FROM checkout c JOIN attempt a ON a.store_id = c.store_id AND a.checkout_id = c.id
       WHERE a.store_id = $1 AND a.id = $2 FOR NO KEY UPDATE OF c`,
      [storeId, given],
    );
    const ended = await tx.query(
      `UPDATE attempt SET state = 'surplus', updated_at = app_now()
       WHERE store_id = $1 AND id = $2 AND state IN ('open', 'cancel_sent') RETURNING 1`,
      [storeId, given],
    );
    if (ended.length === 0) {
      throw new AppError('invalid_parameter', 'No payment with this id is under way.', { param: 'attempt' });
    }
    await emit(tx, 'attempt.undo', { storeId, subjectId: attemptId });
  });
  deps.outbox.wake();
}
