import type { Deps } from '../../deps.ts';
import type { ForgettableCard } from '../queries/dues.ts';

/**
 * Has the provider forget the card, then deletes the provider's ids of it. In this order, because after a crash the round
 * can repeat the call to the provider.
 */
export async function forgetCard(
  deps: Pick<Deps, 'db' | 'payments'>,
  { storeId, id, provider, ref, customerRef }: ForgettableCard,
): Promise<void> {
  await deps.payments(provider, storeId).forget({ ref, customerRef });
  await deps.db.query(
    `UPDATE payment_method SET forgotten_at = app_now(), replaced_at = coalesce(replaced_at, app_now()),
            method_ref = '', customer_ref = ''
     WHERE store_id = $1 AND id = $2`,
    [storeId, id],
  );
}
