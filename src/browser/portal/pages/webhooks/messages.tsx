import { Button } from '../../../ui/button.tsx';
import type { WebhookMessage } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { useList } from '../../requests/use-list.ts';
import { useLive } from '../../requests/use-live.ts';
import { useFilters, useScopes } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { count, moment } from '../../ui/format.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

// Who tries an endpoint out waits for what comes.
const LIVE_MS = 2_000;

/** What was sent to an endpoint, each try with its answer, and a way to send it again. */
export function Messages({ id }: { id: string }) {
  const filters = useFilters();
  const failed = filters.read('failed') === '1';
  const list = useList(keyOf(`webhooks/${id}/messages?${failed}`), async (after) => {
    const query = { ...(failed && { failed }), ...(after !== undefined && { after }) };
    const params = { path: { webhook_id: id }, query };
    return bodyOf(await api.GET('/admin/api/v1/webhooks/{webhook_id}/messages', { params }));
  });
  const resend = useResend(id);
  useLive([list.first], LIVE_MS);
  return (
    <Card
      title={t('webhooks.log')}
      hint={t('webhooks.log.live')}
      actions={
        resend.may &&
        failed &&
        list.entries.length > 0 && (
          <Button kind="secondary" busy={resend.busy} onPress={() => resend.send({ failed: true })}>
            {t('webhooks.resend.failed')}
          </Button>
        )
      }
      flush
    >
      <div class="card__part">
        <Tabs
          label={t('webhooks.log')}
          value={failed ? '1' : ''}
          options={[
            { value: '', text: t('all') },
            { value: '1', text: t('webhooks.failed') },
          ]}
          onChoose={(value) => filters.write({ failed: value })}
        />
        {resend.fault && <FaultNotice fault={resend.fault} />}
      </div>
      <ListView
        list={list}
        empty={
          <Empty title={t(failed ? 'webhooks.log.none_failed' : 'webhooks.log.none')}>
            <p>{t('webhooks.log.none.text')}</p>
          </Empty>
        }
      >
        {(entries) => (
          <ul class="rows">
            {entries.map((message) => (
              <Message
                key={message.id}
                message={message}
                onResend={resend.may ? () => resend.send({ message_id: message.id }) : undefined}
              />
            ))}
          </ul>
        )}
      </ListView>
    </Card>
  );
}

function useResend(id: string) {
  const may = useScopes()('webhooks:write');
  const sending = useSending();
  const send = async (body: { message_id: string } | { failed: boolean }) => {
    let queued = 0;
    const done = await sending.send(async () => {
      const params = { path: { webhook_id: id } };
      ({ queued } = bodyOf(await api.POST('/admin/api/v1/webhooks/{webhook_id}/resend', { params, body })).data);
      changed(keyOf(`webhooks/${id}`));
    });
    if (done) say(t('webhooks.resent', { count: queued }));
  };
  return { may, busy: sending.busy, fault: sending.fault, send: (body: Parameters<typeof send>[0]) => void send(body) };
}

const TONES: Record<WebhookMessage['state'], Tone> = { waiting: 'busy', delivered: 'good', failed: 'bad' };

function Message({ message, onResend }: { message: WebhookMessage; onResend: (() => void) | undefined }) {
  const { type, state, occurred_at: at, tries, body } = message;
  return (
    <li class="rows__row">
      <details class="message">
        <summary>
          {textOf(`fact.${type}`) ?? type} <Badge tone={TONES[state]}>{t(`webhooks.state.${state}`)}</Badge>
          <span class="sub">{moment(at)}</span>
        </summary>
        <div class="stack stack--close">
          <ol class="points">
            {tries.map((one) => (
              <li key={one.at}>
                {moment(one.at)} · {one.status ?? t('webhooks.no_answer')} ·{' '}
                {t('webhooks.took', { ms: count(one.took_ms) })}
                {one.failure !== null && <span class="sub">{one.failure}</span>}
              </li>
            ))}
          </ol>
          {body !== null && <pre class="code message__body">{JSON.stringify(body, null, 2)}</pre>}
          <code class="sub">{message.id}</code>
        </div>
      </details>
      {onResend && state !== 'waiting' && (
        <button type="button" class="link-button" onClick={onResend}>
          {t('webhooks.resend')}
          <span class="visually-hidden"> {message.id}</span>
        </button>
      )}
    </li>
  );
}
