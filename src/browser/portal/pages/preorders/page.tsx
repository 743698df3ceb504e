import { FilterChips } from '../../lists/chips.tsx';
import { SortMenu } from '../../lists/sort.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CustomerChip } from './customer-chip.tsx';
import { ExportButton } from './export.tsx';
import { FILTERS, filterOf, SORTS } from './filter.ts';
import { PreorderList } from './preorder-list.tsx';
import { ViewControls } from './saved-views.tsx';
import { STATES } from './state.tsx';

const SEARCHED_MIN = 2; // one letter finds too much to be meant

/** The pre-orders of the store, narrowed by the filters in the address: ticked ones are worked on together. */
export function Preorders() {
  const filters = useFilters();
  const { slug } = useCurrentStore();
  const can = useScopes();
  const { data: store } = useStoreSettings();
  const q = filters.read('q');
  const isShort = q !== '' && q.length < SEARCHED_MIN;
  const filter = filterOf(filters, store?.time_zone);
  return (
    <Page
      title={t('nav.preorders')}
      intro={t('preorders.intro')}
      actions={
        <>
          {can('imports:read') && (
            <a class="button button--secondary" href={storePath(slug, '/moving-in')}>
              {t('preorders.moving')}
            </a>
          )}
          {!isShort && <ExportButton filter={filter} />}
        </>
      }
    >
      <div class="filters">
        <Search key={q} label={t('preorders.search')} value={q} onSearch={(value) => filters.write({ q: value })} />
        <Tabs
          label={t('preorders.filter')}
          value={filter.state ?? ''}
          options={[
            { value: '', text: t('all') },
            ...STATES.map((value) => ({ value, text: t(`preorder.state.${value}`) })),
          ]}
          onChoose={(value) => filters.write({ state: value })}
        />
        <FilterChips filters={filters} list={FILTERS}>
          <CustomerChip filters={filters} />
          <SortMenu filters={filters} sorts={SORTS} />
          <ViewControls filters={filters} />
        </FilterChips>
      </div>
      {isShort ? (
        <Card flush>
          <TooShort />
        </Card>
      ) : (
        <PreorderList filter={filter} filters={filters} timeZone={store?.time_zone} />
      )}
    </Page>
  );
}

/** Stands in place of the list: all pre-orders would look as if they were what was searched for. */
function TooShort() {
  return <Empty title={t('preorders.short', { count: SEARCHED_MIN })} />;
}
