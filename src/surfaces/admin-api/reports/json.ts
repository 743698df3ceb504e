import type { WaitlistForecast } from '../../../core/reports/queries/forecasts.ts';
import type { Funnel } from '../../../core/reports/queries/funnel.ts';
import { type Sales, type SalesDay, type SalesOfWaitlist, totalOf } from '../../../core/reports/queries/sales.ts';
import type { SellThroughDay } from '../../../core/reports/queries/sell-through.ts';
import type { WithdrawalsOfProduct } from '../../../core/reports/queries/withdrawals.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { toDecimal } from '../../../domain/money.ts';
import type {
  AdminForecast,
  AdminFunnel,
  AdminSales,
  AdminSellThrough,
  AdminWithdrawalsReport,
} from '../../../protocol/schema/admin-api/reports.ts';
import { MEASURED_EVENTS } from '../../../protocol/wire/measures.ts';
import type { Period } from './period.ts';

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
