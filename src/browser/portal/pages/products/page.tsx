import { Notice } from '../../../ui/notice.tsx';
import { Picture } from '../../bulk/picture.tsx';
import { type WorkColumn, WorkTable } from '../../bulk/work-table.tsx';
import { FilterChips } from '../../lists/chips.tsx';
import { cleared } from '../../lists/filter.ts';
import { SortMenu } from '../../lists/sort.tsx';
import type { Product } from '../../requests/kinds.ts';
import { useProducts } from '../../requests/reads.ts';
import { type Filters, storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ago, count, money } from '../../ui/format.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';
import { FILTERS, filterOf, SORTS } from './filter.ts';

/** The catalogue of the store. */
export function Products() {
  const filters = useFilters();
  const filter = filterOf(filters);
  const list = useProducts(filter);
  const mayImport = useScopes()('catalog:write');
  const { slug } = useCurrentStore();
  // Nothing can be found yet, and the empty list leads on by itself.
  const isNarrowed = Object.keys(filter).some((name) => name !== 'sort');
  const isEmpty = !isNarrowed && list.first.data?.data.length === 0;
  const toImport = storePath(slug, '/products/import');
  const toIds = storePath(slug, '/products/ids');
  return (
    <Page
      title={t('nav.products')}
      intro={t('products.intro')}
      actions={
        <>
          <a class="button button--secondary" href={toIds}>
            {t('ids.title')}
          </a>
          {mayImport && !isEmpty && (
            <a class="button button--primary" href={toImport}>
              {t('products.import')}
            </a>
          )}
        </>
      }
    >
      {!isEmpty && (
        <div class="filters">
          <Search
            key={filter.q}
            label={t('products.search')}
            value={filter.q ?? ''}
            onSearch={(value) => filters.write({ q: value })}
          />
          <FilterChips filters={filters} list={FILTERS}>
            <SortMenu filters={filters} sorts={SORTS} />
          </FilterChips>
        </div>
      )}
      {list.entries.some(({ id_made: made }) => made) && (
        <Notice kind="warning" title={t('ids.made')} actions={<a href={toIds}>{t('ids.made.link')}</a>}>
          <p>{t('ids.made.text')}</p>
        </Notice>
      )}
      <Card flush>
        <ListView
          list={list}
          empty={
            isNarrowed ? (
              <NoSuch filters={filters} searched={filter.q !== undefined} />
            ) : (
              <NoProducts toImport={mayImport ? toImport : undefined} />
            )
          }
        >
          {(entries) => (
            <WorkTable
              caption={t('nav.products')}
              columns={columns(slug)}
              rows={entries}
              keyOf={({ id }) => id}
              sorting={{ filters, sorts: SORTS }}
            />
          )}
        </ListView>
      </Card>
    </Page>
  );
}

function columns(slug: string): WorkColumn<Product>[] {
  return [
    {
      name: 'title',
      title: t('column.product'),
      sort: 'title',
      heads: true,
      cell: ({ id, title, image_url, product_code }) => (
        <>
          <Picture url={image_url} />
          <a href={storePath(slug, `/products/${encodeURIComponent(id)}`)}>{title}</a>
          <span class="work__also">{product_code}</span>
        </>
      ),
    },
    { name: 'vendor', title: t('column.vendor'), sort: 'vendor', cell: ({ vendor }) => vendor || '–' },
    {
      name: 'count',
      title: t('column.variants'),
      cell: ({ variants }) => count(variants.filter(({ gone }) => !gone).length),
    },
    { name: 'price', title: t('column.price'), cell: priceOf },
    { name: 'changed', title: t('column.changed'), sort: 'changed', cell: ({ updated_at }) => ago(updated_at) },
  ];
}

/** The price of a product, or its lowest and highest. */
function priceOf({ variants, currency }: Product): string {
  const prices = variants
    .flatMap(({ price }) => (price === null ? [] : [price]))
    .sort((one, other) => Number(one) - Number(other));
  const [lowest] = prices;
  const highest = prices.at(-1);
  if (lowest === undefined || highest === undefined) return t('products.no_price');
  return lowest === highest ? money(lowest, currency) : `${money(lowest, currency)} – ${money(highest, currency)}`;
}

function NoProducts({ toImport }: { toImport: string | undefined }) {
  return (
    <Empty
      title={t('products.none')}
      actions={
        toImport && (
          <a class="button button--primary" href={toImport}>
            {t('products.import')}
          </a>
        )
      }
    >
      <p>{t('products.none.text')}</p>
    </Empty>
  );
}

const NoSuch = ({ filters, searched }: { filters: Filters; searched: boolean }) => (
  <Empty
    title={t('products.none_such')}
    actions={
      <button type="button" class="link-button" onClick={() => filters.write(cleared([...FILTERS, { names: ['q'] }]))}>
        {t('products.show_all')}
      </button>
    }
  >
    {searched && <p>{t('products.none_such.text')}</p>}
  </Empty>
);
