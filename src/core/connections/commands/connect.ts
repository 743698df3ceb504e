import { randomBytes } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import {
  CommerceError,
  type CommercePlatform,
  type KeptAccess,
  type PlatformKind,
  type PlatformShop,
} from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { kindOf, notConnected, readConnection, webhookAddress } from '../queries.ts';
import { subscribe } from './subscribe.ts';
import { handOverWaiting } from './waiting-orders.ts';

export type ConnectDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'baseUrl'>;
export type ConnectedStore = { id: string; currency: string; pricesIncludeTax: boolean };
type ConnectRequest = { kind: string; settings: Readonly<Record<string, string>> };

const SETTING_LENGTH_MAX = 4_000;

/**
 * Connects a store with its account on a platform, or gives the connection new settings, and begins to read everything. Tries the
 * settings first. `invalid_parameter` if they are wrong, or if they lead to another account than before; `unavailable` if
 * the platform does not answer.
 */
export async function connect(deps: ConnectDeps, store: ConnectedStore, request: ConnectRequest): Promise<void> {
  const kind = kindOf(deps, request.kind);
  const given = readSettings(kind, request.settings);
  const settings = { ...given, ...(await generatedSettings(deps, store.id, { kind, given })) };
  // Credentials of the merchant's own are used instead of our app's tokens.
  const keep = async (tx: Sql) => {
    await tx.query('UPDATE app_install SET store_id = NULL WHERE store_id = $1', [store.id]);
  };
  await takeUp(deps, store, { kind, settings, keep });
}

type TriedConnection = {
  kind: PlatformKind;
  settings: Record<string, string>;
  access?: KeptAccess;
  /** Writes what else belongs to the connection, in the same transaction. */
  keep: (tx: Sql) => Promise<void>;
};

/** Tries a way to the platform out, keeps it, and begins to read everything. */
export async function takeUp(
  deps: ConnectDeps,
  store: ConnectedStore,
  { kind, settings, access, keep }: TriedConnection,
): Promise<void> {
  const opening = { kind: kind.kind, settings, currency: store.currency, paceOf: store.id, access };
  const platform = deps.platforms.open(opening);
  if (!platform) throw notConnected();
  const { shop, cursor } = await tryOut(platform);
  checkShop(shop, store);
  const before = await readConnection(deps.db, store.id);
  if (before && (before.accountId !== shop.id || before.kind !== kind.kind)) {
    const message = `These settings lead to another account (${shop.name}) than the connected one (${before.accountName}). Disconnect that one first.`;
    throw new AppError('invalid_parameter', message, { param: 'settings' });
  }
  await askFor(() => subscribe(platform, webhookAddress(deps, store.id)));
  const isSecret = new Map(kind.settings.map(({ name, secret }) => [name, secret]));
  const part = (secret: boolean) => Object.entries(settings).filter(([name]) => isSecret.get(name) === secret);
  const sealed = deps.secrets.seal(JSON.stringify(Object.fromEntries(part(true))));
  await deps.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO connection (store_id, kind, settings, sealed, account_id, account_name, change_cursor, limits)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (store_id) DO UPDATE SET settings = excluded.settings, sealed = excluded.sealed,
         account_name = excluded.account_name, change_cursor = excluded.change_cursor, limits = excluded.limits, dead_at = NULL, ended_at = NULL, failure = NULL, refusal_mailed_at = NULL,
         failed_at = NULL, next_read_at = app_now()`,
      [
        store.id,
        kind.kind,
        JSON.stringify(Object.fromEntries(part(false))),
        sealed,
        shop.id,
        shop.name,
        cursor,
        shop.limits ?? [],
      ],
    );
    await keep(tx);
    await resolveAlert(tx, store.id, { code: 'connection_refused', subjectId: store.id });
    await beginSync(tx, store.id, { dryRun: false });
    await handOverWaiting(tx, store.id);
  });
}

function readSettings(
  { settings: known }: PlatformKind,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const unknown = Object.keys(given).find((name) => !known.some((setting) => setting.name === name));
  const refuse = (name: string, why: string): never => {
    throw new AppError('invalid_parameter', `${name.slice(0, 40)} ${why}`, { param: name.slice(0, 40) });
  };
  if (unknown !== undefined) refuse(unknown, `is unknown. It takes ${known.map(({ name }) => name).join(', ')}.`);
  const entries = known.flatMap(({ name, about, optional }) => {
    const text = given[name]?.trim() ?? '';
    if (text === '' && !optional) refuse(name, `is missing: ${about}.`);
    if (text.length > SETTING_LENGTH_MAX || !text.isWellFormed() || text.includes('\0')) refuse(name, 'is not text.');
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the secrets that we make, where none is given: those of before, which the platform has already, or new ones. */
async function generatedSettings(
  { db, secrets }: Pick<ConnectDeps, 'db' | 'secrets'>,
  storeId: string,
  { kind: { kind, settings }, given }: { kind: PlatformKind; given: Readonly<Record<string, string>> },
): Promise<Record<string, string>> {
  const names = settings
    .filter(({ name, generated }) => generated && given[name] === undefined)
    .map(({ name }) => name);
  if (names.length === 0) return {};
  const [row] = await db.query<{ sealed: Buffer }>('SELECT sealed FROM connection WHERE store_id = $1 AND kind = $2', [
    storeId,
    kind,
  ]);
  const before = row ? openedOrNone(secrets, row.sealed) : {};
  return Object.fromEntries(names.map((name) => [name, before[name] ?? randomBytes(32).toString('base64url')]));
}

/** Returns the kept secrets; none where another key sealed them, since giving new credentials is the way out of that. */
function openedOrNone(secrets: ConnectDeps['secrets'], sealed: Buffer): Record<string, string> {
  try {
    return JSON.parse(secrets.open(sealed));
  } catch {
    return {};
  }
}

/** Asks whose account it is. The cursor is read before the products, so that what changes meanwhile is read again. */
function tryOut(platform: CommercePlatform): Promise<{ shop: PlatformShop; cursor: string | null }> {
  return askFor(async () => {
    const shop = await platform.check();
    return { shop, cursor: platform.can.changes ? (await platform.changes(null)).cursor : null };
  });
}

async function askFor<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    const { kind, message } = error;
    if (kind === 'unreachable' || kind === 'throttled') {
      throw new AppError('unavailable', `The platform could not be asked. ${message}`);
    }
    throw new AppError('invalid_parameter', `The platform did not take these settings. ${message}`, {
      param: 'settings',
    });
  }
}

function checkShop(shop: PlatformShop, store: ConnectedStore): void {
  const { name, currency, missingScopes, pricesIncludeTax = store.pricesIncludeTax } = shop;
  const refuse = (message: string): never => {
    throw new AppError('invalid_parameter', message, { param: 'settings' });
  };
  if (missingScopes.length > 0) refuse(`The credentials lack rights: ${missingScopes.join(', ').slice(0, 300)}.`);
  if (currency !== store.currency) {
    refuse(`${name} sells in ${currency}, and this store in ${store.currency}. A store has one currency.`);
  }
  if (pricesIncludeTax !== store.pricesIncludeTax) {
    const say = (included: boolean) => (included ? 'with tax' : 'without tax');
    const there = `${name} has prices entered ${say(pricesIncludeTax)}, and this store has prices ${say(store.pricesIncludeTax)}`;
    refuse(
      `${there}: shoppers would be told another price. Change the tax in prices of this store, or that setting there.`,
    );
  }
}

/** Begins to read all products, or to compare all. Whatever was under way ends. */
export async function beginSync(tx: Sql, storeId: string, { dryRun }: { dryRun: boolean }): Promise<void> {
  const [begun] = await tx.query(
    `INSERT INTO connection_sync (store_id, dry_run, state)
     SELECT store_id, $2, 'listing' FROM connection WHERE store_id = $1
     ON CONFLICT (store_id) DO UPDATE SET dry_run = excluded.dry_run, state = 'listing', page_cursor = NULL,
       started_at = app_now(), done_at = NULL, next_at = app_now(), listed = 0, created = 0, updated = 0, unchanged = 0,
       removed = 0, refused = 0
     RETURNING 1`,
    [storeId, dryRun],
  );
  if (!begun) throw notConnected();
}

/** Forgets the connection with its secrets. Products stay in the catalogue, and later orders are kept as files. */
export async function disconnect({ db }: Pick<Deps, 'db'>, storeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.query('DELETE FROM connection WHERE store_id = $1 RETURNING 1', [storeId]);
    if (!gone) throw notConnected();
    await resolveAlert(tx, storeId, { code: 'connection_refused', subjectId: storeId });
  });
}
