import { useLocation, useRoute } from 'preact-iso/router';
import type { Store, Waitlist } from '../../requests/kinds.ts';
import { readWaitlist, useStoreSettings, useWaitlist } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Check, Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { tookOver } from './acts.tsx';
import { CountryChoice } from './country-choice.tsx';
import { PLANS } from './draft.ts';
import { Prices, priceFault, sureOfPrices, wrongPrices } from './prices.tsx';
import { changesOf, type Terms, termsOf, wrongDeposit } from './terms.ts';
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

function EditForm({ waitlist, store }: { waitlist: Waitlist; store: Store }) {
  const { route } = useLocation();
  const { slug } = useCurrentStore();
  const { id } = waitlist;
  const form = useForm({
    of: waitlist,
    values: (read) => termsOf(read, store.time_zone),
    read: () => readWaitlist(id),
    check: (values) => ({
      ...wrongPrices(waitlist, values),
      deposit: wrongDeposit(values, waitlist.currency),
    }),
    at: priceFault,
    sure: (values) => sureOfPrices(waitlist, values),
    save: async (values, { before, header }) => {
      const body = changesOf(values, before, waitlist.variants);
      const params = { path: { waitlist_id: id }, header };
      if (Object.keys(body).length === 0) return;
      tookOver(bodyOf(await api.PATCH('/admin/api/v1/waitlists/{waitlist_id}', { params, body })).data);
    },
    said: t('saved'),
    done: () => route(storePath(slug, `/waitlists/${id}`)),
  });
  return (
    <FormView form={form} submit={t('save')}>
      <Card title={t('edit.prices')} hint={t('edit.prices.hint', { currency: waitlist.currency })}>
        <Prices waitlist={waitlist} form={form} />
      </Card>
      <Card title={t('edit.payment')} hint={t('edit.payment.hint')}>
        <Payment form={form} />
      </Card>
      <Card title={t('edit.schedule')} hint={t('edit.schedule.hint', { zone: store.time_zone })}>
        <Schedule opened={waitlist.opened_at !== null} form={form} />
      </Card>
      <Card title={t('edit.shoppers')}>
        <Shoppers form={form} />
      </Card>
    </FormView>
  );
}

type PartProps = { form: FormModel<Terms> };

function Payment({ form }: PartProps) {
  return (
    <>
      <Choice
        {...form.field('plan')}
        label={t('waitlist.plan')}
        options={PLANS.map((value) => ({ value, text: t(`plan.${value}`) }))}
      />
      {form.values.plan === 'deposit' && (
        <>
          <Input {...form.field('deposit')} label={t('waitlist.deposit')} hint={t('edit.deposit.hint')} required />
          <Check {...form.field('refundable')} label={t('edit.refundable')} />
        </>
      )}
    </>
  );
}

function Schedule({ opened, form }: PartProps & { opened: boolean }) {
  return (
    <div class="pair">
      {!opened && (
        <Input
          {...form.field('launches_at')}
          type="datetime-local"
          label={t('waitlist.launches')}
          hint={t('edit.launches.hint')}
        />
      )}
      <Input
        {...form.field('closes_at')}
        type="datetime-local"
        label={t('waitlist.closes')}
        hint={t('edit.closes.hint')}
      />
    </div>
  );
}

function Shoppers({ form }: PartProps) {
  return (
    <>
      <Input
        {...form.field('limit_per_customer')}
        type="number"
        label={t('waitlist.limit')}
        hint={t('create.limit.hint')}
        min={1}
      />
      <Check {...form.field('position')} label={t('edit.position')} />
      <Check {...form.field('shelf')} label={t('waitlist.shelf_first')} />
      <CountryChoice {...form.field('countries')} />
      <TextEditor {...form.field('text')} />
    </>
  );
}
