import type { Sql } from '../../../platform/db.ts';
import { type Period, SINCE, TILL } from './period.ts';

/** Withdrawals of a product in a period. */
export type WithdrawalsOfProduct = {
  /** Null: no pre-order was found for them. */
  product: { externalId: string; handle: string; title: string } | null;
  /** How many were declared in the period, and in which states they are now. */
  declared: number;
  waiting: number;
  undone: number;
  settled: number;
  refused: number;
  /** Line items that were placed in the period, and those of them whose pre-order somebody has withdrawn from, whenever. */
  placed: number;
  withdrawn: number;
  /** The median of the days from the order to the declaration; null where there is none to tell it from. */
  medianDays: number | null;
};

const IN_PERIOD = (time: string) => `${time} >= ${SINCE} AND ${time} < ${TILL}`;
const OF_WAITLIST = '($4::uuid IS NULL OR o.waitlist_id = $4)';

/** Reads the withdrawals of a period by product, the most first. What was undone or refused counts in no share. */
export async function readWithdrawalsByProduct(
  sql: Sql,
  storeId: string,
  { from, until, waitlistId }: Period,
): Promise<WithdrawalsOfProduct[]> {
  return sql.query<WithdrawalsOfProduct>(
    `WITH declared AS (
       SELECT t.product_id, count(*)::int AS declared, count(*) FILTER (WHERE w.state = 'declared')::int AS waiting,
              count(*) FILTER (WHERE w.state = 'undone')::int AS undone,
              count(*) FILTER (WHERE w.state = 'settled')::int AS settled,
              count(*) FILTER (WHERE w.state = 'refused')::int AS refused,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM w.declared_at - o.placed_at) / 86400)
                FILTER (WHERE w.state <> 'undone') AS days
       FROM withdrawal w
       LEFT JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
       LEFT JOIN waitlist t ON t.store_id = o.store_id AND t.id = o.waitlist_id
       WHERE w.store_id = $1 AND ${IN_PERIOD('w.declared_at')} AND ${OF_WAITLIST} GROUP BY 1),
     placed AS (
       SELECT t.product_id, count(*)::int AS placed, count(*) FILTER (WHERE EXISTS (
                SELECT 1 FROM withdrawal w WHERE w.store_id = o.store_id AND w.preorder_id = o.id
                  AND w.state IN ('declared', 'settled')))::int AS withdrawn
       FROM preorder o
       JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id
       JOIN waitlist t ON t.store_id = o.store_id AND t.id = o.waitlist_id
       WHERE o.store_id = $1 AND ${IN_PERIOD('o.placed_at')} AND ${OF_WAITLIST} GROUP BY 1)
     SELECT CASE WHEN p.id IS NOT NULL THEN json_build_object('externalId', p.external_id, 'handle', p.handle, 'title', p.title)
            END AS product,
            coalesce(d.declared, 0) AS declared, coalesce(d.waiting, 0) AS waiting, coalesce(d.undone, 0) AS undone,
            coalesce(d.settled, 0) AS settled, coalesce(d.refused, 0) AS refused, coalesce(s.placed, 0) AS placed,
            coalesce(s.withdrawn, 0) AS withdrawn, d.days::float8 AS "medianDays"
     FROM declared d FULL JOIN placed s ON s.product_id = d.product_id
     LEFT JOIN product p ON p.store_id = $1 AND p.id = coalesce(d.product_id, s.product_id)
     WHERE d.declared > 0 OR s.withdrawn > 0
     ORDER BY coalesce(d.declared, 0) DESC, p.title NULLS LAST`,
    [storeId, from, until, waitlistId],
  );
}
