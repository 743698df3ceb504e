import type { TrackingRow } from '../../../../domain/tracking-csv.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Fate, Outcome } from '../../bulk/run.ts';
import { csvFile } from '../../requests/csv-file.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { download } from '../../ui/download.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { count } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';

// A page of thousands of rows would be slow on a phone; the file has them all.
const SHOWN_MAX = 500;

const TONES: Record<Fate, Tone> = { ready: 'busy', done: 'good', before: 'neutral', refused: 'bad' };

/** The rows of a file, each with its fate so far. */
export type Tried = { name: string; outcomes: Outcome<TrackingRow>[] };

/** The fate of each row, and the button that does what is ready. */
export function FileReport({ tried, onPerform }: { tried: Tried; onPerform: () => void }) {
  const { slug } = useCurrentStore();
  const mayWrite = useScopes()('preorders:write');
  const { name, outcomes } = tried;
  const of = (fate: Fate) => outcomes.filter((one) => one.fate === fate).length;
  const [ready, refused] = [of('ready'), of('refused')];
  const sums = { ready: count(ready), sent: count(of('done')), before: count(of('before')), refused: count(refused) };
  return (
    <>
      <div role="status">
        <Notice
          kind={refused > 0 ? 'warning' : ready > 0 ? 'info' : 'success'}
          title={t(ready > 0 ? 'tracking.tried' : 'tracking.tried.nothing', { file: name, ready: count(ready) })}
          actions={
            <>
              {mayWrite && ready > 0 && (
                <Button onPress={onPerform}>{t('sending.mark.button', { count: ready })}</Button>
              )}
              <Button kind="secondary" onPress={() => download(resultFile(outcomes), 'tracking-result.csv')}>
                {t('files.result')}
              </Button>
            </>
          }
        >
          <p>{t('tracking.sums', sums)}</p>
        </Notice>
      </div>
      <Table
        caption={t('files.rows')}
        columns={columnsOf(slug)}
        rows={outcomes.slice(0, SHOWN_MAX)}
        keyOf={({ row }) => `${row.line}`}
      />
      {outcomes.length > SHOWN_MAX && <p class="muted">{t('files.more', { count: outcomes.length - SHOWN_MAX })}</p>}
    </>
  );
}

function columnsOf(slug: string): Column<Outcome<TrackingRow>>[] {
  return [
    { title: t('files.line'), cell: ({ row }) => count(row.line) },
    {
      title: t('column.reference'),
      heads: true,
      cell: ({ row: { reference } }) => (
        <a class="reference" href={storePath(slug, `/preorders/${encodeURIComponent(reference)}`)}>
          {reference || '–'}
        </a>
      ),
    },
    {
      title: t('files.fate'),
      cell: ({ fate }) => <Badge tone={TONES[fate]}>{t(`tracking.fate.${fate === 'done' ? 'sent' : fate}`)}</Badge>,
    },
    { title: t('send.carrier'), cell: ({ row }) => <span class="long">{row.carrier || '–'}</span> },
    { title: t('send.number'), cell: ({ row }) => <span class="long">{row.tracking_number || '–'}</span> },
    {
      title: t('files.because'),
      cell: ({ faults }) =>
        faults.map((fault) => (
          <p key={fault.text}>
            <FaultText fault={fault} />
          </p>
        )),
    },
  ];
}

/** Returns the fate of every row as a file. */
function resultFile(outcomes: readonly Outcome<TrackingRow>[]): Blob {
  const rows = outcomes.map(({ row, fate, faults }) => [
    `${row.line}`,
    row.reference,
    row.carrier,
    row.tracking_number,
    row.tracking_link,
    fate === 'done' ? 'sent' : fate,
    faults.map(({ text, said }) => said ?? text).join(' '),
  ]);
  return csvFile([['line', 'reference', 'carrier', 'tracking_number', 'tracking_link', 'result', 'message'], ...rows]);
}
