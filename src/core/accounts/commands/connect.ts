import { AppError } from '../../../domain/error.ts';
import { type AccountKeys, ProviderError } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { readStore } from '../../stores/queries.ts';
import { countUnfinished, readAccount, readSomePayment } from '../queries.ts';
import { accountWorks, startAnew } from './breaker.ts';
import { KEY_REFUSED, NOT_PERMITTED } from './trouble.ts';

type ConnectDeps = Pick<Deps, 'db' | 'secrets' | 'accounts'>;

/**
 * Connects the store with its merchant's account, or gives the account new keys. `invalid_parameter` for keys that are
 * malformed or refused, `payment_account_differs` for another account while payments or pre-orders still need the old one,
 * `unavailable` when the provider does not answer.
 */
export async function connectAccount(deps: ConnectDeps, storeId: string, keys: AccountKeys): Promise<void> {
  const { accounts } = deps;
  const store = await readStore(deps.db, storeId);
  const fault = accounts.faultOf(keys, store) ?? accounts.faultOfAddress(keys);
  if (fault) throw new AppError('invalid_parameter', fault.message, { param: fault.param });
  await checkWithProvider(deps, storeId, keys);
  const sealed = deps.secrets.seal(JSON.stringify({ secretKey: keys.secretKey, webhookSecret: keys.webhookSecret }));
  await deps.db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed, address)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (store_id) DO UPDATE SET publishable_key = excluded.publishable_key, sealed = excluded.sealed,
         address = excluded.address, closed_at = NULL, broken_at = NULL, broken_reason = NULL`,
      [storeId, accounts.name, hookOf(storeId), keys.publishableKey, sealed, keys.address],
    );
    for (const code of [KEY_REFUSED, NOT_PERMITTED]) await resolveAlert(tx, storeId, { code, subjectId: storeId });
    await startAnew(tx, storeId);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId }); // checkouts load another script
  });
}

/**
 * Returns the id in the address of the account's webhooks. It has to be known before the account is connected, because the
 * provider gives its webhook secret only for an address.
 */
export const hookOf = (storeId: string): string => storeId;

async function checkWithProvider({ db, accounts }: ConnectDeps, storeId: string, keys: AccountKeys): Promise<void> {
  try {
    const trouble = await accounts.check(keys);
    if (trouble !== null) {
      throw new AppError('invalid_parameter', `The provider refused the key: ${trouble.reason}`, {
        param: 'secret_key',
      });
    }
    if (!(await accounts.belongTogether(keys))) {
      const message = 'The publishable key and the secret key belong to different accounts or sandboxes.';
      throw new AppError('invalid_parameter', message, { param: 'publishable_key' });
    }
    const before = await readSomePayment(db, storeId, accounts.name);
    if (before === null || (await accounts.knows(keys, before))) return;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError(
      'unavailable',
      'The provider does not answer, so the key could not be tested. Nothing was changed.',
      {
        detail: error.message,
      },
    );
  }
  if ((await countUnfinished(db, storeId, accounts.name)) === 0) return;
  const message =
    'Open pre-orders of this store were paid through another account. Without its keys the service could no longer move their money.';
  const isTried = (await readAccount(db, storeId))?.address != null;
  const way = isTried
    ? ' They were tried at a stand-in: cancel them, or make another test store for this account.'
    : '';
  throw new AppError('payment_account_differs', message + way);
}

export type Disconnected = { forgotten: boolean; unfinished: number };

/**
 * Disconnects the store's account: it takes no new payments. The keys stay while payments or pre-orders still need them for
 * charges and refunds, and are deleted when none does. `payment_account_not_found`.
 */
export async function disconnectAccount({ db }: Pick<Deps, 'db'>, storeId: string): Promise<Disconnected> {
  const account = await readAccount(db, storeId);
  if (!account) throw accountNotFound();
  return db.transaction(async (tx) => {
    await tx.query('UPDATE payment_account SET closed_at = coalesce(closed_at, app_now()) WHERE store_id = $1', [
      storeId,
    ]);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
    const unfinished = await countUnfinished(tx, storeId, account.provider);
    if (unfinished === 0) await forget(tx, storeId);
    return { forgotten: unfinished === 0, unfinished };
  });
}

const CALLS_PER_SECOND_MAX = 1_000; // Stripe raises its limit to some hundreds for large merchants

/**
 * Sets how many calls a second all processes together may make with the account. Null sets the default, which suits the
 * provider's own limit. It takes effect within two seconds. `invalid_parameter`, `payment_account_not_found`.
 */
export async function setPace({ db }: Pick<Deps, 'db'>, storeId: string, callsPerSecond: number | null): Promise<void> {
  const isPace =
    Number.isSafeInteger(callsPerSecond) &&
    Number(callsPerSecond) >= 1 &&
    Number(callsPerSecond) <= CALLS_PER_SECOND_MAX;
  if (callsPerSecond !== null && !isPace) {
    throw new AppError(
      'invalid_parameter',
      `A pace is a whole number of calls a second, from 1 to ${CALLS_PER_SECOND_MAX}.`,
      {
        param: 'calls_per_second',
      },
    );
  }
  const set = await db.transaction(async (tx) => {
    await lockStore(tx, storeId);
    return tx.query('UPDATE payment_account SET calls_per_second = $2 WHERE store_id = $1 RETURNING 1', [
      storeId,
      callsPerSecond,
    ]);
  });
  if (set.length === 0) throw accountNotFound();
}

/** Deletes the account. It cannot block due payments or stop clocks any more, so its alerts are resolved and its outage ends. */
async function forget(tx: Sql, storeId: string): Promise<void> {
  await tx.query('DELETE FROM payment_account WHERE store_id = $1', [storeId]);
  for (const code of [KEY_REFUSED, NOT_PERMITTED]) await resolveAlert(tx, storeId, { code, subjectId: storeId });
  await accountWorks(tx, storeId);
}

export function accountNotFound(): AppError {
  return new AppError('payment_account_not_found', 'This store has no payment account: connect one first.');
}
