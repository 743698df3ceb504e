import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { moment } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

type Secrets = { secret: string | null; old_secret: string | null; old_secret_expires_at: string | null };

/** The secret that signs the messages. A new one signs beside the old one for a day. */
export function WebhookSecret({ id }: { id: string }) {
  const mayRead = useScopes()('store:secrets');
  const [secrets, setSecrets] = useState<Secrets>();
  const sending = useSending();
  const params = { path: { webhook_id: id } };
  const show = () =>
    sending.send(async () =>
      setSecrets(bodyOf(await api.GET('/admin/api/v1/webhooks/{webhook_id}/secret', { params })).data),
    );
  const rotate = async (atOnce: boolean) => {
    const done = await sending.send(async () => {
      const body = { at_once: atOnce };
      setSecrets(bodyOf(await api.POST('/admin/api/v1/webhooks/{webhook_id}/rotate-secret', { params, body })).data);
    });
    if (done) say(t(atOnce ? 'webhooks.rotated.at_once' : 'webhooks.rotated'));
  };
  if (!mayRead) return null;
  return (
    <Card title={t('webhooks.secret')} hint={t('webhooks.secret.text')}>
      {secrets ? (
        <div class="stack" role="status">
          <CopyLine text={secrets.secret ?? ''} label={t('webhooks.copy')} />
          {secrets.old_secret !== null && (
            <p class="muted">
              {t('webhooks.secret.old', { time: moment(secrets.old_secret_expires_at ?? '') })}{' '}
              <code class="long">{secrets.old_secret}</code>
            </p>
          )}
          <div class="buttons">
            <Button kind="secondary" busy={sending.busy} onPress={() => void rotate(false)}>
              {t('secret.rotate')}
            </Button>
            <Button kind="danger" busy={sending.busy} onPress={() => void rotate(true)}>
              {t('webhooks.rotate.at_once')}
            </Button>
          </div>
        </div>
      ) : (
        <p>
          <Button kind="secondary" busy={sending.busy} onPress={() => void show()}>
            {t('secret.show')}
          </Button>
        </p>
      )}
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </Card>
  );
}
