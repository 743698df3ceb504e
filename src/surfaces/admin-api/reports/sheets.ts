import { listDeliveries } from '../../../core/releases/queries/deliveries.ts';
import { readForecasts } from '../../../core/reports/queries/forecasts.ts';
import { readFunnel } from '../../../core/reports/queries/funnel.ts';
import { readSalesByDay } from '../../../core/reports/queries/sales.ts';
import { readSellThrough } from '../../../core/reports/queries/sell-through.ts';
import { readWithdrawalsByProduct } from '../../../core/reports/queries/withdrawals.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { toDecimal } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Report } from '../../../protocol/schema/admin-api/reports.ts';
import { MEASURED_EVENTS } from '../../../protocol/wire/measures.ts';
import type { Sheet } from '../../csv.ts';
import { forecastJson, withdrawalsReportJson } from './json.ts';

/** What a report is about. `waitlistId` is demanded by the report of one waitlist. */
export type ReportOf = { from: string; until: string; waitlistId: string | null };

type AnySheet = Sheet<string>;

/** Returns a report as a file for a spreadsheet. Amounts are decimals, days are the store's. */
export function reportSheet(sql: Sql, store: Store, report: Report): (of: ReportOf) => AnySheet {
  switch (report) {
    case 'sales':
      return (of) => salesSheet(sql, store, of);
    case 'sell-through':
      return (of) => sellThroughSheet(sql, store, of);
    case 'funnel':
      return (of) => funnelSheet(sql, store, of);
    case 'forecasts':
      return () => forecastSheet(sql, store);
    case 'deliveries':
      return () => deliverySheet(sql, store);
    case 'withdrawals':
      return (of) => withdrawalsSheet(sql, store, of);
  }
}

function salesSheet(sql: Sql, { id, currency }: Store, of: ReportOf): AnySheet {
  const amount = (minor: number) => toDecimal(minor, currency);
  return sheet(
    'day sold booked cancelled cancelled_value released released_value charged refunded charged_back currency',
    async () =>
      (await readSalesByDay(sql, id, of)).map(({ day, sold, cancelled, released, charged, refunded, chargedBack }) => ({
        day,
        sold: sold.units,
        booked: amount(sold.amount),
        cancelled: cancelled.units,
        cancelled_value: amount(cancelled.amount),
        released: released.units,
        released_value: amount(released.amount),
        charged: amount(charged),
        refunded: amount(refunded),
        charged_back: amount(chargedBack),
        currency,
      })),
  );
}

function sellThroughSheet(sql: Sql, { id }: Store, { waitlistId, ...period }: ReportOf): AnySheet {
  if (waitlistId === null) {
    throw new AppError('missing_parameter', 'Say which waitlist this report is of.', { param: 'waitlist_id' });
  }
  return sheet('day allocated sold', () => readSellThrough(sql, id, { ...period, waitlistId }));
}

function funnelSheet(sql: Sql, { id }: Store, of: ReportOf): AnySheet {
  return sheet('event count', async () => {
    const funnel = await readFunnel(sql, id, of);
    return MEASURED_EVENTS.map((event) => ({ event, count: funnel[event] }));
  });
}

function forecastSheet(sql: Sql, { id }: Store): AnySheet {
  return sheet('waitlist_id product_code product allocated left sold_per_day earliest expected latest', async () =>
    (await readForecasts(sql, id)).map(forecastJson).map(({ product, ...forecast }) => ({
      ...forecast,
      product_code: product.product_code,
      product: product.title,
    })),
  );
}

function withdrawalsSheet(sql: Sql, store: Store, of: ReportOf): AnySheet {
  return sheet(
    'product_code product declared waiting undone settled refused placed withdrawn share median_days',
    async () =>
      withdrawalsReportJson(await readWithdrawalsByProduct(sql, store.id, of), of, store).products.map(
        ({ product, ...counts }) => ({
          ...counts,
          product_code: product?.product_code ?? null,
          product: product?.title ?? null,
        }),
      ),
  );
}

const DELIVERY_COLUMNS =
  'batch_id waitlist_id product_code product position ships_from ships_until status waiting arrived released free';
const PAGE = 200;

function deliverySheet(sql: Sql, { id }: Store): AnySheet {
  async function* pages() {
    for (let after: string | undefined; ; ) {
      const found = await listDeliveries(sql, id, { waiting: false, after, limit: PAGE });
      yield found.map(({ product, ships, ...batch }) =>
        cellsOf({
          batch_id: batch.id,
          waitlist_id: batch.waitlistId,
          product_code: product.handle,
          product: product.title,
          position: batch.position,
          ships_from: ships.from,
          ships_until: ships.until,
          status: batch.status,
          waiting: batch.waiting,
          arrived: batch.arrived,
          released: batch.released,
          free: batch.arrived - batch.released,
        }),
      );
      after = found.at(-1)?.id;
      if (found.length < PAGE) return;
    }
  }
  return { columns: DELIVERY_COLUMNS.split(' '), pages: pages() };
}

type Cells = Record<string, string | number | null>;

/** A sheet whose rows are read at once when it is written. */
function sheet(columns: string, rows: () => Promise<Cells[]>): AnySheet {
  async function* pages() {
    yield (await rows()).map(cellsOf);
  }
  return { columns: columns.split(' '), pages: pages() };
}

const cellsOf = (row: Cells): Record<string, string> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === null ? '' : `${value}`]));
