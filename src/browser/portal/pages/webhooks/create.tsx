import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { once } from '../../requests/leaving.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { type TypedWebhook, WebhookFields, webhookOf, wrongWebhook } from './form.tsx';

const EMPTY: TypedWebhook = { url: '', description: '', all: 'all', types: [], include_personal: false };

type CreatedWebhook = { id: string; secret: string };

/** Adds an endpoint, and shows the secret that signs its messages. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedWebhook>();
  const form = useForm({
    values: () => EMPTY,
    check: wrongWebhook,
    save: async (typed) => {
      const { id, secret } = bodyOf(await api.POST('/admin/api/v1/webhooks', { body: webhookOf(typed) })).data;
      changed(keyOf('webhooks'));
      return { id, secret: secret ?? '' };
    },
    done: setMade,
  });
  if (made) return <MadeWindow made={made} onClose={onClose} />;
  return (
    <FormWindow title={t('webhooks.create')} form={form} submit={t('webhooks.create')} onClose={onClose} wide>
      <WebhookFields form={form} />
    </FormWindow>
  );
}

function MadeWindow({ made: { id, secret }, onClose }: { made: CreatedWebhook; onClose: () => void }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (isKept) route(storePath(slug, `/settings/webhooks/${id}`));
  }, [isKept]);
  return (
    <Modal title={t('webhooks.made')} onClose={onClose} keeps={() => (isKept ? undefined : once())} wide>
      <p>{t('webhooks.made.text')}</p>
      <CopyLine text={secret} label={t('webhooks.copy')} />
      <ModalActions>
        <Button onPress={() => setKept(true)}>{t('webhooks.made.next')}</Button>
      </ModalActions>
    </Modal>
  );
}
