import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { listDeliveries } from '../../../core/releases/queries/deliveries.ts';
import { readForecasts } from '../../../core/reports/queries/forecasts.ts';
import { readFunnel } from '../../../core/reports/queries/funnel.ts';
import { readSalesByDay, readSalesByWaitlist } from '../../../core/reports/queries/sales.ts';
import { readSellThrough } from '../../../core/reports/queries/sell-through.ts';
import { readWithdrawalsByProduct } from '../../../core/reports/queries/withdrawals.ts';
import { readClock, type Store } from '../../../core/stores/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { deliveryJson } from '../../merchant-json/deliveries.ts';
import { noWaitlist, type Report, type ReportOf, reportSheet } from '../../merchant-json/report-sheets.ts';
import {
  forecastJson,
  funnelJson,
  reportPeriod,
  salesJson,
  sellThroughJson,
  withdrawalsReportJson,
} from '../../merchant-json/reports.ts';
import { deliveriesTable } from '../batches/views.ts';
import { addExportOptions, type ExportOptions, writeExport } from '../export.ts';
import { formatDays } from '../terminal.ts';
import { type Answer, defineStoreVerb, type VerbRunner } from '../verb.ts';
import { forecastsTable, funnelTable, salesText, sellThroughTable, withdrawalsTable } from './views.ts';

type ReportOptions = ExportOptions & { waitlist?: string; from?: string; to?: string; csv?: boolean };
type ReportRequest = { store: Store; of: ReportOf };

const DESCRIPTIONS: Record<Report, string> = {
  sales: 'sold, booked, cancelled, released, charged and refunded, each at its own time',
  'sell-through': 'units for sale and sold at the end of each day; of one --waitlist',
  funnel: 'how many placements were shown, clicked and bought from',
  forecasts: 'when the waitlists that sell now will be sold out, and how sure that is',
  withdrawals: 'withdrawals by product: how many, of how many line items, and how long after the order',
  deliveries: 'the batches that shoppers wait for, and which are late or at risk',
};

/** Reports of now have no period. */
const OF_NOW: readonly Report[] = ['forecasts', 'deliveries'];

const ANSWERS: Record<Report, (deps: Deps, request: ReportRequest) => Promise<Answer>> = {
  async sales({ db }, { store, of }) {
    const days = await readSalesByDay(db, store.id, of);
    const waitlists = await readSalesByWaitlist(db, store.id, of);
    return titled({ store, of }, salesJson({ days, waitlists }, of, store), salesText({ days, waitlists }, store));
  },
  async 'sell-through'({ db }, { store, of }) {
    const { waitlistId } = of;
    if (waitlistId === null) throw noWaitlist();
    const days = await readSellThrough(db, store.id, { ...of, waitlistId });
    return titled({ store, of }, sellThroughJson(days, { ...of, waitlistId }, store), sellThroughTable(days));
  },
  async funnel({ db }, { store, of }) {
    const funnel = await readFunnel(db, store.id, of);
    return titled({ store, of }, funnelJson(funnel, of, store), funnelTable(funnel));
  },
  async withdrawals({ db }, { store, of }) {
    const found = withdrawalsReportJson(await readWithdrawalsByProduct(db, store.id, of), of, store);
    return titled({ store, of }, found, withdrawalsTable(found));
  },
  async forecasts({ db }, { store }) {
    const found = await readForecasts(db, store.id);
    const text = found.length > 0 ? forecastsTable(found) : 'No waitlist sells now.';
    return { data: found.map(forecastJson), text };
  },
  async deliveries({ db }, { store }) {
    const found = await listDeliveries(db, store.id, { waiting: true, limit: 500 });
    const text = found.length > 0 ? deliveriesTable(found) : 'Nobody waits for a delivery.';
    return { data: found.map(deliveryJson), text };
  },
};

/** Adds the reports. With `--csv` each is written as a file for a spreadsheet. */
export function addReports(runner: VerbRunner, reports: Command): void {
  for (const report of Object.keys(ANSWERS) as Report[]) {
    const verb = reports.command(report).description(DESCRIPTIONS[report]);
    if (!OF_NOW.includes(report)) {
      verb
        .option('--waitlist <id>', 'only this waitlist')
        .option('--from <day>', 'such as 2026-06-01, on the store’s calendar; by default 30 days ago')
        .option('--to <day>', 'the last day that counts');
    }
    addExportOptions(verb.option('--csv', 'as CSV'));
    defineStoreVerb<ReportOptions>(runner, verb, async (deps, { store, options }) => {
      const request = { store, of: await reportOf(deps, store, options) };
      if (!options.csv) return ANSWERS[report](deps, request);
      return writeExport(runner, options, reportSheet(deps.db, store, report)(request.of));
    });
  }
}

async function reportOf({ db }: Deps, store: Store, { waitlist, from, to }: ReportOptions): Promise<ReportOf> {
  const period = await reportPeriod({ from, to }, async () => (await readClock(db, store.id)).today);
  return { ...period, waitlistId: waitlist === undefined ? null : (await readWaitlist(db, store.id, waitlist)).id };
}

function titled({ store, of }: ReportRequest, data: object, text: string): Answer {
  return { data, text: `${formatDays(of)} (${store.timeZone})\n\n${text}` };
}
