import { type WaitlistState as State, useWaitlists } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WaitlistList } from './list.tsx';

const STATES: readonly State[] = ['OPEN', 'SCHEDULED', 'DRAFT', 'PAUSED', 'CLOSED'];

/** All waitlists of the store. */
export function Waitlists() {
  const { slug } = useCurrentStore();
  const mayMake = useScopes()('waitlists:write');
  const filters = useFilters();
  const state = STATES.find((one) => one === filters.read('state'));
  const q = filters.read('q');
  const list = useWaitlists(state, q);
  return (
    <Page title={t('nav.waitlists')} intro={t('waitlists.intro')} actions={<Actions slug={slug} mayMake={mayMake} />}>
      <div class="filters">
        <Search key={q} label={t('offers.search')} value={q} onSearch={(value) => filters.write({ q: value })} />
      </div>
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
        <ListView
          list={list}
          empty={<NoWaitlists filtered={state !== undefined || q !== ''} slug={slug} mayMake={mayMake} />}
        >
          {(entries) => <WaitlistList waitlists={entries} of={`${state ?? ''} ${q}`} />}
        </ListView>
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
