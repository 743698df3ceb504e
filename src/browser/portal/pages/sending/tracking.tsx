import { useState } from 'preact/hooks';
import { readTrackingRows, type TrackingRow } from '../../../../domain/tracking-csv.ts';
import { RunProgress } from '../../bulk/progress.tsx';
import type { Fate, Outcome } from '../../bulk/run.ts';
import { answered, readCsvFile } from '../../requests/csv-file.ts';
import { useSending } from '../../requests/send.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ChooseFile, CSV_FILES } from '../../ui/choose-file.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { FileReport, type Tried } from './file-report.tsx';
import { refusedBy, useSends } from './run.ts';
import { sendWords } from './words.ts';

// Far more than the largest file of so many parcels, with the columns of the file for the carrier.
const FILE_BYTES_MAX = 40 * 1024 * 1024;

/** Parcels that have left, as a file. It is checked first, and every row says what would become of it. */
export function TrackingFile() {
  const { slug } = useCurrentStore();
  return (
    <Page
      title={t('tracking.title')}
      intro={t('tracking.intro')}
      back={{ href: storePath(slug, '/sending'), text: t('nav.sending') }}
    >
      <Bring />
    </Page>
  );
}

function Bring() {
  const [tried, setTried] = useState<Tried>();
  const reading = useSending();
  const running = useSends<TrackingRow>();
  const { run } = running;
  const busy = run?.state === 'running';
  const look = async (file: File) => {
    setTried(undefined);
    running.forget();
    let rows: TrackingRow[] = [];
    const read = await reading.send(async () => {
      rows = await readCsvFile(file, { bytesMax: FILE_BYTES_MAX, rowsFrom: readTrackingRows });
    });
    if (!read) return;
    const asked = rows.filter(({ error }) => !error);
    const known = rows.flatMap((row) => (row.error ? [refusedBy(row, answered(row.error))] : []));
    const outcomes = await running.start(asked, true);
    if (outcomes.length === asked.length) setTried({ name: file.name, outcomes: byFate([...known, ...outcomes]) });
  };
  const perform = async ({ name, outcomes }: Tried) => {
    const done = await running.start(outcomes.filter(({ fate }) => fate === 'ready').map(({ row }) => row));
    const now = new Map(done.map((outcome) => [outcome.row, outcome]));
    setTried({ name, outcomes: byFate(outcomes.map((outcome) => now.get(outcome.row) ?? outcome)) });
  };
  return (
    <Card title={t('tracking.bring')} hint={t('tracking.bring.text')}>
      <div>
        <ChooseFile
          name="tracking"
          accept={CSV_FILES}
          text={t(tried ? 'files.in.other' : 'files.in.button')}
          kind={tried?.outcomes.some(({ fate }) => fate === 'ready') ? 'secondary' : 'primary'}
          busy={busy || reading.busy}
          onFile={(file) => void look(file)}
        />
      </div>
      {reading.fault && <FaultNotice fault={reading.fault} />}
      {run && !(run.dryRun && run.state === 'done') && (
        <RunProgress run={run} words={sendWords(run.dryRun)} onStop={running.stop} />
      )}
      {tried && !busy && <FileReport tried={tried} onPerform={() => void perform(tried)} />}
    </Card>
  );
}

const FATES: readonly Fate[] = ['refused', 'before', 'ready', 'done'];

/** What a person has to look at comes first. */
const byFate = (outcomes: readonly Outcome<TrackingRow>[]): Outcome<TrackingRow>[] =>
  [...outcomes].sort(
    (one, other) => FATES.indexOf(one.fate) - FATES.indexOf(other.fate) || one.row.line - other.row.line,
  );
