import type { Product } from '../../requests/kinds.ts';
import { useProducts } from '../../requests/reads.ts';
import { t } from '../../texts.ts';
import { count, money } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';

/** The catalogue of the store. */
export function Products() {
  const list = useProducts();
  return (
    <Page title={t('nav.products')} intro={t('products.intro')}>
      <Card flush>
        <ListView list={list} empty={<NoProducts />}>
          {(entries) => <Table caption={t('nav.products')} columns={columns()} rows={entries} keyOf={({ id }) => id} />}
        </ListView>
      </Card>
    </Page>
  );
}

function columns(): Column<Product>[] {
  return [
    {
      title: t('column.product'),
      heads: true,
      cell: ({ title, product_code }) => (
        <>
          {title}
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

function NoProducts() {
  return (
    <Empty title={t('products.none')}>
      <p>{t('products.none.text')}</p>
      <pre class="code">./service catalog import products.csv</pre>
    </Empty>
  );
}
