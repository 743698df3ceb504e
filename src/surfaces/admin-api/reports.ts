import Type from 'typebox';
import { readForecasts } from '../../core/reports/queries/forecasts.ts';
import { readFunnel } from '../../core/reports/queries/funnel.ts';
import { readSalesByDay, readSalesByWaitlist } from '../../core/reports/queries/sales.ts';
import { readSellThrough } from '../../core/reports/queries/sell-through.ts';
import { readWithdrawalsByProduct } from '../../core/reports/queries/withdrawals.ts';
import { readClock } from '../../core/stores/queries.ts';
import { readWaitlist } from '../../core/waitlists/queries.ts';
import type { Sql } from '../../platform/db.ts';
import { ReportFile, ReportFileQuery, ReportQuery, SellThroughQuery } from '../../protocol/schema/admin-api/reports.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { csvOf } from '../csv.ts';
import { reportSheet } from '../merchant-json/report-sheets.ts';
import {
  forecastJson,
  funnelJson,
  reportPeriod,
  salesJson,
  sellThroughJson,
  withdrawalsReportJson,
} from '../merchant-json/reports.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { reading, sendCsv, success } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/reports`;
const NO_WAITLIST = { 404: { $ref: 'Error#', description: '`waitlist_not_found`' } };

const SALES = reading('measures:read', {
  operationId: 'getSales',
  summary: 'What was sold, booked, cancelled, released, charged and refunded, by day and by waitlist',
  description: 'Each is measured at its own time: what was sold in March may be charged and released in June.',
  querystring: ReportQuery,
  response: { 200: successSchema(Type.Ref('AdminSales'), 'The period.'), ...NO_WAITLIST },
});

const SELL_THROUGH = reading('measures:read', {
  operationId: 'getSellThrough',
  summary: 'The units of a waitlist at the end of each day: for sale, and sold',
  params: Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  querystring: SellThroughQuery,
  response: { 200: successSchema(Type.Ref('AdminSellThrough'), 'The period.'), ...NO_WAITLIST },
});

const FUNNEL = reading('measures:read', {
  operationId: 'getFunnel',
  summary: 'How many placements were shown, clicked and bought from, added up',
  querystring: ReportQuery,
  response: { 200: successSchema(Type.Ref('AdminFunnel'), 'The steps.'), ...NO_WAITLIST },
});

const WITHDRAWALS = reading('measures:read', {
  operationId: 'getWithdrawalsReport',
  summary: 'Withdrawals by product: how many, of how many line items, and how long after the order',
  querystring: ReportQuery,
  response: { 200: successSchema(Type.Ref('AdminWithdrawalsReport'), 'The period.'), ...NO_WAITLIST },
});

const FORECASTS = reading('measures:read', {
  operationId: 'listForecasts',
  summary: 'When the waitlists that sell now will be sold out, and how sure that is',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminForecast')), 'The soonest first.') },
});

const EXPORT = reading('measures:read', {
  operationId: 'exportReport',
  summary: 'A report as CSV, safe to open in a spreadsheet',
  description: '`sell-through` demands `waitlist_id`. `forecasts` and `deliveries` are of now and have no period.',
  params: ReportFile,
  querystring: ReportFileQuery,
  response: { 200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } }, ...NO_WAITLIST },
});

/** Registers the reports. All of them only read. */
export function registerReports({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(`${PATH}/sales`, SALES, async (request) => {
    const { store } = askerOf(request);
    const period = await periodOf(db, store.id, request.query);
    const days = await readSalesByDay(db, store.id, period);
    const waitlists = await readSalesByWaitlist(db, store.id, period);
    return success(salesJson({ days, waitlists }, period, store));
  });

  app.get(`${PATH}/sell-through/:waitlist_id`, SELL_THROUGH, async (request) => {
    const { store } = askerOf(request);
    const { waitlist_id } = request.params;
    const { from, until, waitlistId } = await periodOf(db, store.id, { ...request.query, waitlist_id });
    const of = { from, until, waitlistId: waitlistId ?? '' };
    return success(sellThroughJson(await readSellThrough(db, store.id, of), of, store));
  });

  app.get(`${PATH}/funnel`, FUNNEL, async (request) => {
    const { store } = askerOf(request);
    const period = await periodOf(db, store.id, request.query);
    return success(funnelJson(await readFunnel(db, store.id, period), period, store));
  });

  app.get(`${PATH}/withdrawals`, WITHDRAWALS, async (request) => {
    const { store } = askerOf(request);
    const period = await periodOf(db, store.id, request.query);
    return success(withdrawalsReportJson(await readWithdrawalsByProduct(db, store.id, period), period, store));
  });

  app.get(`${PATH}/forecasts`, FORECASTS, async (request) =>
    success((await readForecasts(db, askerOf(request).store.id)).map(forecastJson)),
  );

  app.get(`${PATH}/:report.csv`, EXPORT, async (request, reply) => {
    const { store } = askerOf(request);
    const { report } = request.params;
    const { bom = true, ...query } = request.query;
    const sheet = reportSheet(db, store, report)(await periodOf(db, store.id, query));
    return sendCsv(reply, report, csvOf(sheet, { bom }));
  });
}

type ReportFilter = { waitlist_id?: string | undefined; from?: string | undefined; to?: string | undefined };

async function periodOf(sql: Sql, storeId: string, { waitlist_id, ...given }: ReportFilter) {
  const period = await reportPeriod(given, async () => (await readClock(sql, storeId)).today);
  const waitlistId = waitlist_id === undefined ? null : (await readWaitlist(sql, storeId, waitlist_id)).id;
  return { ...period, waitlistId };
}
