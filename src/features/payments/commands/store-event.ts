import { emit } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';

/**
 * A provider's message about an attempt is stored before anything is done about it, once by its id; settle runs from the
 * outbox. Order and repetition do not matter: settle reads the provider's object itself.
 */
export async function storeProviderEvent(
  deps: Pick<Deps, 'db'> & { outbox: Pick<Deps['outbox'], 'wake'> },
  event: { provider: string; id: string; storeId: string; attemptId: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const stored = await tx.query(
      `INSERT INTO provider_event (store_id, provider, event_id, attempt_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [event.storeId, event.provider, event.id, event.attemptId],
    );
    if (stored.length > 0) await emit(tx, 'attempt.settle', { storeId: event.storeId, subjectId: event.attemptId });
  });
  deps.outbox.wake();
}
