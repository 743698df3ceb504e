import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import { type Fault, faultOf, missingField } from '../../requests/fault.ts';
import type { Product } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { Empty, FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './acts.tsx';
import { CountryChoice } from './country-choice.tsx';
import { type Draft, draftOf, emptyDraft, PLANS } from './draft.ts';
import { type Made, MadeList } from './made.tsx';
import { ProductChoice } from './product-choice.tsx';
import { TextEditor } from './text-editor.tsx';

/** Makes a waitlist: a draft, which sells once it is opened. */
export function NewWaitlist() {
  const { slug } = useCurrentStore();
  const beginning = useBeginning();
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
              <CreateForm product={product} />
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

function CreateForm({ product }: { product: Product | undefined }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [chosen, setChosen] = useState<readonly Product[]>(product ? [product] : []);
  const [missing, setMissing] = useState<'product' | 'allocated'>();
  const [made, setMade] = useState<readonly Made[]>();
  const sending = useSending();
  const set = (values: Partial<Draft>) => setDraft({ ...draft, ...values });
  const choose = (products: readonly Product[]) => {
    setMissing(undefined);
    setChosen(products);
  };
  const create = () => {
    const [only] = chosen;
    const empty = only === undefined ? 'product' : draft.allocated.trim() === '' ? 'allocated' : undefined;
    setMissing(empty);
    if (only === undefined || empty) return document.getElementById(empty ?? 'product')?.focus();
    return sending.send(async () => {
      if (chosen.length > 1) return setMade(await createMany(chosen, draft));
      const body = draftOf({ ...draft, product: only.id });
      const { data } = bodyOf(await api.POST('/admin/api/v1/waitlists', { body }));
      tookOver(data);
      say(t('create.done'));
      route(storePath(slug, `/waitlists/${data.id}`));
    });
  };
  if (made) return <MadeList made={made} />;
  return (
    <Card>
      <Form onSubmit={create}>
        <ProductChoice chosen={chosen} fault={missing === 'product' ? noProduct() : undefined} onChoose={choose} />
        <Offer draft={draft} set={set} fault={missing === 'allocated' ? noUnits() : undefined} />
        <Terms draft={draft} set={set} />
        {sending.fault && <FaultNotice fault={sending.fault} />}
        <Button type="submit" busy={sending.busy}>
          {chosen.length > 1 ? t('create.button.many', { count: chosen.length }) : t('create.button')}
        </Button>
      </Form>
    </Card>
  );
}

const noUnits = (): Fault => missingField('allocated', t('create.units.missing'));
const noProduct = (): Fault => missingField('product', t('create.product.missing'));

/** Makes a waitlist for each of the products. One that is refused does not stop the others. */
async function createMany(products: readonly Product[], draft: Draft): Promise<Made[]> {
  const rows = products.map(({ id }) => draftOf({ ...draft, product: id }));
  const { data } = bodyOf(await api.POST('/admin/api/v1/waitlists/bulk', { body: { rows } }));
  changed(keyOf('waitlists'));
  return products.map((product, index) => {
    const result = data.find((row) => row.index === index);
    return { product, waitlistId: result?.data?.id, error: result?.error && faultOf(result.error) };
  });
}

type PartProps = { draft: Draft; set: (values: Partial<Draft>) => void };
type OfferProps = PartProps & { fault: Fault | undefined };

/** How many units, and when they ship. */
function Offer({ draft: { allocated, from, until }, set, fault }: OfferProps) {
  return (
    <>
      <Input
        id="allocated"
        type="number"
        inputMode="numeric"
        label={t('create.units')}
        hint={t('create.units.hint')}
        min={1}
        value={allocated}
        fault={fault}
        onValue={(value) => set({ allocated: value })}
      />
      <div class="pair">
        <Input id="from" type="date" label={t('dates.from')} value={from} onValue={(value) => set({ from: value })} />
        <Input
          id="until"
          type="date"
          label={t('dates.until')}
          min={from}
          value={until}
          onValue={(value) => set({ until: value })}
        />
      </div>
    </>
  );
}

/** When shoppers pay, how much each may have, and what they read about it. */
function Terms({ draft: { plan, percent, limit, shelfFirst, countries, text }, set }: PartProps) {
  return (
    <>
      <Choice
        id="plan"
        label={t('waitlist.plan')}
        value={plan}
        options={PLANS.map((value) => ({ value, text: t(`plan.${value}`) }))}
        onValue={(value) => set({ plan: PLANS.find((one) => one === value) ?? 'pay_now' })}
      />
      {plan === 'deposit' && (
        <Input
          id="percent"
          type="number"
          inputMode="decimal"
          label={t('create.deposit')}
          min={1}
          value={percent}
          onValue={(value) => set({ percent: value })}
        />
      )}
      <Input
        id="limit"
        type="number"
        inputMode="numeric"
        label={t('waitlist.limit')}
        hint={t('create.limit.hint')}
        min={1}
        value={limit}
        onValue={(value) => set({ limit: value })}
      />
      <CheckField id="shelf" checked={shelfFirst} onChecked={(value) => set({ shelfFirst: value })}>
        {t('waitlist.shelf_first')}
      </CheckField>
      <CountryChoice chosen={countries} onChoose={(chosen) => set({ countries: chosen })} />
      <TextEditor text={text} fault={undefined} onText={(value) => set({ text: value })} />
    </>
  );
}
