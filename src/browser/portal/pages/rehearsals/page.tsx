import { useLocation } from 'preact-iso/router';
import { useStoreSettings, useWaitlists } from '../../requests/reads.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, moment } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { TestStore } from '../stores/beside.tsx';
import { PlanForm } from './plan-form.tsx';
import { RehearsalState, Running } from './progress.tsx';
import { isUnderWay, type Rehearsal, useRehearsals } from './reads.ts';

// One rehearsal takes seconds to minutes, so the list follows it.
const LOOK_MS = 2_000;

/** Launches with simulated shoppers, and the test store beside the live one. */
export function Rehearsals() {
  const can = useScopes();
  const loaded = useRehearsals();
  useLive([loaded], LOOK_MS);
  const running = loaded.data?.find(isUnderWay);
  return (
    <Page title={t('nav.rehearsals')} intro={t('rehearsals.intro')}>
      <div class="columns">
        <div class="columns__main">
          {running && <Running rehearsal={running} leads />}
          {!running && can('waitlists:write') && <NewLaunch />}
          <Earlier />
        </div>
        <div class="columns__side">
          <TestStore />
        </div>
      </div>
    </Page>
  );
}

function NewLaunch() {
  const { slug } = useCurrentStore();
  const { query } = useLocation();
  const loaded = useRehearsals();
  const { first, entries } = useWaitlists();
  const settings = useStoreSettings();
  const again = loaded.data?.find(({ id }) => id === query.again);
  const waitlists = entries.filter(({ state }) => state !== 'CLOSED');
  return (
    <Card title={t('launch.title')} hint={t('launch.text')}>
      <Shown of={first}>
        {() =>
          waitlists.length === 0 ? (
            <Empty
              title={t('launch.none')}
              actions={<a href={storePath(slug, '/waitlists/new')}>{t('create.title')}</a>}
            >
              <p>{t('launch.none.text')}</p>
            </Empty>
          ) : (
            <Shown of={settings}>
              {(store) => <PlanForm key={again?.id} waitlists={waitlists} store={store} again={again} />}
            </Shown>
          )
        }
      </Shown>
    </Card>
  );
}

function Earlier() {
  const loaded = useRehearsals();
  const { slug } = useCurrentStore();
  const { data: store } = useStoreSettings();
  const title = t('rehearsals.earlier');
  return (
    <Card title={title} hint={t('rehearsals.earlier.text')} flush>
      <Shown of={loaded}>
        {(all) => {
          const ended = all.filter((one) => !isUnderWay(one));
          return ended.length === 0 ? (
            <Empty title={t('rehearsals.none')}>
              <p>{t('rehearsals.none.text')}</p>
            </Empty>
          ) : (
            <Table caption={title} columns={columnsOf(slug, store?.time_zone)} rows={ended} keyOf={({ id }) => id} />
          );
        }}
      </Shown>
    </Card>
  );
}

const columnsOf = (slug: string, timeZone: string | undefined): Column<Rehearsal>[] => [
  {
    title: t('column.product'),
    heads: true,
    cell: ({ id, product, created_at: at }) => (
      <>
        <a href={storePath(slug, `/rehearsals/${id}`)}>{product}</a>
        <span class="sub">{moment(at, timeZone)}</span>
      </>
    ),
  },
  { title: t('column.state'), cell: (rehearsal) => <RehearsalState rehearsal={rehearsal} /> },
  { title: t('launch.shoppers'), number: true, cell: ({ arrived }) => count(arrived) },
  { title: t('column.units'), number: true, cell: ({ report }) => (report ? count(report.units) : '–') },
  { title: t('findings.column'), number: true, cell: ({ report }) => (report ? count(report.findings.length) : '–') },
];
