import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readAttempt } from '../queries.ts';
import { lockSubject } from './end-attempt.ts';

/**
 * Gives up on a payment whose provider does not answer, for an operator. The checkout's units may then go back to sale,
 * and money that the provider still authorises is a surplus, which is undone. Throws `attempt_not_found`, also for an
 * attempt that is over.
 */
export async function abandonAttempt(
  deps: Pick<Deps, 'db' | 'outbox'>,
  storeId: string,
  attemptId: string,
): Promise<void> {
  const given = isUuid(attemptId) ? attemptId : null;
  await deps.db.transaction(async (tx) => {
    const attempt = given && (await readAttempt(tx, { storeId, attemptId: given }));
    // Placing takes this lock too, so the attempt is either placed or given up, never both.
    if (attempt) await lockSubject(tx, attempt);
    // A charge of the kept card is not given up: its movement still waits for the provider's verdict.
    const ended = await tx.query(
      `UPDATE attempt SET state = 'surplus', updated_at = app_now()
       WHERE store_id = $1 AND id = $2 AND state IN ('open', 'cancel_sent') AND NOT off_session RETURNING 1`,
      [storeId, given],
    );
    if (ended.length === 0) {
      throw new AppError('attempt_not_found', 'No payment with this id is under way.', { param: 'attempt' });
    }
    await emit(tx, 'attempt.undo', { storeId, subjectId: attemptId });
  });
  deps.outbox.wake();
}
