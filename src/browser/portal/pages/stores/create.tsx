import { useLocation } from 'preact-iso/router';
import { call, readSession } from '../../requests/session.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { storePath, useMe } from '../../requests/where.ts';
import { currentLocale, t } from '../../texts.ts';
import { Choice, TextArea } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { type Draft, emptyDraft, slugOf, withLegal } from './draft.ts';

/** Creates a store. */
export function NewStore() {
  const { may_create_stores: mayCreate } = useMe();
  return (
    <Page title={t('new_store.title')} intro={t('new_store.intro')}>
      <div class="narrow">
        {!mayCreate ? (
          <Card>
            <Empty title={t('new_store.refused')}>
              <p>{t('new_store.refused.text')}</p>
            </Empty>
          </Card>
        ) : (
          <StoreForm />
        )}
      </div>
    </Page>
  );
}

type PartProps = { form: FormModel<Draft> };

function StoreForm() {
  const { staff } = useMe();
  const { route } = useLocation();
  const form = useForm({
    of: staff.email,
    values: emptyDraft,
    check: ({ legal_address: address }) => ({
      legal_address: address.trim() === '' && t('fault.invalid_parameter.empty'),
    }),
    save: async (draft) => {
      const { slug } = await call<{ slug: string }>('POST', 'stores', draft);
      await readSession();
      return slug;
    },
    said: ({ name }) => t('new_store.done', { store: name }),
    done: (slug) => route(storePath(slug)),
  });
  const isTest = form.values.mode === 'test';
  return (
    <FormView form={form} submit={t('new_store.button')}>
      <Card title={t('new_store.store')}>
        <What form={form} />
      </Card>
      <Card title={t('settings.legal')} hint={t(isTest ? 'new_store.legal.test' : 'settings.legal.text')}>
        <Who form={form} />
      </Card>
    </FormView>
  );
}

/** What the store is called, and what can never change. */
function What({ form }: PartProps) {
  const { name: before, slug, time_zone: zone } = form.values;
  const named = slug === slugOf(before);
  return (
    <div class="stack">
      <Radios
        {...form.field('mode')}
        onValue={(mode) => form.set(withLegal(form.values, { mode }))}
        label={t('store.mode')}
        options={[
          { value: 'test', text: t('new_store.test'), hint: t('new_store.test.text') },
          { value: 'live', text: t('new_store.live'), hint: t('new_store.live.text') },
        ]}
      />
      <Input
        {...form.field('name')}
        label={t('store.name')}
        hint={t('new_store.name.hint')}
        onValue={(name) => form.set({ ...withLegal(form.values, { name }), ...(named && { slug: slugOf(name) }) })}
        required
      />
      <Input {...form.field('slug')} label={t('store.slug')} hint={t('new_store.slug.hint')} required />
      <div class="pair">
        <Choice {...form.field('currency')} label={t('store.currency')} options={currencies()} />
        <Choice {...form.field('time_zone')} label={t('store.time_zone')} options={timeZones(zone)} />
      </div>
    </div>
  );
}

/** What the law wants shoppers to know. */
function Who({ form }: PartProps) {
  const field = (name: 'legal_name' | 'contact_email' | 'terms_url' | 'privacy_url') => ({
    ...form.field(name),
    label: t(`store.${name}`),
    required: true,
  });
  return (
    <div class="stack">
      <Input {...field('legal_name')} autoComplete="organization" />
      <TextArea {...form.field('legal_address')} label={t('store.legal_address')} />
      <Input {...field('contact_email')} type="email" autoComplete="email" />
      <Input {...field('terms_url')} type="url" placeholder="https://" />
      <Input {...field('privacy_url')} type="url" placeholder="https://" />
    </div>
  );
}

/** All currencies by their names in the reader's language, those with a common code first. */
function currencies() {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    text: `${code} – ${names.of(code) ?? code}`,
  }));
}

function timeZones(chosen: string) {
  const known = Intl.supportedValuesOf('timeZone');
  return (known.includes(chosen) ? known : [chosen, ...known]).map((zone) => ({ value: zone, text: zone }));
}
