import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { PaymentAccount, Store } from '../../requests/kinds.ts';
import { keyOf, readAccount } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, setData, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { AskWindow } from '../../ui/form-window.tsx';
import { moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { serviceAddress } from '../home/service-address.ts';
import { Pace } from './pace.tsx';

const TONES: Record<PaymentAccount['state'], Tone> = {
  works: 'good',
  refused: 'bad',
  refuses: 'warn',
  paused: 'warn',
  disconnected: 'neutral',
  not_connected: 'neutral',
};

const key = () => keyOf('payment-account');

const isConnected = ({ state }: PaymentAccount): boolean => state !== 'not_connected' && state !== 'disconnected';

/** Shows what an answer said of the account. */
const keep = (account: PaymentAccount): void => setData(key(), account);

/** The merchant's own account at the payment provider. */
export function Payments({ store }: { store: Store }) {
  const account = useData(key(), readAccount);
  const can = useScopes();
  const mayConnect = can('payments:connect');
  return (
    <Shown of={account}>
      {(known) => (
        <>
          <AccountCard store={store} account={known} mayConnect={mayConnect} />
          {can('payments:write') && isConnected(known) && <Pace account={known} onChanged={keep} />}
          {mayConnect && <Connect store={store} account={known} />}
        </>
      )}
    </Shown>
  );
}

type AccountProps = { store: Store; account: PaymentAccount };

function AccountCard({ store, account, mayConnect }: AccountProps & { mayConnect: boolean }) {
  const [leaving, setLeaving] = useState(false);
  const { state, provider } = account;
  const isHere = isConnected(account);
  return (
    <Card
      title={t('payments.title')}
      hint={t(`payments.text.${store.mode}`)}
      actions={<Badge tone={TONES[state]}>{t(`payments.state.${state}`)}</Badge>}
    >
      {!isHere && store.mode === 'live' && (
        <Notice kind="warning" title={t('payments.needed')}>
          <p>{t('payments.needed.text')}</p>
        </Notice>
      )}
      {account.reason && (
        <Notice kind="error" title={t('payments.trouble')}>
          <p>{account.reason}</p>
        </Notice>
      )}
      {isHere && (
        <Facts
          facts={[
            [t('payments.provider'), provider === 'stripe' ? 'Stripe' : (provider ?? '–')],
            [t('payments.publishable'), <code key="key">{account.publishable_key}</code>],
            [t('payments.connected'), account.connected_at ? moment(account.connected_at, store.time_zone) : '–'],
            [t('payments.waiting'), account.waiting ?? 0],
          ]}
        />
      )}
      {isHere && mayConnect && (
        <p>
          <Button kind="danger" onPress={() => setLeaving(true)}>
            {t('payments.disconnect')}
          </Button>
        </p>
      )}
      {!isHere && !mayConnect && <p class="muted">{t('payments.owner')}</p>}
      {leaving && <Disconnect store={store} onClose={() => setLeaving(false)} />}
    </Card>
  );
}

function Disconnect({ store: { mode }, onClose }: { store: Store; onClose: () => void }) {
  const disconnect = async () => {
    bodyOf(await api.POST('/admin/api/v1/payments/disconnect', { body: {} }));
    changed(key());
  };
  return (
    <AskWindow
      title={t('payments.disconnect')}
      submit={t('payments.disconnect.button')}
      kind="danger"
      act={disconnect}
      said={t('payments.disconnected')}
      onClose={onClose}
    >
      <p>{t(`payments.disconnect.${mode}`)}</p>
      <p class="muted">{t('payments.disconnect.keys')}</p>
    </AskWindow>
  );
}

const FIELDS = ['publishable_key', 'secret_key', 'webhook_secret'] as const;

/** Connects an account, or gives it new keys. */
function Connect({ store, account }: AccountProps) {
  const isNew = !isConnected(account);
  const form = useForm({
    values: () => ({ publishable_key: '', secret_key: '', webhook_secret: '' }),
    save: async (body) => {
      keep(bodyOf(await api.POST('/admin/api/v1/payments/connect', { body })).data);
      changed(key());
    },
    said: t('payments.done'),
  });
  return (
    <Card title={t(isNew ? 'payments.connect' : 'payments.again')} hint={t('payments.connect.text')}>
      <div class="stack">
        <p class="label">{t('payments.hook')}</p>
        <CopyLine text={account.webhook_address} label={t('payments.hook.copy')} />
        <details>
          <summary>{t('payments.events', { count: account.webhook_events.length })}</summary>
          <p class="events">
            <code>{account.webhook_events.join(' ')}</code>
          </p>
        </details>
        <p>
          <a href={`${serviceAddress()}/docs/guides/stripe`} target="_blank" rel="noopener noreferrer">
            {t('payments.guide')}
          </a>
        </p>
      </div>
      <FormView form={form} submit={t(isNew ? 'payments.connect.button' : 'save')}>
        {FIELDS.map((name) => (
          <Input
            key={name}
            {...form.field(name)}
            type={name === 'publishable_key' ? 'text' : 'password'}
            label={t(`payments.${name}`)}
            placeholder={t(`payments.${name}.like`, { mode: store.mode })}
            autoComplete="off"
            required
          />
        ))}
      </FormView>
    </Card>
  );
}
