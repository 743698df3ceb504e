import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { csvFile } from '../../requests/csv-file.ts';
import { faultsOf } from '../../requests/fault.ts';
import type { WaitlistImport } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { download } from '../../ui/download.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { type Column, Table } from '../../ui/list.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { type Change, Changes, sureOfSteep } from './prices.tsx';

type Row = WaitlistImport['rows'][number];
type Tried = { file: File; report: WaitlistImport };

/** Waitlists as a file for a spreadsheet, both ways. A file is tried first, and every row says what would become of it. */
export function WaitlistFiles() {
  const { slug } = useCurrentStore();
  const mayWrite = useScopes()('waitlists:write');
  return (
    <Page
      title={t('files.title')}
      intro={t('files.intro')}
      back={{ href: storePath(slug, '/waitlists'), text: t('nav.waitlists') }}
    >
      <Export />
      {mayWrite && <Import />}
    </Page>
  );
}

function Export() {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const params = { query: { bom: true } };
      download(bodyOf(await api.GET('/admin/api/v1/waitlists.csv', { params, parseAs: 'blob' })), 'waitlists.csv');
    });
  return (
    <Card title={t('files.out')} hint={t('files.out.text')}>
      <div>
        <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
          {t('files.out.button')}
        </Button>
      </div>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </Card>
  );
}

function Import() {
  const [tried, setTried] = useState<Tried>();
  const sending = useSending();
  const send = (file: File, dryRun: boolean) =>
    sending.send(async () => {
      const answer = await api.POST('/admin/api/v1/waitlists/imports', {
        params: { query: { dry_run: dryRun } } as never, // the client itself makes the key of the write
        headers: { 'content-type': 'text/csv' },
        body: file as never, // the description has no type for bytes
        bodySerializer: (body: unknown) => body as File,
      });
      setTried({ file, report: bodyOf(answer).data });
    });
  const perform = async ({ file, report: { rows } }: Tried) => {
    if (!(await sureOfSteep(t('files.price.sure.text'), rows.flatMap(steepOf)))) return;
    if (!(await send(file, false))) return;
    changed(keyOf('waitlists'));
    say(t('files.done'));
  };
  return (
    <Card title={t('files.in')} hint={t('files.in.text')}>
      <div>
        <ChooseFile
          name="waitlists"
          accept=".csv,text/csv"
          text={t(tried ? 'files.in.other' : 'files.in.button')}
          kind={tried?.report.dry_run ? 'secondary' : 'primary'}
          busy={sending.busy}
          onFile={(file) => {
            setTried(undefined);
            void send(file, true);
          }}
        />
      </div>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      {tried && <Report tried={tried} busy={sending.busy} onPerform={() => void perform(tried)} />}
    </Card>
  );
}

const steepOf = ({ line, product, steep_prices: steep = [] }: Row): Change[] =>
  steep.map(({ variant, ...prices }, place) => ({ ...prices, id: `${line} ${place}`, name: `${product}, ${variant}` }));

function Report({ tried, busy, onPerform }: { tried: Tried; busy: boolean; onPerform: () => void }) {
  const { report, file } = tried;
  const { dry_run: dryRun, created, changed: others, unchanged, refused, rows } = report;
  const isSteep = dryRun && rows.some((row) => row.steep_prices !== undefined);
  const sums = t('files.sums', { created, changed: others, unchanged, refused });
  return (
    <>
      <div role="status">
        <Notice
          kind={refused > 0 || isSteep ? 'warning' : dryRun ? 'info' : 'success'}
          title={t(dryRun ? 'files.tried' : 'files.performed', { file: file.name })}
          actions={
            <>
              {dryRun && created + others > 0 && (
                <Button busy={busy} onPress={onPerform}>
                  {t('files.perform', { count: created + others })}
                </Button>
              )}
              <Button kind="secondary" onPress={() => download(resultFile(rows), 'waitlists-result.csv')}>
                {t('files.result')}
              </Button>
            </>
          }
        >
          <p>{sums}</p>
        </Notice>
      </div>
      <Table
        caption={t('files.rows')}
        columns={columnsOf(dryRun)}
        rows={rows.slice(0, SHOWN_MAX)}
        keyOf={({ line }) => `${line}`}
      />
      {rows.length > SHOWN_MAX && <p class="muted">{t('files.more', { count: rows.length - SHOWN_MAX })}</p>}
    </>
  );
}

// A page of thousands of rows would be slow on a phone; the file has them all.
const SHOWN_MAX = 500;

const TONES: Record<Row['result'], Tone> = { created: 'good', changed: 'busy', unchanged: 'neutral', refused: 'bad' };

function columnsOf(dryRun: boolean): Column<Row>[] {
  return [
    { title: t('files.line'), heads: true, cell: ({ line }) => line },
    {
      title: t('files.fate'),
      cell: ({ result }) => <Badge tone={TONES[result]}>{t(`files.${dryRun ? 'would' : 'did'}.${result}`)}</Badge>,
    },
    { title: t('column.product'), cell: ({ product }) => product },
    { title: t('column.variant'), cell: ({ variant }) => variant },
    {
      title: t('files.because'),
      cell: (row) => (row.error ? <Faults error={row.error} /> : <Changes changes={steepOf(row)} />),
    },
  ];
}

const Faults = ({ error }: { error: NonNullable<Row['error']> }) =>
  faultsOf(error).map((fault) => (
    <p key={JSON.stringify(fault)}>
      {fault.param !== undefined && `${fault.param}: `}
      <FaultText fault={fault} />
    </p>
  ));

/** Returns the fate of every row as a file that a spreadsheet opens safely. */
function resultFile(rows: readonly Row[]): Blob {
  const cells = rows.map(({ line, result, product, variant, waitlist_id, error, steep_prices: steep = [] }) => [
    `${line}`,
    result,
    product,
    variant,
    waitlist_id ?? '',
    error?.code ?? '',
    error ? [...new Set((error.errors ?? [error]).map(({ message }) => message))].join(' ') : '',
    steep.map(({ variant, before, after, currency }) => `${variant}: ${before} → ${after} ${currency}`).join('; '),
  ]);
  const head = ['line', 'result', 'product', 'variant', 'waitlist_id', 'code', 'message', 'steep_prices'];
  return csvFile([head, ...cells]);
}
