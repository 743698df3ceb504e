import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { AskWindow } from '../../ui/form-window.tsx';
import { count, moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { fieldTexts } from './fields.ts';
import { type Connection, keepConnection } from './reads.ts';

const TONES: Record<Connection['state'], Tone> = {
  works: 'good',
  fails: 'warn',
  refused: 'bad',
  ended: 'bad',
  not_connected: 'neutral',
};

type Of = { connection: Connection; store: Store };

/** Whether the platform answers, as whom, and the way out. */
export function Health({ connection, store }: Of) {
  const { state, kinds, kind = '', account, settings = {} } = connection;
  const title = kinds.find((one) => one.kind === kind)?.title ?? kind;
  return (
    <Card
      title={t('connection.title')}
      hint={t('connection.text')}
      actions={<Badge tone={TONES[state]}>{t(`connection.state.${state}`)}</Badge>}
    >
      <div class="stack">
        <Trouble connection={connection} />
        <Facts
          facts={[
            [t('connection.platform'), title],
            [t('connection.account'), account ? `${account.name} (${account.id})` : '–'],
            ...Object.entries(settings).map(
              ([name, value]) => [fieldTexts(kind, { name, about: '' }).label, value] as const,
            ),
            [t('connection.since'), timeOf(connection.connected_at, store)],
            [t('connection.changes'), timeOf(connection.changes_read_at, store)],
            [t('connection.waiting'), count(connection.waiting ?? 0)],
          ]}
        />
        <p class="label">{t('connection.hook')}</p>
        <CopyLine text={connection.webhook_address} label={t('connection.hook.copy')} />
        <Leave name={account?.name ?? title} />
      </div>
    </Card>
  );
}

/** What is wrong, what it means, and what to do about it. */
function Trouble({ connection: { state, reason } }: Pick<Of, 'connection'>) {
  if (state !== 'refused' && state !== 'fails' && state !== 'ended') return null;
  return (
    <Notice kind={state === 'fails' ? 'warning' : 'error'} title={t(`connection.trouble.${state}`)}>
      <p>{t(`connection.trouble.${state}.text`)}</p>
      {reason && <p lang="en">{reason}</p>}
    </Notice>
  );
}

const timeOf = (time: string | null | undefined, store: Store) => (time ? moment(time, store.time_zone) : t('never'));

function Leave({ name }: { name: string }) {
  const mayConnect = useScopes()('store:secrets');
  const [asking, setAsking] = useState(false);
  const leave = async () =>
    keepConnection(bodyOf(await api.POST('/admin/api/v1/connection/disconnect', { body: {} })).data);
  if (!mayConnect) return null;
  return (
    <div>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {t('connection.leave')}
      </Button>
      {asking && (
        <AskWindow
          title={t('connection.leave.title', { name })}
          submit={t('connection.leave')}
          kind="danger"
          act={leave}
          said={t('connection.left')}
          onClose={() => setAsking(false)}
        >
          <p>{t('connection.leave.text')}</p>
        </AskWindow>
      )}
    </div>
  );
}
