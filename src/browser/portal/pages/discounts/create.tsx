import { useLocation } from 'preact-iso/router';
import type { Store } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { atField, discountOf, emptyDraft, inventCode, type PartProps, wrongIn } from './draft.ts';
import { changedDiscounts } from './reads.ts';
import { Summary } from './summary.tsx';
import { ValidFor } from './valid-for.tsx';

/** Makes a discount code. What it will do is said beside the form while it is filled in. */
export function NewDiscount() {
  const { slug } = useCurrentStore();
  const settings = useStoreSettings();
  const mayWrite = useScopes()('discounts:write');
  return (
    <Page title={t('discounts.new')} back={{ href: storePath(slug, '/discounts'), text: t('nav.discounts') }}>
      {mayWrite ? (
        <Shown of={settings}>{(store) => <DiscountForm store={store} />}</Shown>
      ) : (
        <Card>
          <Empty title={t('fault.scope_required')} />
        </Card>
      )}
    </Page>
  );
}

function DiscountForm({ store }: { store: Store }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const form = useForm({
    values: () => emptyDraft,
    check: wrongIn,
    at: atField,
    save: async (draft) => bodyOf(await api.POST('/admin/api/v1/discounts', { body: discountOf(draft) })).data,
    done: ({ state, code }) => {
      changedDiscounts();
      say(t(state === 'coming' ? 'discounts.new.done.coming' : 'discounts.new.done', { code }));
      route(storePath(slug, '/discounts'));
    },
  });
  return (
    <div class="columns">
      <div class="columns__main">
        <FormView form={form} submit={t('discounts.new.button')}>
          <Code form={form} />
          <Off form={form} currency={store.currency} />
          <ValidFor form={form} />
          <Limits form={form} zone={store.time_zone} />
        </FormView>
      </div>
      <div class="columns__side">
        <Summary draft={form.values} currency={store.currency} />
      </div>
    </div>
  );
}

function Code({ form }: PartProps) {
  return (
    <Card title={t('discounts.new.code')}>
      <Input
        {...form.field('code')}
        label={t('discounts.code')}
        hint={t('discounts.new.code.hint')}
        autoComplete="off"
        autoFocus
        onValue={(value) => form.set({ code: value.toUpperCase() })}
      />
      <p>
        <button type="button" class="link-button" onClick={() => form.set({ code: inventCode() })}>
          {t('discounts.new.invent')}
        </button>
      </p>
    </Card>
  );
}

function Off({ form, currency }: PartProps & { currency: string }) {
  const { kind } = form.values;
  return (
    <Card title={t('discounts.new.off')}>
      <Radios
        {...form.field('kind')}
        label={t('discounts.new.off')}
        hideLabel
        options={(['percent', 'amount'] as const).map((one) => ({
          value: one,
          text: t(`discounts.new.${one}`),
          hint: t(`discounts.new.${one}.hint`),
        }))}
        onValue={(one) => form.set({ kind: one, off: '' })}
      />
      <div class="pair">
        <Amount
          {...form.field('off')}
          {...(kind === 'amount' && { currency })}
          label={t(`discounts.new.${kind}.value`, { currency })}
          autoComplete="off"
        />
        <Amount
          {...form.field('minimum')}
          currency={currency}
          label={t('discounts.new.minimum', { currency })}
          hint={t('discounts.new.minimum.hint')}
          autoComplete="off"
        />
      </div>
    </Card>
  );
}

function Limits({ form, zone }: PartProps & { zone: string }) {
  return (
    <Card title={t('discounts.new.limits')} hint={t('discounts.new.limits.hint', { zone })}>
      <div class="pair">
        <Input
          {...form.field('starts_at')}
          type="datetime-local"
          label={t('discounts.new.starts')}
          hint={t('discounts.new.starts.hint')}
        />
        <Input
          {...form.field('ends_at')}
          type="datetime-local"
          label={t('discounts.new.ends')}
          hint={t('discounts.new.ends.hint')}
        />
      </div>
      <Input
        {...form.field('uses_max')}
        inputMode="numeric"
        label={t('discounts.new.uses')}
        hint={t('discounts.new.uses.hint')}
        autoComplete="off"
      />
    </Card>
  );
}
