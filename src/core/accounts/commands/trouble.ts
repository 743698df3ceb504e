import type { Next } from '../../../domain/alert.ts';
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

const CONNECT: Next = { step: 'connect_account' };

/**
 * Notes trouble with the account's key and raises an alert. When the provider refuses the key, new checkouts answer 503 and
 * due payments wait until a key is taken. A key that lacks one permission stops only what needs the permission.
 */
export async function noteTrouble(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  { kind, reason }: AccountTrouble,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (kind === 'not_permitted') {
      return raiseAlert(tx, storeId, {
        text: NOT_PERMITTED,
        subjectId: storeId,
        values: { said: reason },
        next: CONNECT,
      });
    }
    const [broken] = await tx.query<{ at: Date }>(
      `UPDATE payment_account SET broken_at = app_now(), broken_reason = $2
       WHERE store_id = $1 AND broken_at IS NULL RETURNING coalesce(refused_since, broken_at) AS at`,
      [storeId, reason.slice(0, 300)],
    );
    if (!broken) return;
    await beginOutage(tx, { storeId, kind: 'account' }, { beganAt: broken.at, reason });
    await raiseAlert(tx, storeId, { text: KEY_REFUSED, subjectId: storeId, values: { said: reason }, next: CONNECT });
  });
}

/** Tries refused keys again, and probes accounts that refuse payments. When one works, checkouts and due payments go on. */
export async function recheckAccounts(deps: Pick<Deps, 'db' | 'secrets' | 'accounts'> & MoneyDeps): Promise<void> {
  for (const { storeId, keys } of await listBrokenAccounts(deps)) {
    if (!(await isKeyAccepted(deps, keys))) continue;
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

/**
 * Tests an account that refuses payments: lets one waiting pre-order's payment through, and its result counts for the
 * account. When no pre-order waits, asks the provider if the account may charge.
 */
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

async function isKeyAccepted({ accounts }: Pick<Deps, 'accounts'>, keys: AccountKeys): Promise<boolean> {
  try {
    return (await accounts.check(keys))?.kind !== 'key_refused';
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
