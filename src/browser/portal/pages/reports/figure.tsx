import type { ComponentChildren } from 'preact';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { download } from '../../ui/download.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import type { ReportQuery } from './reads.ts';

export type ReportName = 'sales' | 'sell-through' | 'funnel' | 'forecasts' | 'deliveries' | 'withdrawals';

/** Saves a report as a file for a spreadsheet. */
export function SaveReport({ report, query, title }: { report: ReportName; query?: ReportQuery; title: string }) {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const params = { path: { report }, query: { ...query, bom: true } };
      const file = bodyOf(await api.GET('/admin/api/v1/reports/{report}.csv', { params, parseAs: 'blob' }));
      download(file, `${report}.csv`);
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('reports.save')}
        <span class="visually-hidden"> {title}</span>
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}

/** The numbers of a chart as a table, closed until somebody wants it. */
export function Numbers({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="numbers">
      <summary>
        {t('reports.table')}
        <span class="visually-hidden"> {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, so the keyboard must reach it */}
      <section class="numbers__table" tabIndex={0} aria-label={`${t('reports.table')} ${title}`}>
        {children}
      </section>
    </details>
  );
}
