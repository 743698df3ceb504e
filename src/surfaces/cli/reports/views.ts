import type { WaitlistForecast } from '../../../core/reports/queries/forecasts.ts';
import type { Funnel } from '../../../core/reports/queries/funnel.ts';
import { type Sales, type SalesDay, type SalesOfWaitlist, totalOf } from '../../../core/reports/queries/sales.ts';
import type { SellThroughDay } from '../../../core/reports/queries/sell-through.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { AdminWithdrawalsReport } from '../../../protocol/schema/admin-api/reports.ts';
import { MEASURED_EVENTS, type MeasuredEvent } from '../../../protocol/wire/measures.ts';
import { formatAmount, formatTable } from '../terminal.ts';

const HEADINGS = ['Sold', 'Booked', 'Cancelled', 'Released', 'Charged', 'Refunded', 'Charged back'];

type SalesReport = { days: readonly SalesDay[]; waitlists: readonly SalesOfWaitlist[] };

export function salesText({ days, waitlists }: SalesReport, { currency }: Store): string {
  const cells = ({ sold, cancelled, released, charged, refunded, chargedBack }: Sales) => [
    sold.units,
    formatAmount(sold.amount, currency),
    cancelled.units,
    released.units,
    ...[charged, refunded, chargedBack].map((amount) => formatAmount(amount, currency)),
  ];
  const busy = days.filter((day) => isBusy(day));
  if (busy.length === 0) return 'Nothing happened.';
  const byDay = busy.map((day) => [day.day, ...cells(day)]);
  const byWaitlist = waitlists.map((one) => [one.product.handle, one.waitlistId, ...cells(one)]);
  return [
    formatTable(['Day', ...HEADINGS], [...byDay, ['Together', ...cells(totalOf(days))]]),
    formatTable(['Product', 'Waitlist', ...HEADINGS], byWaitlist),
  ].join('\n\n');
}

function isBusy({ sold, cancelled, released, ...amounts }: Sales): boolean {
  const { charged, refunded, chargedBack } = amounts;
  return [sold.units, cancelled.units, released.units, charged, refunded, chargedBack].some((one) => one !== 0);
}

export function sellThroughTable(days: readonly SellThroughDay[]): string {
  const share = (sold: number, allocated: number) =>
    allocated === 0 ? '' : Math.round((1000 * sold) / allocated) / 10;
  return formatTable(
    ['Day', 'For sale', 'Sold', 'Sold, %'],
    days.map(({ day, allocated, sold }) => [day, allocated, sold, share(sold, allocated)]),
  );
}

const STEPS: Record<MeasuredEvent, string> = {
  PlacementLoaded: 'Shown',
  ButtonClicked: 'Clicked',
  PreorderCheckoutStep: 'Steps',
  PreorderCheckoutSubmitted: 'Submitted',
  PreorderCreated: 'Created',
  PreorderFailed: 'Failed',
};

export function funnelTable(funnel: Funnel): string {
  return formatTable(
    ['', 'Times'],
    MEASURED_EVENTS.map((event) => [STEPS[event], funnel[event]]),
  );
}

export function withdrawalsTable({ products }: AdminWithdrawalsReport): string {
  if (products.length === 0) return 'Nobody withdrew.';
  const rows = products.map(({ product, ...of }) => [
    product?.product_code ?? 'no pre-order found',
    of.declared,
    of.waiting,
    of.settled,
    of.refused,
    of.undone,
    of.placed,
    of.share,
    of.median_days,
  ]);
  const states = ['Declared', 'Waiting', 'Settled', 'Refused', 'Undone'];
  return formatTable(['Product', ...states, 'Items placed', 'Withdrawn, %', 'Days after the order'], rows);
}

export function forecastsTable(forecasts: readonly WaitlistForecast[]): string {
  const rows = forecasts.map(({ product, waitlistId, left, pace, expected, earliest, latest }) => [
    product.handle,
    waitlistId,
    left,
    pace === null ? 'too little sold to tell' : `${pace.toFixed(1)} a day`,
    expected ?? '',
    earliest ?? '',
    latest ?? '',
  ]);
  return formatTable(['Product', 'Waitlist', 'Left', 'Sells', 'Sold out', 'At the earliest', 'At the latest'], rows);
}
