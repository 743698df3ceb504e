import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { moment } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

/** What names the store in its pages, and what only its own backend may know. */
export function Keys({ store }: { store: Store }) {
  return (
    <>
      <Card title={t('settings.key')} hint={t('settings.key.text')}>
        <CopyLine text={store.public_key} label={t('snippet.copy_key')} />
      </Card>
      <SharedSecret store={store} />
    </>
  );
}

type Secrets = { secret: string; created_at: string }[];

/** The shared secret: hidden until somebody asks, who then has to prove who they are. */
function SharedSecret({ store }: { store: Store }) {
  const mayRead = useScopes()('store:secrets');
  const [secrets, setSecrets] = useState<Secrets>();
  const sending = useSending();
  // It is not kept with other data of the page: it is gone when the page is left.
  const read = () =>
    sending.send(async () => setSecrets(bodyOf(await api.GET('/admin/api/v1/store/secrets')).data.secrets));
  const rotate = async () => {
    const done = await sending.send(async () =>
      setSecrets(bodyOf(await api.POST('/admin/api/v1/store/secrets/rotate')).data.secrets),
    );
    if (done) say(t('secret.rotated'));
  };
  const retire = async () => {
    const done = await sending.send(async () =>
      setSecrets(bodyOf(await api.POST('/admin/api/v1/store/secrets/retire')).data.secrets),
    );
    if (done) say(t('secret.retired'));
  };
  return (
    <Card title={t('secret.title')} hint={t('secret.text')}>
      {!mayRead ? (
        <p class="muted">{t('secret.owners')}</p>
      ) : !secrets ? (
        <p>
          <Button kind="secondary" busy={sending.busy} onPress={() => void read()}>
            {t('secret.show')}
          </Button>
        </p>
      ) : (
        <div class="stack" role="status">
          {secrets.map(({ secret, created_at: at }, index) => (
            <div key={secret}>
              <p class="label">
                {t(secrets.length > 1 && index > 0 ? 'secret.old' : 'secret.new', {
                  time: moment(at, store.time_zone),
                })}
              </p>
              <CopyLine text={secret} label={t('secret.copy')} />
            </div>
          ))}
          {secrets.length > 1 ? (
            <Notice
              kind="info"
              title={t('secret.two')}
              actions={
                <Button kind="secondary" busy={sending.busy} onPress={() => void retire()}>
                  {t('secret.retire')}
                </Button>
              }
            >
              <p>{t('secret.two.text')}</p>
            </Notice>
          ) : (
            <p>
              <Button kind="secondary" busy={sending.busy} onPress={() => void rotate()}>
                {t('secret.rotate')}
              </Button>
            </p>
          )}
        </div>
      )}
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </Card>
  );
}
