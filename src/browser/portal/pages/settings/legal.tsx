import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { FaultText } from '../../ui/fault-text.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { saveSettings } from './save.ts';

const FIELDS = [
  { name: 'name', type: 'text' },
  { name: 'legal_name', type: 'text' },
  { name: 'legal_address', type: 'lines' },
  { name: 'return_address', type: 'lines' },
  { name: 'contact_email', type: 'email' },
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

function Editor({ store }: { store: Store }) {
  const [values, setValues] = useState(() => Object.fromEntries(FIELDS.map(({ name }) => [name, store[name] ?? ''])));
  const sending = useSending();
  const { fault } = sending;
  const save = async () => {
    if (await sending.send(() => saveSettings({ ...values, withdrawal_url: values.withdrawal_url?.trim() || null })))
      say(t('saved'));
  };
  return (
    <Card title={t('settings.legal')} hint={t('settings.legal.text')}>
      <Form onSubmit={save}>
        {fault && !FIELDS.some(({ name }) => name === fault.param) && <FaultNotice fault={fault} />}
        {FIELDS.map(({ name, type }) => {
          const field = {
            id: name,
            label: t(`store.${name}`),
            value: values[name] ?? '',
            onValue: (value: string) => setValues({ ...values, [name]: value }),
          };
          const error = fault?.param === name && <FaultText fault={fault} />;
          return type === 'lines' ? (
            <TextArea key={name} {...field} error={error} />
          ) : (
            <Input
              key={name}
              {...field}
              hint={name === 'withdrawal_url' && t('store.withdrawal_url.hint')}
              type={type}
              fault={fault}
            />
          );
        })}
        <Button type="submit" busy={sending.busy}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
