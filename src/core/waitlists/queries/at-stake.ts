import type { Sql } from '../../../platform/db.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';

/** Who is concerned when a waitlist changes. */
export type AtStake = {
  /** Checkouts that hold units and are being paid. */
  paying: number;
  unitsHeld: number;
  /** Units that nobody holds or has bought. */
  unitsLeft: number;
  /** Pre-orders with line items that wait for a unit. */
  preordersWaiting: number;
  unitsWaiting: number;
};

export async function readAtStake(
  sql: Sql,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
): Promise<AtStake> {
  const [row] = await sql.query<AtStake>(
    `SELECT h.paying, h."unitsHeld", u."unitsLeft", l."preordersWaiting", l."unitsWaiting"
     FROM (SELECT count(*)::int AS paying, coalesce(sum(quantity), 0)::int AS "unitsHeld"
           FROM hold WHERE store_id = $1 AND waitlist_id = $2 AND expires_at > (SELECT app_now())) h,
          (SELECT coalesce(sum(allocated - held - sold), 0)::int AS "unitsLeft"
           FROM unit WHERE store_id = $1 AND waitlist_id = $2) u,
          (SELECT count(DISTINCT l.preorder_id)::int AS "preordersWaiting", count(*)::int AS "unitsWaiting"
           FROM preorder_line l WHERE l.store_id = $1 AND l.waitlist_id = $2 AND ${WAITS}) l`,
    [storeId, waitlistId],
  );
  if (!row) throw new Error('an aggregate without a row');
  return row;
}
