import { type WorkColumn, WorkTable } from '../../bulk/work-table.tsx';
import { FilterChips } from '../../lists/chips.tsx';
import { cleared } from '../../lists/filter.ts';
import { Gone, isOfGone } from '../../lists/gone.tsx';
import { SortMenu } from '../../lists/sort.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { type Filters, storePath, useCurrentStore, useFilters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, days } from '../../ui/format.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FILTERS, filterOf, SORTS } from './filter.ts';
import { type Delivery, type DeliveryFilter, useDeliveries } from './reads.ts';
import { DeliveryStatus } from './state.tsx';

/** The deliveries of all waitlists: those that shoppers wait for first, the soonest at the top, unless the address says otherwise. */
export function Deliveries() {
  const { slug } = useCurrentStore();
  const filters = useFilters();
  const { data: store } = useStoreSettings();
  const filter = filterOf(filters, store?.time_zone);
  const list = useDeliveries(filter);
  const { fault } = list.first;
  return (
    <Page title={t('nav.deliveries')} intro={t('deliveries.intro')}>
      <div class="filters">
        <Tabs
          label={t('deliveries.filter')}
          value={filter.waiting ? '' : 'all'}
          options={[
            { value: '', text: t('deliveries.waited_for') },
            { value: 'all', text: t('all') },
          ]}
          onChoose={(show) => filters.write({ show })}
        />
        <FilterChips filters={filters} list={FILTERS}>
          <SortMenu filters={filters} sorts={SORTS} />
        </FilterChips>
      </div>
      <Card flush>
        {isOfGone(fault) ? (
          <Gone fault={fault} filters={filters} />
        ) : (
          <ListView list={list} empty={<NoDeliveries slug={slug} filter={filter} filters={filters} />}>
            {(entries) => (
              <WorkTable
                caption={t('nav.deliveries')}
                columns={columnsOf(slug)}
                rows={entries}
                keyOf={({ id }) => id}
                sorting={{ filters, sorts: SORTS }}
              />
            )}
          </ListView>
        )}
      </Card>
    </Page>
  );
}

function columnsOf(slug: string): WorkColumn<Delivery>[] {
  return [
    {
      name: 'delivery',
      title: t('column.product'),
      sort: 'title',
      heads: true,
      cell: ({ id, product, position, waiting }) => (
        <>
          <a href={storePath(slug, `/deliveries/${id}`)}>{product.title}</a>
          <span class="work__also">{t('batch.name', { number: position })}</span>
          <span class="work__also work__narrow">
            {t('column.waiting')}: {count(waiting)}
          </span>
        </>
      ),
    },
    {
      name: 'status',
      title: t('column.state'),
      cell: ({ status, running_release_id: running }) => (
        <>
          <DeliveryStatus status={status} />
          {running && <span class="work__also">{t('deliveries.running')}</span>}
        </>
      ),
    },
    { name: 'ships', title: t('column.ships'), sort: 'ships', cell: ({ ship_window: window }) => days(window) },
    { name: 'count', title: t('column.waiting'), sort: 'waiting', cell: ({ waiting }) => count(waiting) },
    { name: 'units', title: t('column.arrived'), cell: ({ arrived }) => count(arrived) },
    { name: 'units', title: t('column.released'), cell: ({ released }) => count(released) },
    { name: 'units', title: t('column.free'), cell: ({ free }) => count(free) },
  ];
}

type NoDeliveriesProps = { slug: string; filter: DeliveryFilter; filters: Filters };

function NoDeliveries({ slug, filter, filters }: NoDeliveriesProps) {
  if (Object.keys(filter).some((name) => name !== 'sort' && name !== 'waiting')) {
    return (
      <Empty
        title={t('deliveries.none_such')}
        actions={
          <button type="button" class="link-button" onClick={() => filters.write({ ...cleared(FILTERS), show: 'all' })}>
            {t('deliveries.show_all')}
          </button>
        }
      />
    );
  }
  return (
    <Empty
      title={t(filter.waiting ? 'deliveries.nobody' : 'deliveries.none')}
      actions={<a href={storePath(slug, '/waitlists')}>{t('nav.waitlists')}</a>}
    >
      <p>{t('deliveries.none.text')}</p>
    </Empty>
  );
}
