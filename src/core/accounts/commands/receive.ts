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
 * What a provider tells: checked by its signature, stored once by its id, and worked on from the outbox. Order, repetition
 * and lateness do not matter, since whoever works on it reads the provider's object. `invalid_signature` for everything
 * that the account did not sign just now, and for an address that is no account's.
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
