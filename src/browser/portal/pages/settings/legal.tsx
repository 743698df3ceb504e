import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { TextArea } from '../../ui/choices.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { saveSettings } from './save.ts';

const FIELDS = [
  { name: 'name', type: 'text' },
  { name: 'legal_name', type: 'text' },
  { name: 'legal_address', type: 'lines' },
  { name: 'return_address', type: 'lines' },
  { name: 'contact_email', type: 'email' },
  { name: 'contact_phone', type: 'tel' },
  { name: 'terms_url', type: 'url' },
  { name: 'withdrawal_url', type: 'url' },
  { name: 'privacy_url', type: 'url' },
] as const;

/** Who sells, where shoppers reach them, and the pages that the law wants shown. */
export function Legal({ store }: { store: Store }) {
  return useScopes()('store:write') ? <Editor store={store} /> : <Identity store={store} />;
}

function Identity({ store }: { store: Store }) {
  const orNone = (text: string | null) => (!text ? <span class="muted">{t('not_set')}</span> : text);
  return (
    <Card title={t('settings.legal')}>
      <Facts facts={FIELDS.map(({ name }) => [t(`store.${name}`), orNone(store[name])] as const)} />
    </Card>
  );
}

type Typed = Record<(typeof FIELDS)[number]['name'], string>;

function Editor({ store }: { store: Store }) {
  const form = useForm({
    of: store,
    values: (read) => Object.fromEntries(FIELDS.map(({ name }) => [name, read[name] ?? ''])) as Typed,
    read: readSettings,
    check: ({ legal_address: address }) => ({
      legal_address: address.trim() === '' && t('fault.invalid_parameter.empty'),
    }),
    save: (typed, { header }) =>
      saveSettings(
        {
          ...typed,
          contact_phone: typed.contact_phone.trim() || null,
          withdrawal_url: typed.withdrawal_url.trim() || null,
        },
        header,
      ),
    said: t('saved'),
  });
  return (
    <Card title={t('settings.legal')} hint={t('settings.legal.text')}>
      <FormView form={form} submit={t('save')}>
        {FIELDS.map(({ name, type }) => {
          const field = { ...form.field(name), label: t(`store.${name}`) };
          if (type === 'lines') return <TextArea key={name} {...field} />;
          if (name !== 'contact_phone' && name !== 'withdrawal_url')
            return <Input key={name} {...field} type={type} required />;
          return <Input key={name} {...field} type={type} hint={t(`store.${name}.hint`)} />;
        })}
      </FormView>
    </Card>
  );
}
