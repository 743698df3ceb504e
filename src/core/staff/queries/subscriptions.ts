import type { Sql } from '../../../platform/db.ts';
import { listStoresOf } from '../queries.ts';

export const SUBSCRIPTIONS = ['daily', 'nearly_sold'] as const;

/** A mail about a store that a member may ask for. */
export type Subscription = (typeof SUBSCRIPTIONS)[number];

/** What a member wants to hear of one store. */
export type StoreSubscriptions = Record<Subscription, boolean> & { slug: string; name: string };

/** Lists what a member wants to hear of each store that they may work in. */
export async function listSubscriptions(sql: Sql, memberId: string): Promise<StoreSubscriptions[]> {
  const stores = await listStoresOf(sql, memberId);
  const rows = await sql.query<{ storeId: string; kind: Subscription }>(
    'SELECT store_id AS "storeId", kind FROM staff_subscription WHERE member_id = $1',
    [memberId],
  );
  return stores.map(({ storeId, slug, name }) => {
    const wants = (kind: Subscription) => rows.some((row) => row.storeId === storeId && row.kind === kind);
    return { slug, name, daily: wants('daily'), nearly_sold: wants('nearly_sold') };
  });
}
