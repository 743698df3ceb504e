import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readStore } from '../queries.ts';

/**
 * Deletes a store: from the commit on nobody finds it by its key, its tokens or in the portal, and the round `removeDeletedStores`
 * removes what it had. `name` is what the merchant typed, so that no other store goes. Throws `invalid_parameter` for another name,
 * and `store_in_use` for a live store that owes somebody units or money. A test store owes nobody anything.
 */
export async function deleteStore({ db }: Pick<Deps, 'db'>, storeId: string, name: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM store WHERE id = $1 FOR UPDATE', [storeId]);
    const store = await readStore(tx, storeId);
    if (name.trim() !== store.name) {
      throw new AppError('invalid_parameter', `The store that you delete is called “${store.name}”.`, {
        param: 'name',
      });
    }
    if (store.mode === 'live') await refuseWhileInUse(tx, storeId);
    await tx.query('UPDATE store SET deleted_at = app_now() WHERE id = $1', [storeId]);
    await tx.query('DELETE FROM api_token WHERE store_id = $1', [storeId]);
    await tx.query(SIGN_OUT, [storeId]);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
}

// Who worked in this store alone works nowhere now.
const SIGN_OUT = `
  DELETE FROM staff_session x USING staff_member m, staff_role r
  WHERE x.member_id = m.id AND NOT m.may_create_stores AND r.member_id = m.id AND r.store_id = $1
    AND NOT EXISTS (SELECT 1 FROM staff_role o JOIN store s ON s.id = o.store_id
                    WHERE o.member_id = m.id AND s.deleted_at IS NULL)`;

async function refuseWhileInUse(tx: Sql, storeId: string): Promise<void> {
  const [open] = await tx.query<{ units: number; payments: number; disputes: number; withdrawals: number }>(
    `SELECT (SELECT count(*)::int FROM (
               SELECT 1 FROM preorder_line WHERE store_id = $1 AND state IN ('placed', 'payment_due', 'released')
               LIMIT 1000) unfinished) AS units,
            (SELECT count(*)::int FROM movement WHERE store_id = $1 AND state = 'open')
            + (SELECT count(*)::int FROM attempt
               WHERE store_id = $1 AND state IN ('created', 'open', 'cancel_sent', 'surplus'))
            + (SELECT count(*)::int FROM refund_owed WHERE store_id = $1) AS payments,
            (SELECT count(*)::int FROM dispute_wait WHERE store_id = $1 AND reason <> 'withdrawal') AS disputes,
            (SELECT count(*)::int FROM withdrawal WHERE store_id = $1 AND state = 'declared') AS withdrawals`,
    [storeId],
  );
  const { units = 0, payments = 0, disputes = 0, withdrawals = 0 } = open ?? {};
  const work = { units, payments, disputes, withdrawals };
  if (units + payments + disputes + withdrawals === 0) return;
  const message =
    'Shoppers wait for this store: send or cancel every pre-order first, deal with every withdrawal, and let payments and refunds come to their end.';
  throw new AppError('store_in_use', message, { data: work });
}
