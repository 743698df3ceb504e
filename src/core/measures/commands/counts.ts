import type { Sql } from '../../../platform/db.ts';
import type { MeasuredEvent } from '../../../protocol/wire/measures.ts';

/** `waitlistId` is what a page said, as a UUID; null where it said that none was open. */
export type EventCount = { storeId: string; waitlistId: string | null; event: MeasuredEvent; count: number };

/** Adds counts to the store's current day. Counts whose waitlist is unknown, or belongs to another store, are dropped. */
export async function addCounts(sql: Sql, counts: readonly EventCount[]): Promise<void> {
  // The statement sorts its rows, so two processes that write the same rows lock them in one order and cannot deadlock.
  await sql.query(
    `INSERT INTO measure (store_id, day, waitlist_id, event, count)
     SELECT s.id, ((SELECT app_now()) AT TIME ZONE s.time_zone)::date, w.id, c.event, c.count
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) AS c (store_id, waitlist_id, event, count)
     JOIN store s ON s.id = c.store_id
     LEFT JOIN waitlist w ON w.store_id = c.store_id AND w.id = c.waitlist_id
     WHERE c.waitlist_id IS NULL OR w.id IS NOT NULL
     ORDER BY 1, 2, 3, 4
     ON CONFLICT (store_id, day, waitlist_id, event) DO UPDATE SET count = measure.count + excluded.count`,
    [
      counts.map(({ storeId }) => storeId),
      counts.map(({ waitlistId }) => waitlistId),
      counts.map(({ event }) => event),
      counts.map(({ count }) => count),
    ],
  );
}
