import type { Deps } from '../../deps.ts';
import type { ForgettableCard } from '../queries/dues.ts';

/** The provider first: a card that it still has would be forgotten again. What names it is kept nowhere from then on. */
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
