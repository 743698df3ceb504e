import { readForecasts } from '../../../core/reports/queries/forecasts.ts';
import { readFunnel } from '../../../core/reports/queries/funnel.ts';
import { readOpenWork } from '../../../core/reports/queries/open-work.ts';
import { readSalesByDay, readSalesByWaitlist } from '../../../core/reports/queries/sales.ts';
import { readSellThrough } from '../../../core/reports/queries/sell-through.ts';
import { readWithdrawalsByProduct } from '../../../core/reports/queries/withdrawals.ts';
import { readClock } from '../../../core/stores/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import type { Sql } from '../../../platform/db.ts';
import * as operations from '../../../protocol/schema/admin-api/reports.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { forecastJson, funnelJson, salesJson, sellThroughJson, withdrawalsReportJson } from './json.ts';
import { reportPeriod } from './period.ts';
import { reportSheet } from './sheets.ts';

/** Registers the reports. All of them only read. */
export function registerReports({ reads, sendsCsv }: AdminRoutes): void {
  reads(operations.getSales, async ({ store }, query, { db }) => {
    const period = await periodOf(db, store.id, query);
    const days = await readSalesByDay(db, store.id, period);
    const waitlists = await readSalesByWaitlist(db, store.id, period);
    return salesJson({ days, waitlists }, period, store);
  });
  reads(operations.getSellThrough, async ({ store }, query, { db }) => {
    const { from, until, waitlistId } = await periodOf(db, store.id, query);
    const of = { from, until, waitlistId: waitlistId ?? '' };
    return sellThroughJson(await readSellThrough(db, store.id, of), of, store);
  });
  reads(operations.getFunnel, async ({ store }, query, { db }) => {
    const period = await periodOf(db, store.id, query);
    return funnelJson(await readFunnel(db, store.id, period), period, store);
  });
  reads(operations.getWithdrawalsReport, async ({ store }, query, { db }) => {
    const period = await periodOf(db, store.id, query);
    return withdrawalsReportJson(await readWithdrawalsByProduct(db, store.id, period), period, store);
  });
  reads(operations.listForecasts, async ({ store }, _, { db }) =>
    (await readForecasts(db, store.id)).map(forecastJson),
  );
  reads(operations.getOpenWork, ({ store, scopes }, _, { db }) => readOpenWork(db, store.id, scopes));
  sendsCsv(operations.exportReport, async ({ store }, { report, ...query }, { db }) => ({
    name: report,
    sheet: reportSheet(db, store, report)(await periodOf(db, store.id, query)),
  }));
}

type ReportFilter = { waitlist_id?: string | undefined; from?: string | undefined; to?: string | undefined };

async function periodOf(sql: Sql, storeId: string, { waitlist_id, ...given }: ReportFilter) {
  const period = await reportPeriod(given, async () => (await readClock(sql, storeId)).today);
  const waitlistId = waitlist_id === undefined ? null : (await readWaitlist(sql, storeId, waitlist_id)).id;
  return { ...period, waitlistId };
}
