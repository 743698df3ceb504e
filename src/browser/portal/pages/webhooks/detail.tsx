import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Webhook } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, setData, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { AskWindow, FormWindow } from '../../ui/form-window.tsx';
import { ago, count } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { type TypedWebhook, WebhookFields, webhookOf, wrongWebhook } from './form.tsx';
import { Messages } from './messages.tsx';
import { WebhookSecret } from './secret.tsx';
import { WebhookState } from './state.tsx';

const keyOfOne = (id: string) => keyOf(`webhooks/${id}`);

async function readWebhook(id: string): Promise<Webhook> {
  const params = { path: { webhook_id: id } };
  return bodyOf(await api.GET('/admin/api/v1/webhooks/{webhook_id}', { params })).data;
}

/** One endpoint: how it does, its secret, and what was sent to it. */
export function WebhookDetail({ id }: { id: string }) {
  const { slug } = useCurrentStore();
  const loaded = useData(keyOfOne(id), () => readWebhook(id));
  return (
    <>
      <p>
        <a class="page__back" href={storePath(slug, '/settings/webhooks')}>
          {t('settings.webhooks')}
        </a>
      </p>
      <Shown of={loaded}>
        {(webhook) => (
          <>
            <Endpoint webhook={webhook} />
            <WebhookSecret id={id} />
            <Messages id={id} />
          </>
        )}
      </Shown>
    </>
  );
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const mayWrite = useScopes()('webhooks:write');
  const { url, description, types, delivered_at: delivered, waiting } = webhook;
  return (
    <Card title={t('webhooks.one')} hint={description} actions={<WebhookState webhook={webhook} />}>
      {!webhook.enabled && webhook.disabled_reason !== 'asked' && (
        <Notice kind="warning" title={t(`webhooks.disabled.${webhook.disabled_reason ?? 'asked'}`)}>
          <p>{t('webhooks.disabled.text')}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [
            t('webhooks.address'),
            <code key="url" class="long">
              {url}
            </code>,
          ],
          [
            t('webhooks.types'),
            types.length === 0
              ? t('webhooks.types.all')
              : types.map((type) => t(`fact.${type}` as PortalKey)).join(', '),
          ],
          [t('webhooks.personal.short'), t(webhook.include_personal ? 'yes' : 'no')],
          [t('webhooks.delivered'), delivered === null ? t('never') : ago(delivered)],
          [t('webhooks.waiting'), count(waiting)],
        ]}
      />
      {mayWrite && <Acts webhook={webhook} />}
    </Card>
  );
}

function Acts({ webhook }: { webhook: Webhook }) {
  const { id, enabled } = webhook;
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [answer, setAnswer] = useState<Tried>();
  const sending = useSending();
  const params = { path: { webhook_id: id } };
  const toggle = () =>
    sending.send(async () => {
      const act = enabled ? 'disable' : 'enable';
      const { data } = bodyOf(await api.POST(`/admin/api/v1/webhooks/{webhook_id}/${act}`, { params, body: {} }));
      setData(keyOfOne(id), data);
      changed(keyOf('webhooks'));
    });
  const test = () =>
    sending.send(async () => {
      setAnswer(bodyOf(await api.POST('/admin/api/v1/webhooks/{webhook_id}/test', { params, body: {} })).data);
      changed(keyOf(`webhooks/${id}`));
    });
  return (
    <>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      {answer && <TestResult tried={answer} />}
      <div class="buttons">
        <Button kind="secondary" onPress={() => setEditing(true)}>
          {t('webhooks.edit')}
        </Button>
        {enabled && (
          <Button kind="secondary" busy={sending.busy} onPress={() => void test()}>
            {t('webhooks.test')}
          </Button>
        )}
        <Button kind="secondary" busy={sending.busy} onPress={() => void toggle()}>
          {t(enabled ? 'webhooks.disable' : 'webhooks.enable')}
        </Button>
        <Button kind="danger" onPress={() => setRemoving(true)}>
          {t('webhooks.remove')}
        </Button>
      </div>
      {editing && <Edit webhook={webhook} onClose={() => setEditing(false)} />}
      {removing && <Remove id={id} onClose={() => setRemoving(false)} />}
    </>
  );
}

function Edit({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id } = webhook;
  const form = useForm({
    of: webhook,
    values: ({ url, description, types, include_personal }): TypedWebhook => ({
      url,
      description,
      all: types.length === 0 ? 'all' : 'some',
      types,
      include_personal,
    }),
    read: () => readWebhook(id),
    check: wrongWebhook,
    save: async (typed, { header }) => {
      const params = { path: { webhook_id: id }, header };
      const body = webhookOf(typed);
      setData(keyOfOne(id), bodyOf(await api.PATCH('/admin/api/v1/webhooks/{webhook_id}', { params, body })).data);
      changed(keyOf('webhooks'));
    },
    said: t('saved'),
    done: onClose,
  });
  return (
    <FormWindow title={t('webhooks.edit')} form={form} submit={t('save')} onClose={onClose} wide>
      <WebhookFields form={form} />
    </FormWindow>
  );
}

type Tried = { taken: boolean; status: number | null; failure: string | null; took_ms: number; answer: string };

function TestResult({ tried: { taken, status, failure, took_ms: ms, answer } }: { tried: Tried }) {
  return (
    <div role="status">
      <Notice
        kind={taken ? 'success' : 'error'}
        title={t(taken ? 'webhooks.test.taken' : 'webhooks.test.refused', { ms: count(ms) })}
      >
        <p>{[status ?? t('webhooks.no_answer'), failure ?? ''].filter(Boolean).join(' · ')}</p>
        {answer !== '' && (
          <p class="events">
            <code>{answer}</code>
          </p>
        )}
      </Notice>
    </div>
  );
}

function Remove({ id, onClose }: { id: string; onClose: () => void }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const remove = async () => {
    bodyOf(await api.DELETE('/admin/api/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: id } } }));
    changed(keyOf('webhooks'));
  };
  return (
    <AskWindow
      title={t('webhooks.remove')}
      submit={t('webhooks.remove')}
      kind="danger"
      act={remove}
      said={t('webhooks.removed')}
      done={() => route(storePath(slug, '/settings/webhooks'))}
      onClose={onClose}
    >
      <p>{t('webhooks.remove.text')}</p>
    </AskWindow>
  );
}
