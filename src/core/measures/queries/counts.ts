import type { Sql } from '../../../platform/db.ts';
import type { MeasuredEvent } from '../../../protocol/wire/measures.ts';

export type MeasuredDay = {
  /** A day of the store, `YYYY-MM-DD`. */
  day: string;
  /** Null when no waitlist was open. */
  waitlistId: string | null;
  /** The code of the waitlist's product. */
  handle: string | null;
  counts: Partial<Record<MeasuredEvent, number>>;
};

/** Lists the counts from `from` to `until`, the oldest day first. Both are days of the store and inclusive. */
export async function listMeasures(
  sql: Sql,
  storeId: string,
  { waitlistId, from, until }: { waitlistId: string | null; from: string; until: string },
): Promise<MeasuredDay[]> {
  return sql.query<MeasuredDay>(
    `SELECT to_char(m.day, 'YYYY-MM-DD') AS day, m.waitlist_id AS "waitlistId", p.handle,
       json_object_agg(m.event, m.count) AS counts
     FROM measure m
     LEFT JOIN waitlist w ON w.store_id = m.store_id AND w.id = m.waitlist_id
     LEFT JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
     WHERE m.store_id = $1 AND m.day BETWEEN $3 AND $4 AND ($2::uuid IS NULL OR m.waitlist_id = $2)
     GROUP BY m.day, m.waitlist_id, p.handle
     ORDER BY m.day, p.handle NULLS LAST, m.waitlist_id`,
    [storeId, waitlistId, from, until],
  );
}
