import { FilterChips } from '../../lists/chips.tsx';
import { Gone, isOfGone } from '../../lists/gone.tsx';
import { SortMenu } from '../../lists/sort.tsx';
import { useStoreSettings, useWaitlists } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FILTERS, filterOf, SORTS, STATES } from './filter.ts';
import { WaitlistList } from './list.tsx';

/** The waitlists of the store, narrowed and ordered as the address says: ticked ones are worked on together. */
export function Waitlists() {
  const { slug } = useCurrentStore();
  const mayMake = useScopes()('waitlists:write');
  const filters = useFilters();
  const { data: store } = useStoreSettings();
  const filter = filterOf(filters, store?.time_zone);
  const list = useWaitlists(filter);
  const { fault } = list.first;
  const isNarrowed = Object.keys(filter).some((name) => name !== 'sort');
  return (
    <Page title={t('nav.waitlists')} intro={t('waitlists.intro')} actions={<Actions slug={slug} mayMake={mayMake} />}>
      <div class="filters">
        <Search
          key={filter.q}
          label={t('offers.search')}
          value={filter.q ?? ''}
          onSearch={(value) => filters.write({ q: value })}
        />
        <Tabs
          label={t('waitlists.filter')}
          value={filter.state ?? ''}
          options={[
            { value: '', text: t('all') },
            ...STATES.map((value) => ({ value, text: t(`waitlist.state.${value}`) })),
          ]}
          onChoose={(value) => filters.write({ state: value })}
        />
        <FilterChips filters={filters} list={FILTERS}>
          <SortMenu filters={filters} sorts={SORTS} />
        </FilterChips>
      </div>
      <Card flush>
        {isOfGone(fault) ? (
          <Gone fault={fault} filters={filters} />
        ) : (
          <ListView list={list} empty={<NoWaitlists filtered={isNarrowed} slug={slug} mayMake={mayMake} />}>
            {(entries) => (
              <WaitlistList
                waitlists={entries}
                of={JSON.stringify({ ...filter, sort: undefined })}
                sorting={{ filters, sorts: SORTS }}
              />
            )}
          </ListView>
        )}
      </Card>
    </Page>
  );
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
