import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useSending } from '../../requests/send.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';
import { count } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { act, isUnderWay, type Moving, useMoving } from './reads.ts';
import { MovingRows } from './rows.tsx';
import { MovingState } from './state.tsx';

const RUNNING_MS = 1_000;
const ENDED_MS = 60_000;

/** One file that was brought: how far it is, what became of every row, and what can be done now. */
export function MovingPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const loaded = useMoving(id);
  const { data } = loaded;
  useLive([loaded], data && !isUnderWay(data) ? ENDED_MS : RUNNING_MS);
  return (
    <Page
      title={data ? data.file_name : t('moving.title')}
      badge={data && <MovingState state={data.state} />}
      intro={data && t(`moving.kind.${data.kind}`)}
      back={{ href: storePath(slug, '/moving-in'), text: t('moving.title') }}
    >
      <Shown of={loaded}>
        {(moving) => (
          <>
            {isUnderWay(moving) ? <Progress moving={moving} /> : <Now moving={moving} />}
            <MovingRows moving={moving} />
          </>
        )}
      </Shown>
    </Page>
  );
}

/** How many rows have what the worker is about. */
function doneOf({ state, rows, waiting, ready, imported, undone, kept }: Moving): { done: number; total: number } {
  if (state === 'checking') return { done: rows - waiting, total: rows };
  if (state === 'importing') return { done: imported, total: imported + ready };
  return { done: undone + kept, total: imported + undone + kept };
}

function Progress({ moving }: { moving: Moving }) {
  const { done, total } = doneOf(moving);
  const state = moving.state as 'checking' | 'importing' | 'undoing';
  return (
    <Card title={t(`moving.state.${state}`)} hint={t('moving.leave')}>
      <progress class="progress" max={Math.max(1, total)} value={done} aria-label={t('import.progress')} />
      <p role="status">{t(`moving.progress.${state}`, { done: count(done), total: count(total) })}</p>
    </Card>
  );
}

function Now({ moving }: { moving: Moving }) {
  const { id, state, ready, imported, refused, kept, undone } = moving;
  const mayWrite = useScopes()('imports:write');
  const [asking, setAsking] = useState(false);
  const sending = useSending();
  const counts = {
    ready: count(ready),
    imported: count(imported),
    refused: count(refused),
    kept: count(kept),
    undone: count(undone),
  };
  const kind = state === 'done' ? 'success' : refused + kept > 0 ? 'warning' : 'info';
  return (
    <div role="status">
      <Notice
        kind={kind}
        title={t(`moving.now.${state as 'checked' | 'done' | 'undone'}`, counts)}
        actions={
          mayWrite && (
            <>
              {state === 'checked' && ready > 0 && (
                <Button busy={sending.busy} onPress={() => void sending.send(() => act(id, 'run'))}>
                  {t('moving.run', { count: ready })}
                </Button>
              )}
              {state === 'done' && imported > 0 && (
                <Button kind="secondary" onPress={() => setAsking(true)}>
                  {t('moving.undo')}
                </Button>
              )}
            </>
          )
        }
      >
        <p>{t(`moving.now.${state as 'checked' | 'done' | 'undone'}.text`, counts)}</p>
        {sending.fault && <FaultNotice fault={sending.fault} />}
      </Notice>
      {asking && (
        <AskWindow
          title={t('moving.undo.title')}
          submit={t('moving.undo')}
          kind="danger"
          act={() => act(id, 'undo')}
          onClose={() => setAsking(false)}
        >
          <p>{t('moving.undo.text', counts)}</p>
        </AskWindow>
      )}
    </div>
  );
}
