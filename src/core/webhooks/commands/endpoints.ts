import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { momentText } from '../../../domain/store-time.ts';
import { checkEndpointDescription, checkEndpointUrl } from '../../../domain/webhook.ts';
import type { Sql } from '../../../platform/db.ts';
import { isPlainAllowed, refusedTarget } from '../../../platform/outgoing-http.ts';
import { WEBHOOK_TYPES, type WebhookType } from '../../../protocol/schema/webhook-events.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { readStore } from '../../stores/queries.ts';
import { webhookNotFound } from '../queries.ts';
import { newEndpointSecret } from '../signature.ts';
import { disable, type Target, WEBHOOK_DISABLED } from './disable.ts';

type NewEndpoint = {
  url: string;
  types?: readonly string[] | undefined;
  description?: string | undefined;
  /** Its messages also have what names the shopper. Default: no. */
  includePersonal?: boolean | undefined;
};

// Every fact is stored once for each endpoint.
const ENDPOINTS_MAX = 20;
const OLD_SECRET_COUNTS = '24 hours';

/**
 * Creates an endpoint with a secret of its own. Throws `invalid_parameter` or `too_many_webhooks`. Resolves with the id of the
 * endpoint.
 */
export async function createEndpoint(
  deps: Pick<Deps, 'db' | 'secrets' | 'outgoing'>,
  storeId: string,
  { url, types = [], description = '', includePersonal = false }: NewEndpoint,
): Promise<string> {
  const address = checkTarget(deps, url);
  const wanted = checkTypes(types);
  const id = randomUUID();
  await deps.db.transaction(async (tx) => {
    await lockStore(tx, storeId); // two requests at once could exceed the limit
    const others = await tx.query('SELECT 1 FROM webhook_endpoint WHERE store_id = $1', [storeId]);
    if (others.length >= ENDPOINTS_MAX) {
      throw new AppError('too_many_webhooks', `A store has at most ${ENDPOINTS_MAX} webhook endpoints.`);
    }
    await tx.query(
      `INSERT INTO webhook_endpoint (store_id, id, url, description, types, include_personal)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [storeId, id, address, checkEndpointDescription(description), wanted, includePersonal],
    );
    await addSecret(tx, deps, { storeId, endpointId: id });
  });
  return id;
}

export type EndpointChange = { [K in keyof NewEndpoint]?: NewEndpoint[K] | undefined };

/**
 * Changes what is given of an endpoint. Messages that wait go to the new address; those that were written keep their text. Throws
 * `invalid_parameter` or `webhook_not_found`.
 */
export async function updateEndpoint(
  deps: Pick<Deps, 'db' | 'outgoing'>,
  target: Target,
  { url, types, description, includePersonal }: EndpointChange,
): Promise<void> {
  const address = url === undefined ? null : checkTarget(deps, url);
  const wanted = types === undefined ? null : checkTypes(types);
  const words = description === undefined ? null : checkEndpointDescription(description);
  await deps.db.transaction(async (tx) => {
    await lockEndpoint(tx, target);
    await tx.query(
      `UPDATE webhook_endpoint SET url = coalesce($3, url), types = coalesce($4::text[], types),
         description = coalesce($5, description), include_personal = coalesce($6, include_personal)
       WHERE store_id = $1 AND id = $2`,
      [target.storeId, target.endpointId, address, wanted, words, includePersonal ?? null],
    );
  });
}

function checkTarget({ outgoing }: Pick<Deps, 'outgoing'>, url: string): string {
  const address = checkEndpointUrl(url, { plainHttp: isPlainAllowed(url, outgoing) });
  const reason = refusedTarget(address, outgoing);
  if (reason !== null) throw new AppError('invalid_parameter', reason, { param: 'url' });
  return address;
}

const checkTypes = (types: readonly string[]): WebhookType[] => [...new Set(types.map(checkType))];

function checkType(text: string): WebhookType {
  const type = WEBHOOK_TYPES.find((known) => known === text);
  if (type) return type;
  const message = `“${text.slice(0, 80)}” is not a type of webhook. The types are: ${WEBHOOK_TYPES.join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'types' });
}

async function addSecret(tx: Sql, { secrets }: Pick<Deps, 'secrets'>, { storeId, endpointId }: Target): Promise<void> {
  await tx.query('INSERT INTO webhook_secret (store_id, endpoint_id, id, sealed) VALUES ($1, $2, $3, $4)', [
    storeId,
    endpointId,
    randomUUID(),
    secrets.seal(newEndpointSecret()),
  ]);
}

/**
 * Gives the endpoint a new secret. The old secret signs beside it for a day, so that the receiver can change over. With
 * `atOnce`, for a leaked secret, the old ones end now. Without it, throws `secret_rotating` while two secrets sign.
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

/** Disables the endpoint and fails its waiting messages. It is idempotent. */
export async function disableEndpoint({ db }: Pick<Deps, 'db'>, target: Target): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEndpoint(tx, target);
    await disable(tx, target, 'asked');
  });
}

/**
 * Enables the endpoint for facts from now on. Facts that happened while it was disabled have no messages; failed messages can
 * be resent. It is idempotent.
 */
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

/** Locks the endpoint. Every transaction locks the endpoint before its messages. */
export async function lockEndpoint(tx: Sql, { storeId, endpointId }: Target): Promise<{ disabled: boolean }> {
  const [endpoint] = await tx.query<{ disabled: boolean }>(
    `SELECT disabled_at IS NOT NULL AS disabled FROM webhook_endpoint
     WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [storeId, endpointId],
  );
  if (!endpoint) throw webhookNotFound();
  return endpoint;
}
