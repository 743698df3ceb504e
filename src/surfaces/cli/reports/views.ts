import type {
  AdminForecast,
  AdminFunnel,
  AdminOpenWork,
  AdminSales,
  AdminSellThrough,
  AdminWithdrawalsReport,
} from '../../../protocol/schema/admin-api/reports.ts';
import type { MeasuredEvent } from '../../../protocol/wire/measures.ts';
import { formatTable } from '../terminal.ts';

const HEADINGS = ['Sold', 'Booked', 'Cancelled', 'Released', 'Charged', 'Refunded', 'Charged back'];

type Sales = AdminSales['total'];

export function salesText({ total, days, waitlists, currency }: AdminSales): string {
  const money = ({ booked, charged, refunded, charged_back: back }: Sales) =>
    [booked, charged, refunded, back].map((amount) => `${amount} ${currency}`);
  const cells = (sales: Sales) => {
    const [booked, ...moved] = money(sales);
    return [sales.sold, booked, sales.cancelled, sales.released, ...moved];
  };
  const busy = days.filter(isBusy);
  if (busy.length === 0) return 'Nothing happened.';
  const byDay = busy.map((day) => [day.day, ...cells(day)]);
  const byWaitlist = waitlists.map((one) => [one.product.product_code, one.waitlist_id, ...cells(one)]);
  return [
    formatTable(['Day', ...HEADINGS], [...byDay, ['Together', ...cells(total)]]),
    formatTable(['Product', 'Waitlist', ...HEADINGS], byWaitlist),
  ].join('\n\n');
}

const isBusy = ({ sold, cancelled, released, charged, refunded, charged_back: back }: Sales) =>
  [sold, cancelled, released, charged, refunded, back].some((one) => Number(one) !== 0);

const WORK: Record<keyof AdminOpenWork, string> = {
  alerts: 'Alerts',
  parcels: 'Parcels to send',
  withdrawals: 'Withdrawals to act on',
  deliveries: 'Deliveries late or at risk',
  refunds: 'Refused refunds',
};

export const openWorkTable = (work: AdminOpenWork): string =>
  formatTable(
    ['Waits', 'Number'],
    Object.entries(WORK).map(([kind, text]) => [text, work[kind as keyof AdminOpenWork] ?? '']),
  );

export function sellThroughTable({ days }: AdminSellThrough): string {
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

export const funnelTable = ({ steps }: AdminFunnel): string =>
  formatTable(
    ['', 'Times'],
    steps.map(({ event, count }) => [STEPS[event as MeasuredEvent], count]),
  );

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

export function forecastsTable(forecasts: readonly AdminForecast[]): string {
  if (forecasts.length === 0) return 'No waitlist sells now.';
  const rows = forecasts.map(({ product, waitlist_id, left, sold_per_day: pace, expected, earliest, latest }) => [
    product.product_code,
    waitlist_id,
    left,
    pace === null ? 'too little sold to tell' : `${pace.toFixed(1)} a day`,
    expected,
    earliest,
    latest,
  ]);
  return formatTable(['Product', 'Waitlist', 'Left', 'Sells', 'Sold out', 'At the earliest', 'At the latest'], rows);
}
