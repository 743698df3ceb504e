import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { momentText } from '../../../domain/store-time.ts';
import { checkEndpointDescription, checkEndpointUrl } from '../../../domain/webhook.ts';
import type { Sql } from '../../../platform/db.ts';
import { refusedTarget } from '../../../platform/outgoing-http.ts';
import { WEBHOOK_TYPES, type WebhookType } from '../../../protocol/schema/webhook-events.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { readStore } from '../../stores/queries.ts';
import { webhookNotFound } from '../queries.ts';
import { newEndpointSecret } from '../signature.ts';
import { disable, type Target, WEBHOOK_DISABLED } from './disable.ts';

type NewEndpoint = { url: string; types?: readonly string[] | undefined; description?: string | undefined };

// Every fact is written once for each of them.
const ENDPOINTS_MAX = 20;
const OLD_SECRET_COUNTS = '24 hours';

/** Creates an endpoint with a secret of its own. `invalid_parameter`, `too_many_webhooks`. Resolves with its id. */
export async function createEndpoint(
  deps: Pick<Deps, 'db' | 'secrets' | 'outgoing'>,
  storeId: string,
  { url, types = [], description = '' }: NewEndpoint,
): Promise<string> {
  const address = checkEndpointUrl(url, { plainHttp: deps.outgoing.privateTargets });
  const reason = refusedTarget(address, deps.outgoing);
  if (reason !== null) throw new AppError('invalid_parameter', reason, { param: 'url' });
  const wanted = [...new Set(types.map(checkType))];
  const id = randomUUID();
  await deps.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM store WHERE id = $1 FOR NO KEY UPDATE', [storeId]); // or two at once would be one too many
    const others = await tx.query('SELECT 1 FROM webhook_endpoint WHERE store_id = $1', [storeId]);
    if (others.length >= ENDPOINTS_MAX) {
      throw new AppError('too_many_webhooks', `A store has at most ${ENDPOINTS_MAX} webhook endpoints.`);
    }
    await tx.query('INSERT INTO webhook_endpoint (store_id, id, url, description, types) VALUES ($1, $2, $3, $4, $5)', [
      storeId,
      id,
      address,
      checkEndpointDescription(description),
      wanted,
    ]);
    await addSecret(tx, deps, { storeId, endpointId: id });
  });
  return id;
}

function checkType(text: string): WebhookType {
  const type = WEBHOOK_TYPES.find((known) => known === text);
  if (type) return type;
  const message = `“${text.slice(0, 80)}” is no type of webhook. There are: ${WEBHOOK_TYPES.join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'type' });
}

async function addSecret(tx: Sql, { secrets }: Pick<Deps, 'secrets'>, { storeId, endpointId }: Target): Promise<void> {
  await tx.query('INSERT INTO webhook_secret (store_id, endpoint_id, id, sealed) VALUES ($1, $2, $3, $4)', [
    ...[storeId, endpointId, randomUUID(), secrets.seal(newEndpointSecret())],
  ]);
}

/**
 * Gives the endpoint a new secret. The old one signs beside it for a day, so that the receiver can change over, or ends
 * at once if others know it. `secret_rotating` while two sign, unless at once.
 */
export async function rotateEndpointSecret(
  deps: Pick<Deps, 'db' | 'secrets'>,
  target: Target,
  { atOnce }: { atOnce: boolean },
): Promise<void> {
  const { storeId, endpointId } = target;
  await deps.db.transaction(async (tx) => {
    await lockEndpoint(tx, target);
    const key = [storeId, endpointId];
    const [old] = await tx.query<{ until: Date }>(
      `SELECT expires_at AS until FROM webhook_secret
       WHERE store_id = $1 AND endpoint_id = $2 AND expires_at > (SELECT app_now())`,
      key,
    );
    if (old && !atOnce) {
      const { timeZone } = await readStore(tx, storeId);
      const message = `Two secrets sign already, the old one until ${momentText(old.until, timeZone)} (${timeZone}).`;
      throw new AppError('secret_rotating', message);
    }
    await tx.query(
      'DELETE FROM webhook_secret WHERE store_id = $1 AND endpoint_id = $2 AND ($3 OR expires_at IS NOT NULL)',
      [...key, atOnce],
    );
    await tx.query(
      `UPDATE webhook_secret SET expires_at = app_now() + interval '${OLD_SECRET_COUNTS}'
       WHERE store_id = $1 AND endpoint_id = $2`,
      key,
    );
    await addSecret(tx, deps, target);
  });
}

/** Stops telling the endpoint anything; what waits for it is given up. Again changes nothing. */
export async function disableEndpoint({ db }: Pick<Deps, 'db'>, target: Target): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEndpoint(tx, target);
    await disable(tx, target, 'asked');
  });
}

/** Tells the endpoint what happens from now on; what it missed can be sent again. Again changes nothing. */
export async function enableEndpoint({ db }: Pick<Deps, 'db'>, target: Target): Promise<void> {
  const { storeId, endpointId } = target;
  await db.transaction(async (tx) => {
    await lockEndpoint(tx, target);
    await tx.query(
      `UPDATE webhook_endpoint SET disabled_at = NULL, disabled_reason = NULL WHERE store_id = $1 AND id = $2`,
      [storeId, endpointId],
    );
    await resolveAlert(tx, storeId, { code: WEBHOOK_DISABLED, subjectId: endpointId });
  });
}

/** Removes the endpoint with its secrets and its whole log. */
export async function removeEndpoint({ db }: Pick<Deps, 'db'>, target: Target): Promise<void> {
  const { storeId, endpointId } = target;
  await db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM webhook_endpoint WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, endpointId]);
    for (const table of ['webhook_attempt', 'webhook_message', 'webhook_secret']) {
      await tx.query(`DELETE FROM ${table} WHERE store_id = $1 AND endpoint_id = $2`, [storeId, endpointId]);
    }
    const gone = await tx.query('DELETE FROM webhook_endpoint WHERE store_id = $1 AND id = $2 RETURNING 1', [
      storeId,
      endpointId,
    ]);
    if (gone.length === 0) throw webhookNotFound();
    await resolveAlert(tx, storeId, { code: WEBHOOK_DISABLED, subjectId: endpointId });
  });
}

/** Before any of its messages: the one order in which all take them. */
export async function lockEndpoint(tx: Sql, { storeId, endpointId }: Target): Promise<{ disabled: boolean }> {
  const [endpoint] = await tx.query<{ disabled: boolean }>(
    `SELECT disabled_at IS NOT NULL AS disabled FROM webhook_endpoint
     WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [storeId, endpointId],
  );
  if (!endpoint) throw webhookNotFound();
  return endpoint;
}
