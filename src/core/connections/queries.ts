import { AppError } from '../../domain/error.ts';
import type { Why } from '../../domain/refusal.ts';
import type { CommercePlatform, PlatformKind, PlatformLimit } from '../../integrations/commerce/port.ts';
import type { Sql } from '../../platform/db.ts';
import type { Deps } from '../deps.ts';
import { keptAccess, NO_APP } from './commands/kept-access.ts';

export const ORDERS_AT = ['placing', 'payment', 'release'] as const;
/** When the order of a pre-order is created on the platform. */
export type OrdersAt = (typeof ORDERS_AT)[number];

/** SQL: when the order of the pre-order `p` is created. Those from before the setting was changed wait for their release. */
export const ORDERS_AT_OF = `
  coalesce((SELECT c.orders_at FROM connection c WHERE c.store_id = p.store_id AND c.orders_since <= p.placed_at), 'release')`;

export type SyncState = 'listing' | 'missing' | 'done';

export type Sync = {
  dryRun: boolean;
  state: SyncState;
  startedAt: Date;
  doneAt: Date | null;
  listed: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  refused: number;
};

/** A store's connection as the merchant sees it, without its secrets. */
export type Connection = {
  kind: string;
  settings: Record<string, string>;
  accountId: string;
  accountName: string;
  connectedAt: Date;
  ordersAt: OrdersAt;
  /** True where the merchant installed our app instead of giving credentials. */
  byApp: boolean;
  /** When the platform began to refuse the credentials. */
  deadAt: Date | null;
  /** When the platform told that the merchant removed us there. */
  endedAt: Date | null;
  /** What the platform does not show. */
  limits: PlatformLimit[];
  failure: string | null;
  failedAt: Date | null;
  changesReadAt: Date | null;
  /** How many things are known to have changed, and are not read yet. */
  waiting: number;
  /** Products that the catalogue does not have as the platform does. */
  issues: number;
  /** Whether a webhook has come in the days for which they are kept. */
  heard: boolean;
  sync: Sync | null;
};

export async function readConnection(sql: Sql, storeId: string): Promise<Connection | null> {
  const [connection] = await sql.query<Omit<Connection, 'sync'>>(
    `SELECT c.kind, c.settings, c.account_id AS "accountId", c.account_name AS "accountName",
            c.connected_at AS "connectedAt", c.orders_at AS "ordersAt",
            EXISTS (SELECT FROM app_install i WHERE i.store_id = c.store_id) AS "byApp", c.dead_at AS "deadAt", c.ended_at AS "endedAt", c.limits, c.failure, c.failed_at AS "failedAt",
            c.changes_read_at AS "changesReadAt",
            EXISTS (SELECT FROM connection_event e WHERE e.store_id = c.store_id) AS heard,
            (SELECT count(*)::integer FROM connection_task t WHERE t.store_id = c.store_id) AS waiting,
            (SELECT count(*)::integer FROM connection_product p WHERE p.store_id = c.store_id AND p.issue IS NOT NULL) AS issues
     FROM connection c WHERE c.store_id = $1`,
    [storeId],
  );
  return connection ? { ...connection, sync: await readSync(sql, storeId) } : null;
}

async function readSync(sql: Sql, storeId: string): Promise<Sync | null> {
  const [sync] = await sql.query<Sync>(
    `SELECT dry_run AS "dryRun", state, started_at AS "startedAt", done_at AS "doneAt", listed, created, updated, unchanged,
            removed, refused
     FROM connection_sync WHERE store_id = $1`,
    [storeId],
  );
  return sync ?? null;
}

export type ConnectionIssue = {
  externalId: string;
  standing: 'published' | 'unpublished' | 'removed';
  issue: string;
  why: Why | null;
};

/** Lists products that the catalogue does not have as the platform does, by their id. */
export async function listIssues(
  sql: Sql,
  storeId: string,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<ConnectionIssue[]> {
  return sql.query<ConnectionIssue>(
    `SELECT external_id AS "externalId", standing, coalesce(issue, '') AS issue, why FROM connection_product
     WHERE store_id = $1 AND issue IS NOT NULL AND external_id > $2 ORDER BY external_id LIMIT $3`,
    [storeId, after, limit],
  );
}

type Opened = {
  platform: CommercePlatform;
  webhookSecrets: readonly string[];
  /** The platform's address of the account, where the kind has one. */
  address: string | undefined;
  cursor: string | null;
  dead: boolean;
  currency: string;
};

export type OpenDeps = Pick<Deps, 'db' | 'secrets' | 'platforms'>;

/** Opens the adapter of a store's connection. Null without a connection, or if this installation does not know its kind. */
export async function openConnection(deps: OpenDeps, storeId: string): Promise<Opened | null> {
  const [row] = await deps.db.query<{
    kind: string;
    settings: Record<string, string>;
    sealed: Buffer;
    install: string | null;
    cursor: string | null;
    dead: boolean;
    currency: string;
  }>(
    `SELECT c.kind, c.settings, c.sealed, i.account AS install, c.change_cursor AS cursor, c.dead_at IS NOT NULL AS dead, s.currency
     FROM connection c JOIN store s ON s.id = c.store_id LEFT JOIN app_install i ON i.store_id = c.store_id
     WHERE c.store_id = $1`,
    [storeId],
  );
  const kind = row && deps.platforms.kinds.find((one) => one.kind === row.kind);
  if (!kind) return null;
  const secret: Record<string, string> = JSON.parse(deps.secrets.open(row.sealed));
  const settings = { ...row.settings, ...secret };
  const { currency, cursor, dead, install: shop } = row;
  const app = shop === null ? null : deps.platforms.app;
  const access = shop === null ? undefined : app ? keptAccess(deps, { app, shop }) : NO_APP;
  const platform = deps.platforms.open({ kind: kind.kind, settings, currency, paceOf: storeId, access });
  const webhookSecrets = app?.webhookSecrets ?? kind.webhookSecrets(settings);
  return platform && { platform, webhookSecrets, address: row.settings.address, cursor, dead, currency };
}

/** Returns the store that has an account in which our app is installed. Null if none has it. */
export async function findStoreOfShop(sql: Sql, platform: string, shop: string): Promise<string | null> {
  const [install] = await sql.query<{ storeId: string | null }>(
    'SELECT store_id AS "storeId" FROM app_install WHERE platform = $1 AND account = $2',
    [platform, shop],
  );
  return install?.storeId ?? null;
}

/** Returns a kind of platform by its name. Throws `invalid_parameter`. */
export function kindOf({ platforms }: Pick<Deps, 'platforms'>, name: string): PlatformKind {
  const found = platforms.kinds.find(({ kind }) => kind === name);
  if (found) return found;
  const known = platforms.kinds.map(({ kind }) => kind).join(', ');
  throw new AppError('invalid_parameter', `There is no kind of platform “${name.slice(0, 40)}”, only: ${known}.`, {
    param: 'kind',
  });
}

/** Returns the address to which a store's platform posts its webhooks. */
export function webhookAddress({ baseUrl }: Pick<Deps, 'baseUrl'>, storeId: string): string {
  return `${baseUrl}/webhooks/commerce/${storeId}`;
}

export function notConnected(): AppError {
  return new AppError('not_connected', 'The store is not connected with a platform.');
}
