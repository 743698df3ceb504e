import { type Forecast, forecastSellOut } from '../../../domain/forecast.ts';
import { daysOf, laterDay } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import { openNowSql } from '../../waitlists/queries.ts';

export type WaitlistForecast = {
  waitlistId: string;
  product: { externalId: string; handle: string; title: string };
  allocated: number;
  left: number;
  /** Units a day that sell now; null where too little was sold to tell. */
  pace: number | null;
  /** Days of the store; null where too little was sold to tell, or after a year. */
  expected: string | null;
  earliest: string | null;
  latest: string | null;
};

type Selling = Pick<WaitlistForecast, 'waitlistId' | 'product' | 'allocated' | 'left'> & {
  today: string;
  opened: string | null;
  sold: Record<string, number>;
};

// Eight weeks: what sold before says nothing of today's pace.
const DAYS_READ = 56;

/** Forecasts when the waitlists that sell now will be sold out, the soonest first. Today is left out: it is not over. */
export async function readForecasts(sql: Sql, storeId: string): Promise<WaitlistForecast[]> {
  const selling = await sql.query<Selling>(
    `WITH clock AS (SELECT (app_now() AT TIME ZONE time_zone)::date AS today, time_zone FROM store WHERE id = $1)
     SELECT w.id AS "waitlistId", json_build_object('externalId', p.external_id, 'handle', p.handle, 'title', p.title) AS product,
            u.allocated, u."left", to_char(c.today, 'YYYY-MM-DD') AS today,
            to_char(w.opened_at AT TIME ZONE c.time_zone, 'YYYY-MM-DD') AS opened, coalesce(d.sold, '{}') AS sold
     FROM (${openNowSql()}) n
     JOIN waitlist w ON w.store_id = $1 AND w.id = n.id
     JOIN product p ON p.store_id = $1 AND p.id = w.product_id
     CROSS JOIN clock c
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(allocated), 0)::int AS allocated, coalesce(sum(allocated - held - sold), 0)::int AS "left"
       FROM unit u WHERE u.store_id = $1 AND u.waitlist_id = w.id) u
     LEFT JOIN (
       SELECT waitlist_id, json_object_agg(day, sold) AS sold FROM (
         SELECT g.waitlist_id, to_char(g.at AT TIME ZONE (SELECT time_zone FROM clock), 'YYYY-MM-DD') AS day,
                sum(g.sold_delta)::int AS sold
         FROM stock_ledger g
         WHERE g.store_id = $1 AND g.at >= (SELECT (today - $2::int)::timestamp AT TIME ZONE time_zone FROM clock)
           AND g.sold_delta <> 0
         GROUP BY 1, 2) x GROUP BY waitlist_id) d ON d.waitlist_id = w.id`,
    [storeId, DAYS_READ],
  );
  return selling.map(forecastOf).sort((one, other) => (one.expected ?? '9').localeCompare(other.expected ?? '9'));
}

function forecastOf({ today, opened, sold, ...waitlist }: Selling): WaitlistForecast {
  const first = [laterDay(today, -DAYS_READ), opened ?? today].sort().at(-1) ?? today;
  const days = first < today ? daysOf(first, laterDay(today, -1)) : [];
  const found = forecastSellOut(
    days.map((day) => Math.max(0, sold[day] ?? 0)),
    waitlist.left,
  );
  return { ...waitlist, pace: found?.pace ?? null, ...datesOf(found, today) };
}

function datesOf(found: Forecast | null, today: string): Pick<WaitlistForecast, 'expected' | 'earliest' | 'latest'> {
  const dayOf = (days: number | null | undefined) => (days == null ? null : laterDay(today, days));
  return { expected: dayOf(found?.expected), earliest: dayOf(found?.earliest), latest: dayOf(found?.latest) };
}
