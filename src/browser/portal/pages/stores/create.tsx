import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { storePath, useMe } from '../../requests/where.ts';
import { currentLocale, t } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { type Draft, emptyDraft, slugOf } from './draft.ts';

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

type PartProps = { draft: Draft; set: (values: Partial<Draft>) => void; fault: ReturnType<typeof useSending>['fault'] };

const FIELDS = [
  'name',
  'slug',
  'currency',
  'time_zone',
  'legal_name',
  'legal_address',
  'contact_email',
  'terms_url',
  'privacy_url',
];

function StoreForm() {
  const { staff } = useMe();
  const { route } = useLocation();
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(staff.email));
  const sending = useSending();
  const { fault } = sending;
  const set = (values: Partial<Draft>) => setDraft({ ...draft, ...values });
  const create = async () => {
    await sending.send(async () => {
      const { slug } = await call<{ slug: string }>('POST', 'stores', draft);
      await readSession();
      say(t('new_store.done', { store: draft.name }));
      route(storePath(slug));
    });
  };
  return (
    <Form onSubmit={create}>
      <Card title={t('new_store.store')}>
        <What draft={draft} set={set} fault={fault} />
      </Card>
      <Card
        title={t('settings.legal')}
        hint={t(draft.mode === 'test' ? 'new_store.legal.test' : 'settings.legal.text')}
      >
        <Who draft={draft} set={set} fault={fault} />
      </Card>
      {fault && !FIELDS.some((name) => name === fault.param) && <FaultNotice fault={fault} />}
      <Button type="submit" busy={sending.busy}>
        {t('new_store.button')}
      </Button>
    </Form>
  );
}

/** What the store is called, and what can never change. */
function What({ draft, set, fault }: PartProps) {
  const named = draft.slug === slugOf(draft.name);
  return (
    <div class="stack">
      <Radios
        id="mode"
        label={t('store.mode')}
        value={draft.mode}
        options={[
          { value: 'test', text: t('new_store.test'), hint: t('new_store.test.text') },
          { value: 'live', text: t('new_store.live'), hint: t('new_store.live.text') },
        ]}
        onValue={(mode) => set({ mode: mode === 'live' ? 'live' : 'test' })}
      />
      <Input
        id="name"
        label={t('store.name')}
        hint={t('new_store.name.hint')}
        value={draft.name}
        fault={fault}
        onValue={(name) => set({ name, ...(named && { slug: slugOf(name) }) })}
      />
      <Input
        id="slug"
        label={t('store.slug')}
        hint={t('new_store.slug.hint')}
        value={draft.slug}
        fault={fault}
        onValue={(slug) => set({ slug })}
      />
      <div class="pair">
        <Choice
          id="currency"
          label={t('store.currency')}
          value={draft.currency}
          options={currencies()}
          onValue={(currency) => set({ currency })}
        />
        <Choice
          id="time_zone"
          label={t('store.time_zone')}
          value={draft.time_zone}
          options={timeZones(draft.time_zone)}
          onValue={(zone) => set({ time_zone: zone })}
        />
      </div>
    </div>
  );
}

/** What the law wants shoppers to know. */
function Who({ draft, set, fault }: PartProps) {
  const field = (name: 'legal_name' | 'contact_email' | 'terms_url' | 'privacy_url') => ({
    id: name,
    label: t(`store.${name}`),
    value: draft[name],
    fault,
    onValue: (value: string) => set({ [name]: value }),
  });
  return (
    <div class="stack">
      <Input {...field('legal_name')} autoComplete="organization" />
      <TextArea
        id="legal_address"
        label={t('store.legal_address')}
        error={fault?.param === 'legal_address' && <FaultText fault={fault} />}
        value={draft.legal_address}
        onValue={(address) => set({ legal_address: address })}
      />
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
