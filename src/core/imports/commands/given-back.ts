import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { PAID_ELSEWHERE } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import { bookOtherHand } from '../../payments/commands/book-other-hand.ts';
import { readOwedRefundsOf } from '../../payments/queries/owed-refunds.ts';

/**
 * Records that the merchant has given back what is owed of a payment from before the pre-order was moved here: where it was paid, as
 * this service cannot. Resolves with the amount. Throws `invalid_transition` if nothing of such a payment is owed.
 */
export async function recordGivenBack(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<number> {
  const [payment] = await deps.db.query<{ attemptId: string; amount: number; currency: string }>(
    `SELECT a.id AS "attemptId", a.amount, a.currency FROM preorder p
     JOIN attempt a ON a.store_id = p.store_id AND a.id = p.attempt_id
     WHERE p.store_id = $1 AND p.id = $2 AND a.provider = '${PAID_ELSEWHERE}'`,
    [storeId, preorderId],
  );
  const owed = await readOwedRefundsOf(deps.db, { storeId, preorderId });
  const amount = owed.find(({ attemptId }) => attemptId === payment?.attemptId)?.amount ?? 0;
  if (!payment || amount === 0) {
    throw new AppError('invalid_transition', 'Nothing that was paid before the move is owed to the shopper.');
  }
  const refunds = [{ ref: `${PAID_ELSEWHERE} ${randomUUID()}`, movementId: null, amount }];
  const theirs = { status: 'captured' as const, currency: payment.currency, capturedAmount: payment.amount, refunds };
  const booked = await bookOtherHand(deps, { storeId, attemptId: payment.attemptId }, { theirs, refused: null });
  deps.outbox.wake();
  if (booked === 'booked') return amount;
  throw new AppError('payment_in_progress', 'Money of the pre-order moves at this moment. Try again in a moment.');
}
