import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { faultsOf } from '../../requests/fault.ts';
import type { Product, Store } from '../../requests/kinds.ts';
import { keyOf, useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { tookOver } from './acts.tsx';
import { Days } from './delivery-windows.tsx';
import { type Draft, draftOf, emptyDraft } from './draft.ts';
import { MadeList, type MadeWaitlist } from './made.tsx';
import { ProductChoice } from './product-choice.tsx';
import { wrongTerms } from './terms.ts';
import { Payment, Schedule, Shoppers } from './terms-fields.tsx';

/** Makes a waitlist: a draft, which sells once it is opened. */
export function NewWaitlist() {
  const { slug } = useCurrentStore();
  const beginning = useBeginning();
  const settings = useStoreSettings();
  return (
    <Page
      title={t('create.title')}
      intro={t('create.intro')}
      back={{ href: storePath(slug, '/waitlists'), text: t('nav.waitlists') }}
    >
      <div class="narrow">
        <Shown of={beginning}>
          {({ hasProducts, product }) =>
            hasProducts ? (
              <Shown of={settings}>{(store) => <CreateForm product={product} store={store} />}</Shown>
            ) : (
              <Card>
                <Empty
                  title={t('products.none')}
                  actions={<a href={storePath(slug, '/products')}>{t('nav.products')}</a>}
                />
              </Card>
            )
          }
        </Shown>
      </div>
    </Page>
  );
}

type Beginning = { hasProducts: boolean; product: Product | undefined };

/** The product that the address asks for, else the only one of the store. */
function useBeginning(): Loaded<Beginning> {
  const { product: asked } = useLocation().query;
  return useData(keyOf(`products?beginning ${asked ?? ''}`), async () => {
    const first = bodyOf(await api.GET('/admin/api/v1/products', { params: { query: { limit: 2 } } })).data;
    const hasProducts = first.length > 0;
    if (asked === undefined) return { hasProducts, product: first.length === 1 ? first[0] : undefined };
    const params = { path: { product_id: asked } };
    const { data } = await api.GET('/admin/api/v1/products/{product_id}', { params });
    return { hasProducts, product: data?.data };
  });
}

function CreateForm({ product, store }: { product: Product | undefined; store: Store }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const [made, setMade] = useState<readonly MadeWaitlist[]>();
  const form = useForm({
    values: (): Draft => ({ ...emptyDraft, product: product ? [product] : [] }),
    check: (draft) => ({
      product: draft.product.length === 0 && t('create.product.missing'),
      ...wrongTerms(draft, store.currency),
    }),
    save: async (draft) => {
      const [only, ...others] = draft.product;
      if (others.length > 0 || !only) return setMade(await createMany(draft));
      const { data } = bodyOf(await api.POST('/admin/api/v1/waitlists', { body: draftOf(draft, only) }));
      tookOver(data);
      say(t('create.done'));
      return data.id;
    },
    done: (id) => id && route(storePath(slug, `/waitlists/${id}`)),
  });
  const { length } = form.values.product;
  if (made) return <MadeList made={made} />;
  return (
    <FormView form={form} submit={length > 1 ? t('create.button.many', { count: length }) : t('create.button')}>
      <Card>
        <ProductChoice {...form.field('product')} />
        <Offer form={form} />
      </Card>
      <Card title={t('edit.payment')} hint={t('edit.payment.hint')}>
        <Payment form={form} />
      </Card>
      <Card title={t('edit.schedule')} hint={t('edit.schedule.hint', { zone: store.time_zone })}>
        <Schedule opened={false} form={form} />
      </Card>
      <Card title={t('edit.shoppers')}>
        <Shoppers form={form} />
      </Card>
    </FormView>
  );
}

/** Makes a waitlist for each of the products. One that is refused does not stop the others. */
async function createMany(draft: Draft): Promise<MadeWaitlist[]> {
  const rows = draft.product.map((product) => draftOf(draft, product));
  const { data } = bodyOf(await api.POST('/admin/api/v1/waitlists/bulk', { body: { rows } }));
  changed(keyOf('waitlists'));
  return draft.product.map((product, index) => {
    const result = data.find((row) => row.index === index);
    return { product, waitlistId: result?.data?.id, faults: result?.error ? faultsOf(result.error) : [] };
  });
}

type PartProps = { form: FormModel<Draft> };

/** How many units, and when they ship. */
function Offer({ form }: PartProps) {
  return (
    <>
      <Input
        {...form.field('allocated')}
        type="number"
        label={t('create.units')}
        hint={t('create.units.hint')}
        min={0}
        required
      />
      <Days from={form.values.from} until={form.values.until} onDays={form.set} />
    </>
  );
}
