import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { LEFT_TO_SETTLE } from '../../payments/queries.ts';
import { findAccountByHook } from '../queries.ts';
import { alertFailedRefund } from './failed-refund.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'secrets' | 'accounts' | 'outbox' | 'clock'>;

type Message = { hookId: string; body: Buffer; signature: string };

/**
 * Receives a provider's message: checks its signature, stores it once by its id, and leaves the work to the outbox. Late,
 * repeated or reordered messages do no harm, because the job reads the object at the provider. `invalid_signature` when the
 * account did not sign the message, when the signature is too old, and for the address of no account.
 */
export async function receiveEvent(deps: ReceiveDeps, { hookId, body, signature }: Message): Promise<void> {
  const account = isUuid(hookId) ? await findAccountByHook(deps, hookId) : null;
  const event = account && deps.accounts.readEvent(account.keys, { body, signature, now: deps.clock.now() });
  if (!account || !event) throw new AppError('invalid_signature', 'This message is not signed by the account.');
  const { storeId, provider } = account;
  await deps.db.transaction(async (tx) => {
    const [attempt] = await tx.query<{ id: string; leftToSettle: boolean }>(
      `SELECT id, ${LEFT_TO_SETTLE} AS "leftToSettle" FROM attempt a
       WHERE store_id = $1 AND provider = $2 AND (id = $3 OR provider_ref = $4 OR provider_ref = $5)`,
      [storeId, provider, event.attemptId, event.objectRef, event.byHand],
    );
    const attemptId = attempt?.id ?? null;
    const stored = await tx.query(
      `INSERT INTO provider_event (store_id, provider, event_id, attempt_id, type, object_ref)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
      [storeId, provider, event.id, attemptId, event.type.slice(0, 100), event.objectRef.slice(0, 100)],
    );
    if (stored.length === 0) return;
    if (event.failedRefund !== null) await alertFailedRefund(tx, account, event.failedRefund);
    if (event.disputeRef !== null) {
      await emit(tx, 'dispute.changed', { storeId, subjectId: storeId, detail: { ref: event.disputeRef } });
    } else if (attempt) {
      const subject = { storeId, subjectId: attempt.id };
      if (attempt.leftToSettle) await emit(tx, 'attempt.settle', subject);
      if (event.byHand !== null) await emit(tx, 'attempt.inspect', subject);
    }
  });
  deps.outbox.wake();
}
