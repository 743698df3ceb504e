import { removeInParts } from '../../../platform/remove-in-parts.ts';
import type { Deps } from '../../deps.ts';

const KEPT = '30 days';

/** Removes messages that ended more than 30 days ago, with their attempts. */
export async function pruneWebhooks({ db }: Pick<Deps, 'db'>): Promise<void> {
  await removeInParts(
    db,
    `WITH gone AS (SELECT store_id, endpoint_id, id FROM webhook_message
                   WHERE state <> 'waiting' AND ended_at < (SELECT app_now()) - interval '${KEPT}' LIMIT $1),
     tries AS (DELETE FROM webhook_attempt a USING gone g
               WHERE a.store_id = g.store_id AND a.endpoint_id = g.endpoint_id AND a.message_id = g.id)
     DELETE FROM webhook_message m USING gone g
     WHERE m.store_id = g.store_id AND m.endpoint_id = g.endpoint_id AND m.id = g.id RETURNING 1`,
  );
}
