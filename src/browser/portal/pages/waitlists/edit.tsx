import { useLocation, useRoute } from 'preact-iso/router';
import type { Store, Waitlist } from '../../requests/kinds.ts';
import { readWaitlist, useStoreSettings, useWaitlist } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { FormView } from '../../ui/form-view.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { tookOver } from './acts.tsx';
import { LowestPriceHint } from './lowest-price.tsx';
import { changedPrices, PriceFields, priceFault, pricesOf, sureOfPrices, wrongPrices } from './prices.tsx';
import { changesOf, termsOf, wrongTerms } from './terms.ts';
import { Payment, Schedule, Shoppers } from './terms-fields.tsx';

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
    values: (read) => ({ ...termsOf(read, store.time_zone), ...pricesOf(read) }),
    read: () => readWaitlist(id),
    check: (values) => ({
      ...wrongPrices(waitlist, values),
      ...wrongTerms(values, waitlist.currency),
    }),
    at: priceFault,
    sure: (values) => sureOfPrices(waitlist, values),
    save: async (values, { before, header }) => {
      const variants = changedPrices(waitlist, values, before);
      const body = { ...changesOf(values, before), ...(variants.length > 0 && { variants }) };
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
        <PriceFields waitlist={waitlist} form={form} />
        <LowestPriceHint waitlist={waitlist} typed={form.values} />
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
