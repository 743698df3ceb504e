import type { WaitlistForecast } from '../../core/reports/queries/forecasts.ts';
import type { Funnel } from '../../core/reports/queries/funnel.ts';
import { type Sales, type SalesDay, type SalesOfWaitlist, totalOf } from '../../core/reports/queries/sales.ts';
import type { SellThroughDay } from '../../core/reports/queries/sell-through.ts';
import type { WithdrawalsOfProduct } from '../../core/reports/queries/withdrawals.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { toDecimal } from '../../domain/money.ts';
import { daysBetween, laterDay, parseDay } from '../../domain/store-time.ts';
import type {
  AdminForecast,
  AdminFunnel,
  AdminSales,
  AdminSellThrough,
  AdminWithdrawalsReport,
} from '../../protocol/schema/admin-api/reports.ts';
import { MEASURED_EVENTS } from '../../protocol/wire/measures.ts';

type Period = { from: string; until: string };

// The default period, about a month, today included.
const DAYS = 30;

/** Returns the period that a merchant asks for: by default the last 30 days. Throws `invalid_dates`, `invalid_parameter`. */
export async function periodFrom(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: () => Promise<string>,
): Promise<Period> {
  const until = to === undefined ? await today() : parseDay(to, 'to');
  const first = from === undefined ? laterDay(until, 1 - DAYS) : parseDay(from, 'from');
  if (first > until) throw new AppError('invalid_dates', 'The period ends before it begins.', { param: 'from' });
  return { from: first, until };
}

// A year and a month, to compare a month with the same one a year ago.
const PERIOD_DAYS_MAX = 400;

/** Returns the period of a report. Throws `invalid_dates` for more than 400 days. */
export async function reportPeriod(...given: Parameters<typeof periodFrom>): Promise<Period> {
  const period = await periodFrom(...given);
  if (daysBetween(period.from, period.until) < PERIOD_DAYS_MAX) return period;
  throw new AppError('invalid_dates', `A report has at most ${PERIOD_DAYS_MAX} days.`, { param: 'from' });
}

const periodJson = ({ from, until }: Period, { timeZone }: Store) => ({ from, to: until, time_zone: timeZone });

export function salesJson(
  { days, waitlists }: { days: readonly SalesDay[]; waitlists: readonly SalesOfWaitlist[] },
  period: Period,
  store: Store,
): AdminSales {
  return {
    ...periodJson(period, store),
    currency: store.currency,
    total: measuresOf(totalOf(days), store),
    days: days.map(({ day, ...sales }) => ({ day, ...measuresOf(sales, store) })),
    waitlists: waitlists.map(({ waitlistId, product, ...sales }) => ({
      waitlist_id: waitlistId,
      product: productJson(product),
      ...measuresOf(sales, store),
    })),
  };
}

function measuresOf({ sold, cancelled, released, charged, refunded, chargedBack }: Sales, { currency }: Store) {
  const amount = (minor: number) => toDecimal(minor, currency);
  return {
    sold: sold.units,
    booked: amount(sold.amount),
    cancelled: cancelled.units,
    cancelled_value: amount(cancelled.amount),
    released: released.units,
    released_value: amount(released.amount),
    charged: amount(charged),
    refunded: amount(refunded),
    charged_back: amount(chargedBack),
  };
}

const productJson = ({ externalId, handle, title }: WaitlistForecast['product']) => ({
  id: externalId,
  product_code: handle,
  title,
});

export function sellThroughJson(
  days: readonly SellThroughDay[],
  { waitlistId, ...period }: Period & { waitlistId: string },
  store: Store,
): AdminSellThrough {
  return { ...periodJson(period, store), waitlist_id: waitlistId, days: [...days] };
}

export function funnelJson(funnel: Funnel, period: Period, store: Store): AdminFunnel {
  return { ...periodJson(period, store), steps: MEASURED_EVENTS.map((event) => ({ event, count: funnel[event] })) };
}

export function withdrawalsReportJson(
  products: readonly WithdrawalsOfProduct[],
  period: Period,
  store: Store,
): AdminWithdrawalsReport {
  return {
    ...periodJson(period, store),
    products: products.map(({ product, medianDays, ...counts }) => ({
      product: product && productJson(product),
      ...counts,
      share: counts.placed === 0 ? null : toTenth((100 * counts.withdrawn) / counts.placed),
      median_days: medianDays === null ? null : toTenth(medianDays),
    })),
  };
}

const toTenth = (value: number) => Math.round(value * 10) / 10;

export function forecastJson({
  waitlistId,
  product,
  allocated,
  left,
  pace,
  ...dates
}: WaitlistForecast): AdminForecast {
  return {
    waitlist_id: waitlistId,
    product: productJson(product),
    allocated,
    left,
    sold_per_day: pace === null ? null : toTenth(pace),
    expected: dates.expected,
    earliest: dates.earliest,
    latest: dates.latest,
  };
}
