import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Import, RunningImport } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { upload } from '../../requests/upload.ts';
import { changed } from '../../requests/use-data.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { serviceAddress } from '../home/service-address.ts';
import { ImportReport } from './report.tsx';

const PATH = '/admin/api/v1/catalog/imports';

/** Brings a file of products in: it is read, what would change is shown, and only then is it taken in. */
export function ImportProducts() {
  const { slug } = useCurrentStore();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<Import>();
  const [progress, setProgress] = useState<RunningImport & { sent: number }>();
  const sending = useSending();
  const result = useRef<HTMLDivElement>(null);

  const send = (chosen: File, dryRun: boolean) =>
    sending.send(async () => {
      const stop = followImport((running) => setProgress((known) => known && { ...known, ...running }));
      setProgress({ ...NOT_YET, sent: 0 });
      try {
        const path = dryRun ? `${PATH}?dry_run=true` : PATH;
        const onSent = (sent: number) => setProgress((known) => known && { ...known, sent });
        setReport(await upload<Import>({ path, file: chosen, type: 'text/csv', onSent }));
        if (!dryRun) changed(keyOf('products'));
      } finally {
        stop();
        setProgress(undefined);
      }
    });
  const choose = (chosen: File | undefined) => {
    if (!chosen || sending.busy) return;
    setFile(chosen);
    setReport(undefined);
    void send(chosen, true);
  };
  // What came out is what a reader wants next.
  useEffect(() => result.current?.focus(), [report]);

  return (
    <Page
      title={t('import.title')}
      intro={t('import.intro')}
      back={{ href: storePath(slug, '/products'), text: t('nav.products') }}
    >
      <div class="narrow narrow--wide">
        <Card title={t('import.file')}>
          <FileChoice file={file} disabled={sending.busy} onFile={choose} />
          {progress && <Progress progress={progress} />}
          {sending.fault && <FaultNotice title={t('import.failed')} fault={sending.fault} />}
        </Card>
        {report && (
          <div ref={result} tabIndex={-1} class="stack">
            <ImportReport report={report} />
            {report.dry_run && file ? (
              <p>
                <Button busy={sending.busy} onPress={() => void send(file, false)}>
                  {t('import.button')}
                </Button>
              </p>
            ) : (
              !report.dry_run && <Next slug={slug} />
            )}
          </div>
        )}
      </div>
    </Page>
  );
}

type FileChoiceProps = { file: File | undefined; disabled: boolean; onFile: (file: File | undefined) => void };

function FileChoice({ file, disabled, onFile }: FileChoiceProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same for keyboards and screen readers
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onFile(event.dataTransfer?.files[0]);
      }}
    >
      <label class="field__label" for="file">
        {t('import.choose')}
      </label>
      <input
        id="file"
        type="file"
        accept=".csv,.tsv,.txt,.xml,text/csv,text/xml"
        disabled={disabled}
        aria-describedby="file-hint"
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
      <p class="field__hint" id="file-hint">
        {file && file.size > 0 ? t('import.drop.other') : t('import.drop')}{' '}
        <a href={`${serviceAddress()}/docs/guides/catalogue`} target="_blank" rel="noopener noreferrer">
          {t('import.guide')}
        </a>
      </p>
    </div>
  );
}

/** Says how far it is: of the file while it is sent, and then how far the service is with it. */
function Progress({ progress: { sent, step, rows, done, total } }: { progress: RunningImport & { sent: number } }) {
  const percent = Math.floor(sent * 100);
  const part = sent < 1 ? sent : step === 'writing' && total > 0 ? done / total : undefined;
  const text =
    sent < 1
      ? t('import.sending', { percent })
      : step === 'writing'
        ? t('import.writing', { done: count(done), total: count(total) })
        : step === 'comparing' || step === 'waiting'
          ? t(`import.${step}`)
          : t('import.reading', { count: rows });
  return (
    <div class="stack stack--close">
      <progress
        class="progress"
        max={1}
        {...(part !== undefined && { value: part })}
        aria-label={t('import.progress')}
      />
      <p role="status">{text}</p>
    </div>
  );
}

function Next({ slug }: { slug: string }) {
  return (
    <Notice
      kind="success"
      title={t('import.done')}
      actions={
        <a class="button button--primary" href={storePath(slug, '/waitlists/new')}>
          {t('create.new')}
        </a>
      }
    >
      <p>
        <a href={storePath(slug, '/products')}>{t('import.show')}</a>
      </p>
    </Notice>
  );
}

const NOT_YET: RunningImport = { step: 'uploading', rows: 0, done: 0, total: 0 };
const LOOK_MS = 1_000;

/** Asks each second how far the service is. Another process may have the file: then it knows nothing, and nothing is told. */
function followImport(onStep: (running: RunningImport) => void): () => void {
  const look = async () => {
    const { data } = bodyOf(await api.GET('/admin/api/v1/catalog/imports/running'));
    if (data.step !== 'none') onStep(data);
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  return () => clearInterval(timer);
}
