import type { Deps } from '../../deps.ts';
import { SUBSCRIPTIONS, type Subscription } from '../queries/subscriptions.ts';
import { findAccess } from '../queries.ts';

/**
 * Says which mails a member wants about a store. The first daily mail comes the next morning. Resolves with false, and changes nothing,
 * where there is no such store or the member does not work in it.
 */
export async function subscribe(
  { db }: Pick<Deps, 'db'>,
  { memberId, slug }: { memberId: string; slug: string },
  wanted: Partial<Record<Subscription, boolean>>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const access = await findAccess(tx, memberId, slug);
    if (!access) return false;
    const kinds = (on: boolean) => SUBSCRIPTIONS.filter((kind) => wanted[kind] === on);
    await tx.query('DELETE FROM staff_subscription WHERE store_id = $1 AND member_id = $2 AND kind = ANY($3::text[])', [
      access.storeId,
      memberId,
      kinds(false),
    ]);
    await tx.query(
      `INSERT INTO staff_subscription (store_id, member_id, kind, mailed_on)
       SELECT s.id, $2, k.kind, (app_now() AT TIME ZONE s.time_zone)::date
       FROM store s, unnest($3::text[]) AS k (kind) WHERE s.id = $1
       ON CONFLICT DO NOTHING`,
      [access.storeId, memberId, kinds(true)],
    );
    return true;
  });
}
