import type { Difference } from '../../../domain/reconciliation.ts';
import { emit } from '../../outbox/outbox.ts';
import type { MoneyDeps } from '../../payments/commands/finish-movement.ts';
import { inspectAttempt } from '../../payments/commands/inspect-attempt.ts';
import type { KeyedAccount } from '../queries.ts';

/**
 * Books what another hand did there of payments whose pre-orders are ours, should nobody have told of it. Resolves with the
 * provider's ids of those that were looked at, whose books may agree now.
 */
export async function bookDifferences(
  deps: MoneyDeps,
  { storeId }: Pick<KeyedAccount, 'storeId'>,
  differences: readonly Difference[],
): Promise<string[]> {
  const byHand = differences.filter(({ kind, preorderId }) => kind === 'missing_here' && preorderId !== null);
  const attempts = new Map(byHand.map(({ ref, attemptId }) => [ref, attemptId ?? '']));
  for (const [ref, attemptId] of attempts) {
    // One that cannot be booked now must not keep the others waiting, and the next night looks at another day: a job does it.
    await inspectAttempt(deps, { storeId, attemptId }).catch(async (error: unknown) => {
      deps.log.warn({ err: error, ref }, 'what another hand did to a payment could not be booked yet');
      await emit(deps.db, 'attempt.inspect', { storeId, subjectId: attemptId });
    });
  }
  return [...attempts.keys()];
}
