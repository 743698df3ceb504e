import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';

/** The alert about an endpoint that the service disabled. */
export const WEBHOOK_DISABLED = 'webhook_disabled';

export type Target = { storeId: string; endpointId: string };

/** Disables the endpoint and fails its waiting messages. Raises an alert unless the merchant asked for it. */
export async function disable(
  tx: Sql,
  { storeId, endpointId }: Target,
  reason: 'asked' | 'failing' | 'gone',
): Promise<void> {
  const [disabled] = await tx.query<{ url: string }>(
    `UPDATE webhook_endpoint SET disabled_at = app_now(), disabled_reason = $3, paused_until = NULL
     WHERE store_id = $1 AND id = $2 AND disabled_at IS NULL RETURNING url`,
    [storeId, endpointId, reason],
  );
  if (!disabled) return;
  await tx.query(
    `UPDATE webhook_message SET state = 'failed', ended_at = app_now()
     WHERE store_id = $1 AND endpoint_id = $2 AND state = 'waiting'`,
    [storeId, endpointId],
  );
  if (reason === 'asked') return;
  const host = new URL(disabled.url).host;
  const text = `${WEBHOOK_DISABLED}.${reason}` as const;
  const next = { step: 'enable_webhook', about: endpointId } as const;
  await raiseAlert(tx, storeId, { text, subjectId: endpointId, values: { host }, next });
}
