import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Deps } from '../../deps.ts';
import { openConnection } from '../queries.ts';
import { addTasks } from './add-tasks.ts';
import { keepPrivacyAsk } from './privacy-ask.ts';

type ReceiveDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'clock' | 'log'>;

type Received = { hookId: string; body: Buffer; headers: Record<string, string | undefined> };

const EVENT_ID_LENGTH_MAX = 300;

/**
 * Takes a webhook of a store's platform: verifies it on its raw body, and notes what has to be read anew, or what is asked on behalf of
 * people. Its content is never used otherwise. One that came before does nothing. Throws `invalid_signature`, also for an unknown address, so that an
 * answer does not tell which stores exist.
 */
export async function receiveChange(deps: ReceiveDeps, { hookId, body, headers }: Received): Promise<void> {
  const opened = isUuid(hookId) ? await openConnection(deps, hookId) : null;
  const reading = opened?.platform.readWebhook({
    body,
    headers,
    secrets: opened.webhookSecrets,
    now: deps.clock.now(),
  });
  if (reading?.kind !== 'genuine') {
    if (reading) deps.log.warn({ storeId: hookId, reason: reading.reason }, 'a webhook of a platform was refused');
    throw new AppError('invalid_signature', 'The signature does not fit.');
  }
  const id = reading.id.slice(0, EVENT_ID_LENGTH_MAX);
  await deps.db.transaction(async (tx) => {
    const [first] = await tx.query(
      `INSERT INTO connection_event (store_id, id) SELECT store_id, $2 FROM connection WHERE store_id = $1
       ON CONFLICT DO NOTHING RETURNING 1`,
      [hookId, id],
    );
    if (!first) return;
    await addTasks(tx, hookId, reading.changes);
    if (reading.privacy)
      await keepPrivacyAsk(tx, { storeId: hookId, platform: opened?.platform.kind ?? '' }, reading.privacy);
  });
}
