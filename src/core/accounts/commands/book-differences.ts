import type { Difference } from '../../../domain/reconciliation.ts';
import { emit } from '../../outbox/outbox.ts';
import type { MoneyDeps } from '../../payments/commands/finish-movement.ts';
import { inspectAttempt } from '../../payments/commands/inspect-attempt.ts';
import type { KeyedAccount } from '../queries.ts';

/**
 * Books what another hand did to payments of our pre-orders, in case the provider's message about it was lost. Resolves with
 * the provider's ids of the payments that were inspected: their books may agree now.
 */
export async function bookDifferences(
  deps: MoneyDeps,
  { storeId }: Pick<KeyedAccount, 'storeId'>,
  differences: readonly Difference[],
): Promise<string[]> {
  const byHand = differences.filter(({ kind, preorderId }) => kind === 'missing_here' && preorderId !== null);
  const attempts = new Map(byHand.map(({ ref, attemptId }) => [ref, attemptId ?? '']));
  for (const [ref, attemptId] of attempts) {
    // A payment that cannot be booked now must not delay the others. A job retries it before the
    // next night.
    await inspectAttempt(deps, { storeId, attemptId }).catch(async (error: unknown) => {
      deps.log.warn({ err: error, ref }, 'a change that was made to a payment at the provider could not be booked yet');
      await emit(deps.db, 'attempt.inspect', { storeId, subjectId: attemptId });
    });
  }
  return [...attempts.keys()];
}
