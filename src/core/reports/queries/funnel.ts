import type { Sql } from '../../../platform/db.ts';
import { MEASURED_EVENTS, type MeasuredEvent } from '../../../protocol/wire/measures.ts';
import type { Period } from './period.ts';

/** How often each event of the placements happened. */
export type Funnel = Record<MeasuredEvent, number>;

/** Adds up the measures of a period: how many of those who saw a placement went on, and how far. */
export async function readFunnel(sql: Sql, storeId: string, { from, until, waitlistId }: Period): Promise<Funnel> {
  const rows = await sql.query<{ event: MeasuredEvent; count: number }>(
    `SELECT event, sum(count)::bigint AS count FROM measure
     WHERE store_id = $1 AND day BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR waitlist_id = $4) GROUP BY event`,
    [storeId, from, until, waitlistId],
  );
  const counts = new Map(rows.map(({ event, count }) => [event, count]));
  return Object.fromEntries(MEASURED_EVENTS.map((event) => [event, counts.get(event) ?? 0])) as Funnel;
}
