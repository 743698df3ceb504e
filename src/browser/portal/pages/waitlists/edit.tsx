import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import type { Fault } from '../../requests/fault.ts';
import type { Store, Waitlist } from '../../requests/kinds.ts';
import { useStoreSettings, useWaitlist } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './acts.tsx';
import { CountryChoice } from './country-choice.tsx';
import { PLANS } from './draft.ts';
import { changesOf, type Terms, termsOf } from './terms.ts';
import { TextEditor } from './text-editor.tsx';

/** Changes what a waitlist offers: prices, payment, limits, when it opens and closes, and the words behind “learn more”. */
export function EditWaitlist() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const waitlist = useWaitlist(id);
  const settings = useStoreSettings();
  return (
    <Page
      title={t('edit.title')}
      intro={t('edit.intro')}
      back={{
        href: storePath(slug, `/waitlists/${id}`),
        text: waitlist.data?.product.title ?? t('waitlist.title'),
      }}
    >
      <div class="narrow">
        <Shown of={settings}>
          {(store) => <Shown of={waitlist}>{(data) => <EditForm waitlist={data} store={store} />}</Shown>}
        </Shown>
      </div>
    </Page>
  );
}

// Parts of the form by the names that a refusal gives them.
const FIELDS = ['deposit', 'limit_per_customer', 'launches_at', 'closes_at', 'text'];

function EditForm({ waitlist, store }: { waitlist: Waitlist; store: Store }) {
  const { route } = useLocation();
  const { slug } = useCurrentStore();
  const [before] = useState(() => termsOf(waitlist, store.time_zone));
  const [terms, setTerms] = useState(before);
  const sending = useSending();
  const { fault } = sending;
  const set = (values: Partial<Terms>) => {
    sending.forget();
    setTerms({ ...terms, ...values });
  };
  const save = async () => {
    const body = changesOf(terms, before);
    const params = { path: { waitlist_id: waitlist.id } };
    const saved =
      Object.keys(body).length === 0 ||
      (await sending.send(async () => {
        tookOver(bodyOf(await api.PATCH('/admin/api/v1/waitlists/{waitlist_id}', { params, body })).data);
      }));
    if (!saved) return;
    say(t('saved'));
    route(storePath(slug, `/waitlists/${waitlist.id}`));
  };
  const parts = { terms, set, fault };
  return (
    <Form onSubmit={save}>
      {fault && !FIELDS.includes(fault.param ?? '') && <FaultNotice fault={fault} />}
      <Card title={t('edit.prices')} hint={t('edit.prices.hint', { currency: waitlist.currency })}>
        <Prices waitlist={waitlist} {...parts} />
      </Card>
      <Card title={t('edit.payment')} hint={t('edit.payment.hint')}>
        <Payment {...parts} />
      </Card>
      <Card title={t('edit.schedule')} hint={t('edit.schedule.hint', { zone: store.time_zone })}>
        <Schedule opened={waitlist.opened_at !== null} {...parts} />
      </Card>
      <Card title={t('edit.shoppers')}>
        <Shoppers {...parts} />
      </Card>
      <Button type="submit" busy={sending.busy}>
        {t('save')}
      </Button>
    </Form>
  );
}

type PartProps = { terms: Terms; set: (values: Partial<Terms>) => void; fault: Fault | undefined };

function Prices({ waitlist, terms: { prices, compareAt }, set }: PartProps & { waitlist: Waitlist }) {
  return (
    <>
      {waitlist.variants.map(({ id, title, sku }) => {
        const name = title || sku || t('variant.only');
        return (
          <fieldset key={id} class="pair" aria-label={name}>
            <Input
              id={`price-${id}`}
              inputMode="decimal"
              label={t('edit.price_of', { variant: name })}
              value={prices[id] ?? ''}
              onValue={(value) => set({ prices: { ...prices, [id]: value } })}
            />
            <Input
              id={`compare-${id}`}
              inputMode="decimal"
              label={t('edit.compare_at')}
              value={compareAt[id] ?? ''}
              onValue={(value) => set({ compareAt: { ...compareAt, [id]: value } })}
            />
          </fieldset>
        );
      })}
      <p class="muted">{t('edit.compare_at.hint')}</p>
    </>
  );
}

function Payment({ terms: { plan, deposit, refundable }, set, fault }: PartProps) {
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
        <>
          <Input
            id="deposit"
            label={t('waitlist.deposit')}
            hint={t('edit.deposit.hint')}
            value={deposit}
            fault={fault}
            onValue={(value) => set({ deposit: value })}
          />
          <CheckField id="refundable" checked={refundable} onChecked={(value) => set({ refundable: value })}>
            {t('edit.refundable')}
          </CheckField>
        </>
      )}
    </>
  );
}

function Schedule({ opened, terms: { launches, closes }, set, fault }: PartProps & { opened: boolean }) {
  return (
    <div class="pair">
      {!opened && (
        <Input
          id="launches_at"
          type="datetime-local"
          label={t('waitlist.launches')}
          hint={t('edit.launches.hint')}
          value={launches}
          fault={fault}
          onValue={(value) => set({ launches: value })}
        />
      )}
      <Input
        id="closes_at"
        type="datetime-local"
        label={t('waitlist.closes')}
        hint={t('edit.closes.hint')}
        value={closes}
        fault={fault}
        onValue={(value) => set({ closes: value })}
      />
    </div>
  );
}

function Shoppers({ terms: { limit, position, shelfFirst, countries, text }, set, fault }: PartProps) {
  return (
    <>
      <Input
        id="limit_per_customer"
        type="number"
        inputMode="numeric"
        label={t('waitlist.limit')}
        hint={t('create.limit.hint')}
        min={1}
        value={limit}
        fault={fault}
        onValue={(value) => set({ limit: value })}
      />
      <CheckField id="position" checked={position} onChecked={(value) => set({ position: value })}>
        {t('edit.position')}
      </CheckField>
      <CheckField id="shelf" checked={shelfFirst} onChecked={(value) => set({ shelfFirst: value })}>
        {t('waitlist.shelf_first')}
      </CheckField>
      <CountryChoice chosen={countries} fault={fault} onChoose={(chosen) => set({ countries: chosen })} />
      <TextEditor text={text} fault={fault} onText={(value) => set({ text: value })} />
    </>
  );
}
