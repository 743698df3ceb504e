import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { RunProgress, type RunWords } from '../../bulk/progress.tsx';
import { type Outcome, type Refusals, refusalsOf } from '../../bulk/run.ts';
import { NO_TICKS, removed, type Ticks } from '../../bulk/ticks.ts';
import { type WorkColumn, WorkTable } from '../../bulk/work-table.tsx';
import type { Sorting } from '../../lists/sort.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ago, days } from '../../ui/format.ts';
import { ACTS } from './act-names.ts';
import { BULK_ACTS, type BulkAct, type BulkRow, rowOf, type Touched, useBulk } from './bulk.ts';
import { BulkWindow } from './bulk-window.tsx';
import { Sold, unitsOf, WaitlistState } from './state.tsx';

const idOf = ({ id }: { id: string }) => id;

type ListProps = {
  waitlists: readonly Waitlist[];
  /** The filter: what it hides must not be done with what it shows. */
  of: string;
  sorting: Sorting;
};

/** Waitlists, and what is done with those that are ticked. */
export function WaitlistList({ waitlists, of, sorting }: ListProps) {
  const { slug } = useCurrentStore();
  const [ticks, setTicks] = useState<Ticks<Waitlist>>(NO_TICKS);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const [act, setAct] = useState<BulkAct>();
  const { run, start, stop } = useBulk();
  useEffect(() => setTicks(NO_TICKS), [of]);
  const perform = async (rows: BulkRow[], refused: readonly Outcome<BulkRow, Touched>[]) => {
    const outcomes = await start(rows);
    const done = outcomes.filter(({ fate }) => fate === 'done').map(({ row }) => row.id);
    setTicks(({ rows: ticked }) => ({ rows: removed(ticked, done), last: undefined }));
    setRefusals(refusalsOf([...refused, ...outcomes], idOf));
  };
  return (
    <>
      {run && <RunProgress run={run} words={WORDS()} onStop={stop} />}
      <Bar
        shown={waitlists.length}
        ticks={ticks}
        busy={run?.state === 'running'}
        onClear={() => setTicks(NO_TICKS)}
        onAct={setAct}
      />
      <WorkTable
        caption={t('nav.waitlists')}
        columns={columnsOf(slug)}
        sorting={sorting}
        rows={waitlists}
        keyOf={idOf}
        nameOf={({ product }) => product.title}
        ticks={ticks}
        onTicks={setTicks}
        refusals={refusals}
      />
      {act && (
        <BulkWindow
          act={act}
          rows={[...ticks.rows.values()].map(rowOf(act))}
          onDo={(rows, refused) => void perform(rows, refused)}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  );
}

const WORDS = (): RunWords => ({
  title: t('nav.waitlists'),
  ended: 'offers.ended',
  stopped: 'offers.ended.stopped',
  failed: 'bulk.failed',
});

type BarProps = {
  shown: number;
  ticks: Ticks<Waitlist>;
  busy: boolean;
  onClear: () => void;
  onAct: (act: BulkAct) => void;
};

/** What can be done with at least one of those that are ticked. */
function Bar({ shown, ticks: { rows }, busy, onClear, onAct }: BarProps) {
  const mayWrite = useScopes()('waitlists:write');
  const possible = BULK_ACTS.filter((act) => [...rows.values()].some(({ state }) => ACTS[state].includes(act)));
  const acts = mayWrite && !busy ? possible : [];
  return (
    <div class="acts">
      <p class="acts__sum" role="status">
        {rows.size > 0 ? t('offers.ticked', { count: rows.size }) : t('offers.shown', { count: shown })}
      </p>
      {rows.size > 0 && (
        <div class="acts__buttons">
          <Button kind="secondary" onPress={onClear}>
            {t('work.untick')}
          </Button>
          {acts.map((act) => (
            <Button key={act} kind="secondary" onPress={() => onAct(act)}>
              {t(`act.${act}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function columnsOf(slug: string): WorkColumn<Waitlist>[] {
  return [
    {
      name: 'offer',
      sort: 'title',
      title: t('column.product'),
      heads: true,
      cell: ({ id, product }) => <a href={storePath(slug, `/waitlists/${id}`)}>{product.title}</a>,
    },
    {
      name: 'state',
      sort: 'state',
      title: t('column.state'),
      says: true,
      cell: (waitlist) => <WaitlistState waitlist={waitlist} />,
    },
    { name: 'sold', sort: 'sold', title: t('column.sold'), cell: (waitlist) => <Sold units={unitsOf(waitlist)} /> },
    { name: 'ships', sort: 'ships', title: t('column.ships'), cell: ({ ship_window }) => days(ship_window) },
    { name: 'changed', sort: 'changed', title: t('column.changed'), cell: ({ updated_at }) => ago(updated_at) },
  ];
}
