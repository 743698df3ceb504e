import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { RunProgress } from '../../bulk/progress.tsx';
import { type Refusals, refusalsOf } from '../../bulk/run.ts';
import { added, NO_TICKS, removed, type Ticks } from '../../bulk/ticks.ts';
import { useSending } from '../../requests/send.ts';
import type { List } from '../../requests/use-list.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { download } from '../../ui/download.ts';
import { count } from '../../ui/format.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { carrierFile } from './carrier-file.ts';
import { countOf, filterOf, ParcelFilters } from './filters.tsx';
import { MarkWindow } from './mark-window.tsx';
import { ParcelsTable, referenceOf } from './parcels-table.tsx';
import { type Paper, Printout } from './printout.tsx';
import { isFree, type Parcel, type ReadyFilter, readAllParcels, unitsOf, useParcels, useReadyCount } from './reads.ts';
import { type SendRow, useSends } from './run.ts';
import { sendWords } from './words.ts';

/** What is ready to send, a row a parcel: ticked parcels are packed, handed to the carrier and marked as sent together. */
export function Sending() {
  const { slug } = useCurrentStore();
  const mayWrite = useScopes()('preorders:write');
  return (
    <Page
      title={t('nav.sending')}
      intro={t('sending.intro')}
      actions={
        mayWrite && (
          <>
            <a class="button button--secondary" href={storePath(slug, '/sending/scan')}>
              {t('scan.button')}
            </a>
            <a class="button button--secondary" href={storePath(slug, '/sending/tracking')}>
              {t('tracking.button')}
            </a>
          </>
        )
      }
    >
      <Parcels />
    </Page>
  );
}

function Parcels() {
  const filters = useFilters();
  const filter = filterOf(filters);
  const of = JSON.stringify(filter);
  const [round, setRound] = useState(0);
  const [ticks, setTicks] = useState<Ticks<Parcel>>(NO_TICKS);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const { data: ready } = useReadyCount();
  const list = useParcels(filter, round);
  const running = useSends<SendRow>();
  const [paper, setPaper] = useState<Paper>();
  // What a filter hides must not be sent with what it shows.
  useEffect(() => setTicks(NO_TICKS), [of]);
  const mark = async (carrier: string) => {
    setRefusals(new Map());
    const outcomes = await running.start([...ticks.rows.values()].map((parcel) => rowOf(parcel, carrier)));
    const gone = outcomes.filter(({ fate }) => fate !== 'refused').map(({ row }) => row.reference);
    setTicks(({ rows }) => ({ rows: removed(rows, gone), last: undefined }));
    setRefusals(refusalsOf(outcomes, ({ reference }) => reference));
    setRound((now) => now + 1);
  };
  if (paper) {
    return <Printout paper={paper} parcels={[...ticks.rows.values()]} onClose={() => setPaper(undefined)} />;
  }
  return (
    <>
      {ready && ready.groups.length > 0 && <ParcelFilters ready={ready} filters={filters} />}
      {running.run && <RunProgress run={running.run} words={sendWords(false)} onStop={running.stop} />}
      <Card flush>
        <ListView list={list} empty={<Nothing filter={filter} />}>
          {(entries) => (
            <>
              <Acts
                ticks={ticks}
                total={ready && countOf(ready, filter)}
                filter={filter}
                list={list}
                busy={running.run?.state === 'running'}
                onTicks={setTicks}
                onPrint={setPaper}
                onMark={(carrier) => void mark(carrier)}
              />
              <ParcelsTable parcels={onceEach(entries)} ticks={ticks} onTicks={setTicks} refusals={refusals} />
            </>
          )}
        </ListView>
      </Card>
    </>
  );
}

// The line items that the list shows are sent, and not what was released since.
const rowOf = ({ reference, lines }: Parcel, carrier: string): SendRow => ({
  reference,
  lines: lines.map(({ number }) => number),
  carrier,
});

/** The first page is looked at again by itself: what then moves up from the next one would be there twice. */
const onceEach = (parcels: readonly Parcel[]): Parcel[] => [...added(new Map(), parcels, referenceOf).values()];

type ActsProps = {
  ticks: Ticks<Parcel>;
  total: { parcels: number; units: number } | undefined;
  filter: ReadyFilter;
  list: List<Parcel>;
  busy: boolean;
  onTicks: (ticks: Ticks<Parcel>) => void;
  onPrint: (paper: Paper) => void;
  onMark: (carrier: string) => void;
};

/** What can be done with the ticked parcels. */
function Acts({ ticks, total, filter, list, busy, onTicks, onPrint, onMark }: ActsProps) {
  const can = useScopes();
  const [marking, setMarking] = useState(false);
  const reading = useSending();
  const parcels = ticks.rows.size;
  const tickAll = () =>
    reading.send(async () => {
      const free = (await readAllParcels(filter)).filter(isFree);
      onTicks({ rows: added(new Map(), free, referenceOf), last: undefined });
    });
  const save = () => reading.send(async () => download(await carrierFile([...ticks.rows.values()]), 'parcels.csv'));
  // Ticking the whole filter is offered once all that is shown is ticked, and more is behind it.
  const shown = onceEach(list.entries).filter(isFree);
  const more =
    list.more !== undefined && parcels === shown.length && shown.every(({ reference }) => ticks.rows.has(reference));
  return (
    <div class="acts">
      <p class="acts__sum" role="status">
        {parcels > 0
          ? t('sending.ticked', { count: parcels, units: count(unitsOf(ticks.rows.values())) })
          : total && t('sending.total', { count: total.parcels, units: count(total.units) })}
      </p>
      {more && parcels > 0 && (
        <Button kind="secondary" busy={reading.busy} onPress={() => void tickAll()}>
          {t('work.tick.filter')}
        </Button>
      )}
      {parcels > 0 && (
        <div class="acts__buttons">
          <Button kind="secondary" onPress={() => onTicks(NO_TICKS)}>
            {t('work.untick')}
          </Button>
          <Button kind="secondary" onPress={() => onPrint('pick')}>
            {t('print.pick')}
          </Button>
          {can('preorders:personal') && (
            <>
              <Button kind="secondary" onPress={() => onPrint('slips')}>
                {t('print.slips')}
              </Button>
              <Button kind="secondary" busy={reading.busy} onPress={() => void save()}>
                {t('sending.carrier_file')}
              </Button>
            </>
          )}
          {can('preorders:write') && (
            <Button busy={busy} onPress={() => setMarking(true)}>
              {t('sending.mark')}
            </Button>
          )}
        </div>
      )}
      {reading.fault && <FaultNotice fault={reading.fault} />}
      {marking && <MarkWindow parcels={parcels} onMark={onMark} onClose={() => setMarking(false)} />}
    </div>
  );
}

function Nothing({ filter }: { filter: ReadyFilter }) {
  const { slug } = useCurrentStore();
  if (Object.keys(filter).length > 0) {
    return (
      <Empty
        title={t('sending.none_such')}
        actions={<a href={storePath(slug, '/sending')}>{t('sending.none_such.all')}</a>}
      />
    );
  }
  return (
    <Empty title={t('sending.none')} actions={<a href={storePath(slug, '/deliveries')}>{t('nav.deliveries')}</a>}>
      <p>{t('sending.none.text')}</p>
    </Empty>
  );
}
