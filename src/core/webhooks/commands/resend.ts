import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Deps } from '../../deps.ts';
import { webhookNotFound } from '../queries.ts';
import { claimTest } from './claim.ts';
import { type DeliverDeps, deliver, type Try } from './deliver.ts';
import type { Target } from './disable.ts';
import { lockEndpoint } from './endpoints.ts';

/** One message, or all failed ones when it is null. */
type ChosenMessage = { messageId: string | null };

/**
 * Queues messages again with the same id and body, so that a receiver can drop those that it knows. Throws `webhook_not_found`
 * or `webhook_disabled`. Resolves with the number of queued messages.
 */
export async function resend({ db }: Pick<Deps, 'db'>, target: Target, { messageId }: ChosenMessage): Promise<number> {
  if (messageId !== null && !isUuid(messageId)) throw webhookNotFound('message');
  return db.transaction(async (tx) => {
    const { disabled } = await lockEndpoint(tx, target);
    if (disabled) throw new AppError('webhook_disabled', 'The endpoint is disabled: enable it first.');
    const queued = await tx.query(
      `UPDATE webhook_message SET state = 'waiting', ended_at = NULL, attempts = 0, due_at = app_now(),
         taken_at = app_now() -- from here its three days count anew
       WHERE store_id = $1 AND endpoint_id = $2 AND type <> 'webhook.test'
         AND CASE WHEN $3::uuid IS NULL THEN state = 'failed' ELSE id = $3 END RETURNING 1`,
      [target.storeId, target.endpointId, messageId],
    );
    if (messageId !== null && queued.length === 0) throw webhookNotFound('message');
    return queued.length;
  });
}

/** Sends a test message at once, and only once. It works for a disabled endpoint too, to see whether that works again. */
export async function sendTest(deps: DeliverDeps, target: Target): Promise<Try & { id: string }> {
  const message = await deps.db.transaction(async (tx) => {
    await lockEndpoint(tx, target);
    return claimTest(tx, target);
  });
  return { id: message.id, ...(await deliver(deps, message)) };
}
