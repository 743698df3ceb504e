import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { moment } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { saveSettings } from './save.ts';

const FIELDS = [
  { name: 'name', type: 'text' },
  { name: 'legal_name', type: 'text' },
  { name: 'legal_address', type: 'text' },
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
      <Card title={t('settings.store')}>
        <Facts
          facts={[
            [t('store.slug'), <code key="slug">{store.slug}</code>],
            [t('store.mode'), t(store.mode === 'test' ? 'mode.test_store' : 'mode.live_store')],
            [t('store.currency'), store.currency],
            [t('store.time_zone'), store.time_zone],
            [t('store.locale'), store.locale],
            [t('column.created'), moment(store.created_at, store.time_zone)],
          ]}
        />
      </Card>
      <Card title={t('settings.key')} hint={t('settings.key.text')}>
        <CopyLine text={store.public_key} label={t('snippet.copy_key')} />
      </Card>
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
        {FIELDS.map(({ name, type }) => (
          <Input
            key={name}
            id={name}
            type={type}
            label={t(`store.${name}`)}
            value={values[name] ?? ''}
            fault={fault}
            onValue={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <Button type="submit" busy={sending.busy}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
