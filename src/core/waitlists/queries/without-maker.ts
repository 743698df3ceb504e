import type { Sql } from '../../../platform/db.ts';

/** Counts the products of a store that are on sale, and those of them whose maker shoppers cannot read in full. */
export async function countWithoutMaker(sql: Sql, storeId: string): Promise<{ onSale: number; without: number }> {
  const [counts = { onSale: 0, without: 0 }] = await sql.query<{ onSale: number; without: number }>(
    `SELECT count(*)::int AS "onSale",
       (count(*) FILTER (WHERE NOT coalesce(s.maker->>'name' <> '' AND s.maker->>'address' <> '' AND s.maker->>'contact' <> '', false)))::int
         AS without
     FROM (SELECT DISTINCT product_id FROM waitlist WHERE store_id = $1 AND state IN ('SCHEDULED', 'OPEN')) w
     LEFT JOIN LATERAL (
       SELECT k.maker FROM product_safety k WHERE k.store_id = $1 AND k.product_id = w.product_id
       ORDER BY k.source = 'hand' DESC LIMIT 1) s ON true`,
    [storeId],
  );
  return counts;
}
