import { daysOf } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import { dayOf, SINCE } from './period.ts';

/** The units of a waitlist at the end of a day. */
export type SellThroughDay = { day: string; allocated: number; sold: number };

type Moved = { day: string; allocated: number; sold: number };

/**
 * Reads from the stock ledger how many units a waitlist had and had sold at the end of each day. It begins at the counters of
 * now and takes back what happened since, so it reads no more than the days that are asked for and those after them.
 */
export async function readSellThrough(
  sql: Sql,
  storeId: string,
  { waitlistId, from, until }: { waitlistId: string; from: string; until: string },
): Promise<SellThroughDay[]> {
  const [now] = await sql.query<{ allocated: number; sold: number }>(
    `SELECT coalesce(sum(allocated), 0)::int AS allocated, coalesce(sum(sold), 0)::int AS sold
     FROM unit WHERE store_id = $1 AND waitlist_id = $2`,
    [storeId, waitlistId],
  );
  const moved = await sql.query<Moved>(
    `SELECT ${dayOf('g.at')} AS day, sum(g.allocated_delta)::int AS allocated, sum(g.sold_delta)::int AS sold
     FROM stock_ledger g WHERE g.store_id = $1 AND g.at >= ${SINCE} AND g.waitlist_id = $3 GROUP BY 1`,
    [storeId, from, waitlistId],
  );
  const byDay = new Map(moved.map((day) => [day.day, day]));
  const last = moved.reduce((latest, { day }) => (day > latest ? day : latest), until);
  let { allocated, sold } = now ?? { allocated: 0, sold: 0 };
  const days: SellThroughDay[] = [];
  for (const day of daysOf(from, last).reverse()) {
    if (day <= until) days.push({ day, allocated, sold });
    allocated -= byDay.get(day)?.allocated ?? 0;
    sold -= byDay.get(day)?.sold ?? 0;
  }
  return days.reverse();
}
