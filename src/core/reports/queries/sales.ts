import type { Minor } from '../../../domain/money.ts';
import { daysOf } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import { dayOf, type Period, SINCE, TILL } from './period.ts';

/** What was done with units: how many, and what they cost their shoppers. */
type Units = { units: number; amount: Minor };

/**
 * What happened, each measured at its own time and by itself: a unit that is sold in March and released in June is in both
 * months, in one measure each.
 */
export type Sales = {
  /** Bought. `amount` is what was booked: price, shipping and tax, less a discount. */
  sold: Units;
  cancelled: Units;
  released: Units;
  /** Taken from shoppers. */
  charged: Minor;
  /** Given back to shoppers. */
  refunded: Minor;
  /** Taken back by banks after disputes, less what came back. */
  chargedBack: Minor;
};

export type SalesDay = Sales & { day: string };
export type SalesOfWaitlist = Sales & {
  waitlistId: string;
  product: { externalId: string; handle: string; title: string };
};

type Counted = { key: string; what: keyof Sales; units: number; amount: Minor };

const OF_WAITLIST = '($4::uuid IS NULL OR l.waitlist_id = $4)';
const LINE = 'JOIN preorder_line l ON l.store_id = $1 AND';

/** SQL: everything of a period that is measured. The joins begin at what has a time, for which there is an index. */
const HAPPENED = `
  SELECT 'sold' AS what, o.placed_at AS at, l.waitlist_id, 1 AS units, l.total AS amount
  FROM preorder o ${LINE} l.preorder_id = o.id
  WHERE o.store_id = $1 AND o.placed_at >= ${SINCE} AND o.placed_at < ${TILL} AND ${OF_WAITLIST}
  UNION ALL
  SELECT 'cancelled', l.cancelled_at, l.waitlist_id, 1, l.total FROM preorder_line l
  WHERE l.store_id = $1 AND l.cancelled_at >= ${SINCE} AND l.cancelled_at < ${TILL} AND ${OF_WAITLIST}
  UNION ALL
  SELECT 'released', l.released_at, l.waitlist_id, 1, l.total FROM preorder_line l
  WHERE l.store_id = $1 AND l.released_at >= ${SINCE} AND l.released_at < ${TILL} AND ${OF_WAITLIST}
  UNION ALL
  SELECT CASE WHEN m.kind = 'refund' THEN 'refunded' WHEN m.kind IN ('chargeback', 'reinstatement') THEN 'chargedBack'
              ELSE 'charged' END,
         e.at, l.waitlist_id, 0, CASE WHEN m.kind IN ('capture', 'charge') THEN e.amount ELSE -e.amount END
  FROM ledger_entry e
  JOIN movement m ON m.store_id = e.store_id AND m.id = e.movement_id
  ${LINE} l.id = e.line_id
  WHERE e.store_id = $1 AND e.account = 'provider' AND e.at >= ${SINCE} AND e.at < ${TILL} AND ${OF_WAITLIST}`;

/** Reads what happened on each day of the period, the oldest first. Days on which nothing happened are there as well. */
export async function readSalesByDay(sql: Sql, storeId: string, period: Period): Promise<SalesDay[]> {
  const { from, until, waitlistId } = period;
  const found = await sql.query<Counted>(
    `SELECT ${dayOf('h.at')} AS key, h.what, sum(h.units)::int AS units, sum(h.amount)::bigint AS amount
     FROM (${HAPPENED}) h GROUP BY 1, 2`,
    [storeId, from, until, waitlistId],
  );
  const days = salesBy(found);
  return daysOf(from, until).map((day) => ({ day, ...(days.get(day) ?? nothing()) }));
}

/** Reads what happened with each waitlist in the period, those with most sold first. */
export async function readSalesByWaitlist(sql: Sql, storeId: string, period: Period): Promise<SalesOfWaitlist[]> {
  const { from, until, waitlistId } = period;
  const found = await sql.query<Counted & { product: SalesOfWaitlist['product'] }>(
    `SELECT g.key, g.what, g.units, g.amount,
            json_build_object('externalId', p.external_id, 'handle', p.handle, 'title', p.title) AS product
     FROM (SELECT h.waitlist_id AS key, h.what, sum(h.units)::int AS units, sum(h.amount)::bigint AS amount
           FROM (${HAPPENED}) h GROUP BY 1, 2) g
     JOIN waitlist w ON w.store_id = $1 AND w.id = g.key
     JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id`,
    [storeId, from, until, waitlistId],
  );
  const products = new Map(found.map(({ key, product }) => [key, product]));
  return [...salesBy(found)]
    .flatMap(([key, sales]) => {
      const product = products.get(key);
      return product ? [{ waitlistId: key, product, ...sales }] : [];
    })
    .sort((one, other) => other.sold.units - one.sold.units || one.product.title.localeCompare(other.product.title));
}

const nothing = (): Sales => ({
  sold: { units: 0, amount: 0 },
  cancelled: { units: 0, amount: 0 },
  released: { units: 0, amount: 0 },
  charged: 0,
  refunded: 0,
  chargedBack: 0,
});

function salesBy(found: readonly Counted[]): Map<string, Sales> {
  const all = new Map<string, Sales>();
  for (const { key, what, units, amount } of found) {
    const sales = all.get(key) ?? nothing();
    all.set(key, sales);
    if (what === 'sold' || what === 'cancelled' || what === 'released') sales[what] = { units, amount };
    else sales[what] = amount;
  }
  return all;
}

/** Adds up the days of a period. */
export function totalOf(days: readonly Sales[]): Sales {
  const total = nothing();
  for (const day of days) {
    for (const what of ['sold', 'cancelled', 'released'] as const) {
      total[what].units += day[what].units;
      total[what].amount += day[what].amount;
    }
    for (const what of ['charged', 'refunded', 'chargedBack'] as const) total[what] += day[what];
  }
  return total;
}
