import type { Command } from 'commander';
import { listDeliveries } from '../../../protocol/schema/admin-api/batches.ts';
import * as operations from '../../../protocol/schema/admin-api/reports.ts';
import { addAskingVerb } from '../asking.ts';
import { deliveriesTable } from '../batches/views.ts';
import { addExportVerb } from '../export.ts';
import { formatDays } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { forecastsTable, funnelTable, openWorkTable, salesText, sellThroughTable, withdrawalsTable } from './views.ts';

/** Adds the reports, and a verb that writes one as a file for a spreadsheet. */
export function addReports(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'sales', { operation: operations.getSales, text: titled(salesText) });
  addAskingVerb(verbs, 'sell-through <waitlist-id>', {
    operation: operations.getSellThrough,
    text: titled(sellThroughTable),
  });
  addAskingVerb(verbs, 'funnel', { operation: operations.getFunnel, text: titled(funnelTable) });
  addAskingVerb(verbs, 'withdrawals', {
    operation: operations.getWithdrawalsReport,
    text: titled(withdrawalsTable),
  });
  addAskingVerb(verbs, 'forecasts', { operation: operations.listForecasts, text: forecastsTable });
  addAskingVerb(verbs, 'open-work', { operation: operations.getOpenWork, text: openWorkTable });
  addAskingVerb(verbs, 'deliveries', { operation: listDeliveries, text: deliveriesTable });
  addExportVerb(verbs, 'export <report>', operations.exportReport);
}

type Period = { from: string; to: string; time_zone: string };

const titled =
  <Report extends Period>(tableOf: (report: Report) => string) =>
  (report: Report) =>
    `${formatDays({ from: report.from, until: report.to })} (${report.time_zone})\n\n${tableOf(report)}`;
