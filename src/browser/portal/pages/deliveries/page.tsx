import { storePath, useCurrentStore, useFilters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, days } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Delivery, useDeliveries } from './reads.ts';
import { DeliveryStatus } from './state.tsx';

/** The deliveries of all waitlists: those that shoppers wait for first, the soonest at the top. */
export function Deliveries() {
  const { slug } = useCurrentStore();
  const filters = useFilters();
  const all = filters.read('show') === 'all';
  const list = useDeliveries(!all);
  return (
    <Page title={t('nav.deliveries')} intro={t('deliveries.intro')}>
      <Tabs
        label={t('deliveries.filter')}
        value={all ? 'all' : ''}
        options={[
          { value: '', text: t('deliveries.waited_for') },
          { value: 'all', text: t('all') },
        ]}
        onChoose={(show) => filters.write({ show })}
      />
      <Card flush>
        <ListView list={list} empty={<NoDeliveries slug={slug} all={all} />}>
          {(entries) => (
            <Table caption={t('nav.deliveries')} columns={columnsOf(slug)} rows={entries} keyOf={({ id }) => id} />
          )}
        </ListView>
      </Card>
    </Page>
  );
}

function columnsOf(slug: string): Column<Delivery>[] {
  return [
    {
      title: t('column.product'),
      heads: true,
      cell: ({ id, product, position }) => (
        <>
          <a href={storePath(slug, `/deliveries/${id}`)}>{product.title}</a>
          <span class="sub">{t('batch.name', { number: position })}</span>
        </>
      ),
    },
    {
      title: t('column.state'),
      cell: ({ status, running_release_id: running }) => (
        <>
          <DeliveryStatus status={status} />
          {running && <span class="sub">{t('deliveries.running')}</span>}
        </>
      ),
    },
    { title: t('column.ships'), cell: ({ ship_window: window }) => days(window) },
    { title: t('column.waiting'), number: true, cell: ({ waiting }) => count(waiting) },
    { title: t('column.arrived'), number: true, cell: ({ arrived }) => count(arrived) },
    { title: t('column.released'), number: true, cell: ({ released }) => count(released) },
    { title: t('column.free'), number: true, cell: ({ free }) => count(free) },
  ];
}

function NoDeliveries({ slug, all }: { slug: string; all: boolean }) {
  return (
    <Empty
      title={t(all ? 'deliveries.none' : 'deliveries.nobody')}
      actions={<a href={storePath(slug, '/waitlists')}>{t('nav.waitlists')}</a>}
    >
      <p>{t('deliveries.none.text')}</p>
    </Empty>
  );
}
