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
import { moment } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { Life } from './life.tsx';
import { Place } from './place.tsx';
import { saveSettings } from './save.ts';

const FIELDS = [
  { name: 'name', type: 'text' },
  { name: 'legal_name', type: 'text' },
  { name: 'legal_address', type: 'lines' },
  { name: 'return_address', type: 'lines' },
  { name: 'contact_email', type: 'email' },
  { name: 'terms_url', type: 'url' },
  { name: 'privacy_url', type: 'url' },
] as const;

/** Who the store is, and how it writes money and time. */
export function General({ store }: { store: Store }) {
  const mayWrite = useScopes()('store:write');
  return (
    <>
      {mayWrite ? <Editor store={store} /> : <Identity store={store} />}
      <Place store={store} mayWrite={mayWrite} />
      <Card title={t('settings.store')} hint={t('settings.store.text')}>
        <Facts
          facts={[
            [t('store.slug'), <code key="slug">{store.slug}</code>],
            [t('store.mode'), t(store.mode === 'test' ? 'mode.test_store' : 'mode.live_store')],
            [t('store.currency'), store.currency],
            [t('column.created'), moment(store.created_at, store.time_zone)],
          ]}
        />
      </Card>
      <Life store={store} />
    </>
  );
}

function Identity({ store }: { store: Store }) {
  const orNone = (text: string) => (text === '' ? <span class="muted">{t('not_set')}</span> : text);
  return (
    <Card title={t('settings.legal')}>
      <Facts facts={FIELDS.map(({ name }) => [t(`store.${name}`), orNone(store[name])] as const)} />
    </Card>
  );
}

function Editor({ store }: { store: Store }) {
  const [values, setValues] = useState(() => Object.fromEntries(FIELDS.map(({ name }) => [name, store[name]])));
  const sending = useSending();
  const { fault } = sending;
  const save = async () => {
    if (await sending.send(() => saveSettings(values))) say(t('saved'));
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
            <Input key={name} {...field} type={type} fault={fault} />
          );
        })}
        <Button type="submit" busy={sending.busy}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
