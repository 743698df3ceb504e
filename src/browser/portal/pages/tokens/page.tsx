import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Token } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { AskWindow } from '../../ui/form-window.tsx';
import { ago, moment } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { CreateToken } from './create.tsx';

const key = () => keyOf('tokens');

/** The secrets with which the merchant's own systems use the private API. */
export function Tokens() {
  const tokens = useData(key(), async () => bodyOf(await api.GET('/admin/api/v1/tokens')).data);
  const mayWrite = useScopes()('access:write');
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  return (
    <Card
      title={t('settings.tokens')}
      hint={t('tokens.text')}
      actions={mayWrite && <Button onPress={() => setCreating(true)}>{t('tokens.create')}</Button>}
      flush
    >
      <Shown of={tokens}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('tokens.none')}>
              <p>{t('tokens.none.text')}</p>
            </Empty>
          ) : (
            <TokenTable tokens={list} onRevoke={mayWrite ? setRevoking : undefined} />
          )
        }
      </Shown>
      {creating && <CreateToken onClose={() => setCreating(false)} onMade={() => changed(key())} />}
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(undefined)} />}
    </Card>
  );
}

function TokenTable({ tokens, onRevoke }: { tokens: Token[]; onRevoke: ((token: Token) => void) | undefined }) {
  return (
    <Table
      caption={t('settings.tokens')}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('tokens.name'),
          heads: true,
          cell: ({ name, ending, made_by: by }) => (
            <>
              {name}
              {by !== null && <span class="sub">{t('tokens.made_by', { name: by.name })}</span>}
              <span class="sub">
                <code>…{ending}</code>
              </span>
            </>
          ),
        },
        { title: t('tokens.scopes'), cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        { title: t('tokens.used'), cell: ({ last_used_at: at }) => (at === null ? t('never') : ago(at)) },
        { title: t('column.state'), cell: (token) => <TokenState token={token} /> },
        {
          title: t('column.action'),
          cell: (token) =>
            token.state === 'valid' && onRevoke ? (
              <button type="button" class="link-button" onClick={() => onRevoke(token)}>
                {t('tokens.revoke')}
                <span class="visually-hidden"> {token.name}</span>
              </button>
            ) : (
              '–'
            ),
        },
      ]}
    />
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  return (
    <details>
      <summary>{t('tokens.scope_count', { count: scopes.length })}</summary>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function TokenState({ token: { state, expires_at: until } }: { token: Token }) {
  if (state === 'revoked') return <Badge tone="neutral">{t('tokens.revoked')}</Badge>;
  if (state === 'expired') return <Badge tone="neutral">{t('tokens.expired')}</Badge>;
  return (
    <>
      <Badge tone="good">{t('tokens.valid')}</Badge>
      {until !== null && <span class="sub">{t('tokens.until', { time: moment(until) })}</span>}
    </>
  );
}

function Revoke({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  const revoke = async () => {
    bodyOf(await api.POST('/admin/api/v1/tokens/{token_id}/revoke', { params: { path: { token_id: id } } }));
    changed(key());
  };
  return (
    <AskWindow
      title={t('tokens.revoke.title', { name })}
      submit={t('tokens.revoke')}
      kind="danger"
      act={revoke}
      said={t('tokens.revoke.done', { name })}
      onClose={onClose}
    >
      <p>{t('tokens.revoke.text')}</p>
    </AskWindow>
  );
}
