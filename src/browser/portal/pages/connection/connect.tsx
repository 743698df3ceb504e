import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { serviceAddress } from '../home/service-address.ts';
import { ConnectByApp } from './app.tsx';
import { fieldTexts } from './fields.ts';
import { type Connection, keepConnection } from './reads.ts';

type Setting = Connection['kinds'][number]['settings'][number];

const GUIDES: Record<string, string> = { shopify: 'connect-shopify', woocommerce: 'connect-woocommerce' };

/** Connects a platform, or gives the connection new credentials. They are tried before anything is kept. */
export function Connect({ connection }: { connection: Connection }) {
  const { kinds, state, webhook_address: hook } = connection;
  const isNew = state === 'not_connected';
  const [chosen, setChosen] = useState(kinds[0]?.kind ?? '');
  const kind = kinds.find((one) => one.kind === (connection.kind ?? chosen));
  if (!kind) return null;
  const guide = `${serviceAddress()}/docs/guides/${GUIDES[kind.kind] ?? 'connect-any-platform'}`;
  return (
    <Card title={t(isNew ? 'connection.connect' : 'connection.again')} hint={t('connection.connect.text')}>
      <div class="stack">
        {isNew && (
          <Choice
            id="kind"
            label={t('connection.platform')}
            value={kind.kind}
            options={kinds.map((one) => ({ value: one.kind, text: one.title }))}
            onValue={setChosen}
          />
        )}
        {connection.app?.kind === kind.kind && (
          <>
            <ConnectByApp app={connection.app} known={connection.settings?.address ?? ''} />
            <h3>{t('connection.app.own')}</h3>
          </>
        )}
        <p>
          <a href={guide} target="_blank" rel="noopener noreferrer">
            {t('connection.guide')}
          </a>
        </p>
        {isNew && (
          <>
            <p class="label">{t('connection.hook')}</p>
            <CopyLine text={hook} label={t('connection.hook.copy')} />
          </>
        )}
        <Settings
          key={kind.kind}
          kind={kind.kind}
          settings={kind.settings}
          known={connection.settings ?? {}}
          isNew={isNew}
        />
      </div>
    </Card>
  );
}

type SettingsProps = { kind: string; settings: Setting[]; known: Record<string, string>; isNew: boolean };

function Settings({ kind, settings, known, isNew }: SettingsProps) {
  const [values, setValues] = useState<Record<string, string>>(known);
  const sending = useSending();
  const { fault } = sending;
  const connect = async () => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    const done = await sending.send(async () => {
      const body = { kind, settings: given };
      keepConnection(bodyOf(await api.POST('/admin/api/v1/connection', { body })).data);
    });
    if (!done) return;
    // Secrets do not stay on the page.
    setValues(Object.fromEntries(settings.flatMap(({ name, secret }) => (secret ? [] : [[name, given[name] ?? '']]))));
    say(t(isNew ? 'connection.done' : 'connection.renewed'));
  };
  return (
    <Form onSubmit={connect}>
      {fault && !settings.some(({ name }) => name === fault.param) && <FaultNotice fault={fault} />}
      {settings.map((setting) => {
        const { name, secret, optional } = setting;
        const { label, hint, said } = fieldTexts(kind, setting);
        return (
          <Input
            key={name}
            id={`connection-${name}`}
            param={name}
            type={secret ? 'password' : 'text'}
            label={optional ? t('connection.optional', { label }) : label}
            value={values[name] ?? ''}
            hint={said ? <span lang="en">{hint}</span> : hint}
            autoComplete="off"
            fault={fault}
            onValue={(value) => setValues({ ...values, [name]: value })}
          />
        );
      })}
      <Button type="submit" busy={sending.busy}>
        {t(isNew ? 'connection.connect.button' : 'save')}
      </Button>
    </Form>
  );
}
