import { useState } from 'preact/hooks';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
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
  const form = useForm({
    // Secrets do not stay on the page once they are saved.
    of: known,
    values: (kept): Record<string, string> =>
      Object.fromEntries(settings.map(({ name }) => [idOf(name), kept[name] ?? ''])),
    save: async (typed) => {
      const all = settings.map(({ name }) => [name, typed[idOf(name)] ?? ''] as const);
      const given = Object.fromEntries(all.filter(([, value]) => value.trim() !== ''));
      const body = { kind, settings: given };
      keepConnection(bodyOf(await api.POST('/admin/api/v1/connection', { body })).data);
    },
    said: t(isNew ? 'connection.done' : 'connection.renewed'),
  });
  return (
    <FormView form={form} submit={t(isNew ? 'connection.connect.button' : 'save')}>
      {settings.map((setting) => {
        const { name, secret, optional } = setting;
        const { label, hint, said } = fieldTexts(kind, setting);
        return (
          <Input
            key={name}
            {...form.field(idOf(name))}
            param={name}
            type={secret ? 'password' : 'text'}
            label={optional ? t('connection.optional', { label }) : label}
            hint={said ? <span lang="en">{hint}</span> : hint}
            autoComplete="off"
            required={!optional}
          />
        );
      })}
    </FormView>
  );
}

const idOf = (name: string): string => `connection-${name}`;
