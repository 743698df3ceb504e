import { Notice } from '../../../ui/notice.tsx';
import type { Product } from '../../requests/kinds.ts';
import { useProducts } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, money } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Search } from '../../ui/search.tsx';

/** The catalogue of the store. */
export function Products() {
  const filters = useFilters();
  const q = filters.read('q');
  const list = useProducts(q);
  const mayImport = useScopes()('catalog:write');
  const { slug } = useCurrentStore();
  // Nothing can be found yet, and the empty list leads on by itself.
  const isEmpty = q === '' && list.first.data?.data.length === 0;
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
          <Search key={q} label={t('products.search')} value={q} onSearch={(value) => filters.write({ q: value })} />
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
          empty={q === '' ? <NoProducts toImport={mayImport ? toImport : undefined} /> : <NoSuch />}
        >
          {(entries) => (
            <Table caption={t('nav.products')} columns={columns(slug)} rows={entries} keyOf={({ id }) => id} />
          )}
        </ListView>
      </Card>
    </Page>
  );
}

function columns(slug: string): Column<Product>[] {
  return [
    {
      title: t('column.product'),
      heads: true,
      cell: ({ id, title, product_code }) => (
        <>
          <a href={storePath(slug, `/products/${encodeURIComponent(id)}`)}>{title}</a>
          <span class="sub">{product_code}</span>
        </>
      ),
    },
    { title: t('column.vendor'), cell: ({ vendor }) => vendor || '–' },
    {
      title: t('column.variants'),
      number: true,
      cell: ({ variants }) => count(variants.filter(({ gone }) => !gone).length),
    },
    { title: t('column.price'), number: true, cell: priceOf },
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

const NoSuch = () => (
  <Empty title={t('products.none_such')}>
    <p>{t('products.none_such.text')}</p>
  </Empty>
);
