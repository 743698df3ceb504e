import { type AccountKeys, type AccountTrouble, ProviderError } from '../../../integrations/payments/port.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { beginOutage } from '../../outages/commands/record.ts';
import type { MoneyDeps } from '../../payments/commands/finish-movement.ts';
import { probeMoney } from '../../payments/commands/move-money.ts';
import { takeForProbe, waitNoMore } from '../../payments/commands/wait-for-account.ts';
import { claimProbes, type KeyedAccount, listBrokenAccounts } from '../queries.ts';
import { accountWorks, noteRefusal, noteTaken, probeSoon } from './breaker.ts';

export const KEY_REFUSED = 'payment_key_refused';
export const NOT_PERMITTED = 'payment_not_permitted';

/**
 * The provider refuses the account's key: new checkouts answer 503 until it is taken again, and what is due waits. A key
 * that lacks one permission stops only what needs it. Either is an alert.
 */
export async function noteTrouble(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  { kind, reason }: AccountTrouble,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (kind === 'not_permitted') {
      const message = `The payment account's key may not do something that is needed: ${reason}`;
      return raiseAlert(tx, storeId, { code: NOT_PERMITTED, subjectId: storeId, message });
    }
    const [broken] = await tx.query<{ at: Date }>(
      `UPDATE payment_account SET broken_at = app_now(), broken_reason = $2
       WHERE store_id = $1 AND broken_at IS NULL RETURNING coalesce(refused_since, broken_at) AS at`,
      [storeId, reason.slice(0, 300)],
    );
    if (!broken) return;
    await beginOutage(tx, { storeId, kind: 'account' }, { beganAt: broken.at, reason });
    const message = `The payment provider refuses the store's key: ${reason} New checkouts are refused, and what is due waits. See ./service payments connect.`;
    await raiseAlert(tx, storeId, { code: KEY_REFUSED, subjectId: storeId, message });
  });
}

/** Asks again with the keys that were refused. Where one is taken, checkouts go on, and what waited moves. */
export async function recheckAccounts(deps: Pick<Deps, 'db' | 'secrets' | 'accounts'> & MoneyDeps): Promise<void> {
  for (const { storeId, keys } of await listBrokenAccounts(deps)) {
    if (!(await isTaken(deps, keys))) continue;
    await deps.db.transaction(async (tx) => {
      await tx.query('UPDATE payment_account SET broken_at = NULL, broken_reason = NULL WHERE store_id = $1', [
        storeId,
      ]);
      await probeSoon(tx, storeId);
      await resolveAlert(tx, storeId, { code: KEY_REFUSED, subjectId: storeId });
      await accountWorks(tx, storeId);
    });
  }
  for (const account of await claimProbes(deps)) {
    await probe(deps, account).catch((error: unknown) =>
      deps.log.warn(
        { err: error, store: account.storeId },
        'an account could not be probed; a later round tries again',
      ),
    );
  }
}

/** Something that waits is let through, and says of the account what it says; where nothing is due, the account is tried. */
async function probe(
  deps: Pick<Deps, 'db' | 'accounts'> & MoneyDeps,
  { storeId, keys, currency, refusedReason }: KeyedAccount & { currency: string },
): Promise<void> {
  for (;;) {
    const preorderId = await takeForProbe(deps.db, storeId);
    if (preorderId === null) break;
    if (await probeMoney(deps, { storeId, preorderId })) return;
    await waitNoMore(deps.db, { storeId, preorderId });
  }
  if (await deps.accounts.mayCharge(keys, currency)) return noteTaken(deps, storeId);
  await noteRefusal(deps, storeId, { of: 'probe', reason: refusedReason ?? '' });
}

async function isTaken({ accounts }: Pick<Deps, 'accounts'>, keys: AccountKeys): Promise<boolean> {
  try {
    return (await accounts.check(keys))?.kind !== 'key_refused';
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
