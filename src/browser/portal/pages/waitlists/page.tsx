import type { Waitlist } from '../../requests/kinds.ts';
import { type WaitlistState as State, useWaitlists } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ago, days } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Sold, unitsOf, WaitlistState } from './state.tsx';

const STATES: readonly State[] = ['OPEN', 'SCHEDULED', 'DRAFT', 'PAUSED', 'CLOSED'];

/** All waitlists of the store. */
export function Waitlists() {
  const { slug } = useCurrentStore();
  const mayMake = useScopes()('waitlists:write');
  const filters = useFilters();
  const state = STATES.find((one) => one === filters.read('state'));
  const list = useWaitlists(state);
  return (
    <Page title={t('nav.waitlists')} intro={t('waitlists.intro')} actions={<Actions slug={slug} mayMake={mayMake} />}>
      <Tabs
        label={t('waitlists.filter')}
        value={state ?? ''}
        options={[
          { value: '', text: t('all') },
          ...STATES.map((value) => ({ value, text: t(`waitlist.state.${value}`) })),
        ]}
        onChoose={(value) => filters.write({ state: value })}
      />
      <Card flush>
        <ListView list={list} empty={<NoWaitlists filtered={state !== undefined} slug={slug} mayMake={mayMake} />}>
          {(entries) => (
            <Table caption={t('nav.waitlists')} columns={columnsOf(slug)} rows={entries} keyOf={({ id }) => id} />
          )}
        </ListView>
      </Card>
    </Page>
  );
}

function columnsOf(slug: string): Column<Waitlist>[] {
  return [
    {
      title: t('column.product'),
      heads: true,
      cell: ({ id, product }) => <a href={storePath(slug, `/waitlists/${id}`)}>{product.title}</a>,
    },
    { title: t('column.state'), cell: (waitlist) => <WaitlistState waitlist={waitlist} /> },
    { title: t('column.sold'), cell: (waitlist) => <Sold units={unitsOf(waitlist)} /> },
    { title: t('column.ships'), cell: ({ ship_window }) => days(ship_window) },
    { title: t('column.changed'), cell: ({ updated_at }) => ago(updated_at) },
  ];
}

function Actions({ slug, mayMake }: { slug: string; mayMake: boolean }) {
  return (
    <>
      <a class="button button--secondary" href={storePath(slug, '/waitlists/files')}>
        {t('files.title')}
      </a>
      {mayMake && <NewLink slug={slug} />}
    </>
  );
}

const NewLink = ({ slug }: { slug: string }) => (
  <a class="button button--primary" href={storePath(slug, '/waitlists/new')}>
    {t('create.new')}
  </a>
);

type NoWaitlistsProps = { filtered: boolean; slug: string; mayMake: boolean };

function NoWaitlists({ filtered, slug, mayMake }: NoWaitlistsProps) {
  if (filtered) {
    return (
      <Empty
        title={t('waitlists.none_such')}
        actions={<a href={storePath(slug, '/waitlists')}>{t('waitlists.show_all')}</a>}
      />
    );
  }
  return (
    <Empty title={t('waitlists.none')} actions={mayMake && <NewLink slug={slug} />}>
      <p>{t('waitlists.none.text')}</p>
    </Empty>
  );
}
