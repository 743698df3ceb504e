import { Notice } from '../../../ui/notice.tsx';
import type { Preorder } from '../../requests/kinds.ts';
import { type PreorderFilter, usePreorders, useStoreSettings, useWaitlist } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { moment, money } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportButton } from './export.tsx';
import { PreorderStates, STATES, shopperOf } from './state.tsx';

const SEARCHED_MIN = 2; // one letter finds too much to be meant

/** All pre-orders of the store, with units in a state, of a waitlist, or that a search finds. */
export function Preorders() {
  const filters = useFilters();
  const { slug } = useCurrentStore();
  const can = useScopes();
  const [q, waitlist] = [filters.read('q'), filters.read('waitlist')];
  const state = STATES.find((one) => one === filters.read('state'));
  const isShort = q !== '' && q.length < SEARCHED_MIN;
  const filter = {
    ...(waitlist !== '' && { waitlist_id: waitlist }),
    ...(q !== '' && { q }),
    ...(state && { state }),
  };
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
        {waitlist !== '' && <OfWaitlist id={waitlist} onClear={() => filters.write({ waitlist: '' })} />}
      </div>
      <Tabs
        label={t('preorders.filter')}
        value={state ?? ''}
        options={[
          { value: '', text: t('all') },
          ...STATES.map((value) => ({ value, text: t(`preorder.state.${value}`) })),
        ]}
        onChoose={(value) => filters.write({ state: value })}
      />
      <Card flush>{isShort ? <TooShort /> : <List filter={filter} />}</Card>
    </Page>
  );
}

/** Stands in place of the list: all pre-orders would look as if they were what was searched for. */
function TooShort() {
  return <Empty title={t('preorders.short', { count: SEARCHED_MIN })} />;
}

function List({ filter }: { filter: PreorderFilter }) {
  const { slug } = useCurrentStore();
  const { data: store } = useStoreSettings();
  const list = usePreorders(filter);
  const incomplete = list.first.data?.meta.incomplete === true && (
    <Notice kind="info" title={t('preorders.incomplete')}>
      <p>{t('preorders.incomplete.text')}</p>
    </Notice>
  );
  return (
    <ListView
      list={list}
      empty={
        <>
          {incomplete}
          <NoPreorders slug={slug} filter={filter} />
        </>
      }
    >
      {(entries) => (
        <>
          {incomplete}
          <PreorderTable entries={entries} timeZone={store?.time_zone} />
        </>
      )}
    </ListView>
  );
}

function PreorderTable({ entries, timeZone }: { entries: Preorder[]; timeZone: string | undefined }) {
  const { slug } = useCurrentStore();
  const columns: Column<Preorder>[] = [
    {
      title: t('column.reference'),
      heads: true,
      cell: ({ reference }) => (
        <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
          {reference}
        </a>
      ),
    },
    { title: t('column.state'), cell: (preorder) => <PreorderStates preorder={preorder} /> },
    { title: t('column.shopper'), cell: (preorder) => shopperOf(preorder) ?? <span class="muted">{t('hidden')}</span> },
    {
      title: t('column.product'),
      cell: ({ product, lines }) => (
        <>
          {product.title}
          <span class="sub">{t('preorder.units', { count: lines.length })}</span>
        </>
      ),
    },
    { title: t('column.placed'), cell: ({ placed_at }) => moment(placed_at, timeZone) },
    { title: t('column.total'), number: true, cell: ({ total, currency }) => money(total, currency) },
  ];
  return <Table caption={t('nav.preorders')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function OfWaitlist({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useWaitlist(id);
  return (
    <p class="chips">
      <button type="button" class="chip" onClick={onClear}>
        {t('preorders.of', { product: data?.product.title ?? '…' })}
        <span aria-hidden="true"> ×</span>
        <span class="visually-hidden">{t('filter.clear')}</span>
      </button>
    </p>
  );
}

function NoPreorders({ slug, filter }: { slug: string; filter: PreorderFilter }) {
  if (filter.q !== undefined) {
    return (
      <Empty title={t('preorders.none_such')}>
        <p>{t('preorders.none_such.text', { q: filter.q })}</p>
      </Empty>
    );
  }
  if (Object.keys(filter).length > 0) return <Empty title={t('preorders.none_such')} />;
  return (
    <Empty title={t('preorders.none')} actions={<a href={storePath(slug)}>{t('preorders.none.home')}</a>}>
      <p>{t('preorders.none.text')}</p>
    </Empty>
  );
}
