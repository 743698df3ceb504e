import { type AccountKeys, type AccountTrouble, ProviderError } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlert, resolveAlert } from '../../stores/commands.ts';
import { listBrokenAccounts } from '../queries.ts';

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
    const broken = await tx.query(
      `UPDATE payment_account SET broken_at = app_now(), broken_reason = $2
       WHERE store_id = $1 AND broken_at IS NULL RETURNING 1`,
      [storeId, reason.slice(0, 300)],
    );
    if (broken.length === 0) return;
    const message = `The payment provider refuses the store's key: ${reason} New checkouts are refused, and what is due waits. See ./service payments connect.`;
    await raiseAlert(tx, storeId, { code: KEY_REFUSED, subjectId: storeId, message });
  });
}

/** Asks again with the keys that were refused. Where one is taken, checkouts go on, and what waited moves. */
export async function recheckAccounts(deps: Pick<Deps, 'db' | 'secrets' | 'accounts'>): Promise<void> {
  for (const { storeId, keys } of await listBrokenAccounts(deps)) {
    if (!(await isTaken(deps, keys))) continue;
    await deps.db.transaction(async (tx) => {
      await tx.query('UPDATE payment_account SET broken_at = NULL, broken_reason = NULL WHERE store_id = $1', [
        storeId,
      ]);
      await resolveAlert(tx, storeId, { code: KEY_REFUSED, subjectId: storeId });
    });
  }
}

async function isTaken({ accounts }: Pick<Deps, 'accounts'>, keys: AccountKeys): Promise<boolean> {
  try {
    return (await accounts.check(keys))?.kind !== 'key_refused';
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
