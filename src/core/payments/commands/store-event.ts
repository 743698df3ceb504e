import type { Deps } from '../../deps.ts';
import type { OutboxTopic } from '../../outbox/topics.ts';
import { LEFT_TO_SETTLE } from '../queries.ts';

/**
 * Stores a provider's message about an attempt, once for each message id. A job then settles the attempt. Order and
 * repetition of messages do not matter, because settle reads the provider's object.
 */
export async function storeProviderEvent(
  deps: Pick<Deps, 'db'> & { outbox: Pick<Deps['outbox'], 'wake'> },
  event: { provider: string; id: string; storeId: string; attemptId: string; byHand?: boolean },
): Promise<void> {
  const { provider, id, storeId, attemptId, byHand = false } = event;
  const topics: OutboxTopic[] = byHand ? ['attempt.settle', 'attempt.inspect'] : ['attempt.settle'];
  const emitted = await deps.db.query(STORE, [storeId, provider, id, attemptId, topics]);
  if (emitted.length > 0) deps.outbox.wake();
}

const STORE = `
  WITH stored AS (
    INSERT INTO provider_event (store_id, provider, event_id, attempt_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING store_id, attempt_id)
  INSERT INTO outbox (store_id, topic, subject_id)
  SELECT s.store_id, t.topic, s.attempt_id
  FROM stored s LEFT JOIN attempt a ON a.store_id = s.store_id AND a.id = s.attempt_id
  CROSS JOIN unnest($5::text[]) AS t (topic)
  WHERE t.topic <> 'attempt.settle' OR a.id IS NULL OR ${LEFT_TO_SETTLE}
  RETURNING 1`;
