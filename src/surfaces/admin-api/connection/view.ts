import type { Connection, ConnectionIssue } from '../../../core/connections/queries.ts';
import { openConnection, readConnection, webhookAddress } from '../../../core/connections/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { abilitiesOf } from '../../../domain/connection.ts';
import { abilities as texts } from '../../../messages/portal/abilities-en.ts';
import type { AdminConnection } from '../../../protocol/schema/admin-api/connection.ts';
import { reasonJson } from '../../merchant-json/reasons.ts';

type ConnectionState = 'works' | 'fails' | 'refused' | 'ended' | 'not_connected';

function connectionState({ deadAt, endedAt, failure }: Connection): ConnectionState {
  if (endedAt !== null) return 'ended';
  if (deadAt !== null) return 'refused';
  return failure === null ? 'works' : 'fails';
}

type ConnectionDeps = Pick<Deps, 'db' | 'platforms' | 'baseUrl' | 'secrets'>;

/** Returns a store's connection as JSON, also where there is none: then it says what can be connected. */
export async function connectionJson(deps: ConnectionDeps, storeId: string): Promise<AdminConnection> {
  const connection = await readConnection(deps.db, storeId);
  const kinds = deps.platforms.kinds.map(({ kind, title, settings }) => ({
    kind,
    title,
    settings: settings.map(({ name, secret, optional = false, about }) => ({ name, secret, optional, about })),
  }));
  const { app } = deps.platforms;
  const always = {
    kinds,
    app: app && { kind: app.kind, client_id: app.clientId },
    webhook_address: webhookAddress(deps, storeId),
  };
  if (!connection) return { state: 'not_connected' as const, ...always };
  return {
    state: connectionState(connection),
    ...always,
    kind: connection.kind,
    settings: connection.settings,
    by_app: connection.byApp,
    account: { id: connection.accountId, name: connection.accountName },
    orders_at: connection.ordersAt,
    abilities: await abilitiesJson(deps, storeId, connection),
    connected_at: connection.connectedAt.toISOString(),
    reason: connection.failure,
    failed_at: connection.failedAt?.toISOString() ?? null,
    changes_read_at: connection.changesReadAt?.toISOString() ?? null,
    waiting: connection.waiting,
    issues: connection.issues,
    sync: syncJson(connection),
  };
}

/**
 * Says what works now. Empty where the connection cannot be opened: its kind is gone, or its settings cannot be read with the key of this
 * installation. The page that helps with that must still come.
 */
async function abilitiesJson(deps: ConnectionDeps, storeId: string, connection: Connection) {
  const opened = await openConnection(deps, storeId).catch(() => null);
  if (!opened) return [];
  return abilitiesOf({ ...connection, can: opened.platform.can }).map(({ name, works }) => ({
    name,
    works,
    text: texts[`ability.${name}`],
  }));
}

function syncJson({ sync }: Connection) {
  if (!sync) return null;
  const { dryRun, startedAt, doneAt, ...counts } = sync;
  return {
    dry_run: dryRun,
    started_at: startedAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    ...counts,
  };
}

export const issueJson = ({ externalId, standing, issue, why }: ConnectionIssue) => ({
  product_id: externalId,
  standing,
  reason: issue,
  ...reasonJson(why),
});
