import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Product } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import { moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ChangeIds } from './change-ids.tsx';
import { Label } from './label.tsx';
import { useProduct } from './reads.ts';
import { SafetyCard } from './safety.tsx';

/** One product: what it is, the ids that it and its variants have, and how to change them. */
export function ProductPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const loaded = useProduct(id);
  return (
    <Page
      title={loaded.data?.title ?? '…'}
      back={{ href: storePath(slug, '/products'), text: t('nav.products') }}
      actions={loaded.data && <Actions product={loaded.data} />}
    >
      <Shown of={loaded}>{(product) => <Details product={product} />}</Shown>
    </Page>
  );
}

function Actions({ product }: { product: Product }) {
  const [changing, setChanging] = useState(false);
  const can = useScopes();
  const { slug } = useCurrentStore();
  return (
    <>
      {can('catalog:write') && (
        <Button kind="secondary" onPress={() => setChanging(true)}>
          {t('product.change')}
        </Button>
      )}
      {can('waitlists:write') && (
        <a
          class="button button--primary"
          href={`${storePath(slug, '/waitlists/new')}?${new URLSearchParams({ product: product.id })}`}
        >
          {t('create.new')}
        </a>
      )}
      {changing && <ChangeIds product={product} onClose={() => setChanging(false)} />}
    </>
  );
}

function Details({ product }: { product: Product }) {
  const { data: store } = useStoreSettings();
  const { variants, currency, option_names: options } = product;
  const isMade = product.id_made || variants.some(({ id_made: made, gone }) => made && !gone);
  return (
    <>
      {isMade && (
        <Notice kind="warning" title={t('product.made.title')}>
          <p>{t('product.made.text')}</p>
        </Notice>
      )}
      <div class="columns">
        <div class="columns__main">
          <Card title={t('product.variants')} flush>
            <Table
              caption={t('product.variants')}
              columns={variantColumns(currency)}
              rows={variants}
              keyOf={({ id }) => id}
            />
          </Card>
          <SafetyCard product={product.id} />
        </div>
        <div class="columns__side">
          <Card title={t('product.facts')}>
            <Facts
              facts={[
                [t('product.ids'), <Id key="id" of={product} />],
                [t('product.change.code'), <code key="code">{product.product_code}</code>],
                [t('column.vendor'), product.vendor || '–'],
                [t('product.options'), options.join(', ') || '–'],
                [t('product.updated'), moment(product.updated_at, store?.time_zone)],
              ]}
            />
          </Card>
          <Label product={product} />
        </div>
      </div>
    </>
  );
}

type Variant = Product['variants'][number];

function variantColumns(currency: string): Column<Variant>[] {
  return [
    {
      title: t('column.variant'),
      heads: true,
      cell: ({ title, sku, gone }) => (
        <>
          {title || sku || t('variant.only')}
          {title !== '' && sku !== '' && <span class="sub">{sku}</span>}
          {gone && <span class="sub">{t('product.gone')}</span>}
        </>
      ),
    },
    { title: t('product.ids'), cell: (variant) => <Id of={variant} /> },
    {
      title: t('column.price'),
      number: true,
      cell: ({ price }) => (price === null ? t('products.no_price') : money(price, currency)),
    },
  ];
}

function Id({
  of: { id, id_made: made, earlier_ids: earlier },
}: {
  of: Pick<Variant, 'id' | 'id_made' | 'earlier_ids'>;
}) {
  return (
    <>
      <code class="long">{id}</code> {made && <Badge tone="warn">{t('product.made')}</Badge>}
      {earlier.length > 0 && <span class="sub long">{t('product.earlier', { ids: earlier.join(', ') })}</span>}
    </>
  );
}
