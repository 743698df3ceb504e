import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { type TypedWebhook, WebhookForm } from './form.tsx';

const EMPTY: TypedWebhook = { url: '', description: '', types: [], include_personal: false };

type Made = { id: string; secret: string };

/** Adds an endpoint, and shows the secret that signs its messages. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const create = async ({ types, ...typed }: TypedWebhook) => {
    const body = { ...typed, ...(types.length > 0 && { types }) };
    const { data } = bodyOf(await api.POST('/admin/api/v1/webhooks', { body }));
    changed(keyOf('webhooks'));
    setMade({ id: data.id, secret: data.secret ?? '' });
  };
  return (
    <Modal title={t(made ? 'webhooks.made' : 'webhooks.create')} onClose={onClose} wide>
      {made ? (
        <>
          <p>{t('webhooks.made.text')}</p>
          <CopyLine text={made.secret} label={t('webhooks.copy')} />
          <ModalActions>
            <Button onPress={() => route(storePath(slug, `/settings/webhooks/${made.id}`))}>
              {t('webhooks.made.next')}
            </Button>
          </ModalActions>
        </>
      ) : (
        <WebhookForm from={EMPTY} button={t('webhooks.create')} save={create} onCancel={onClose} />
      )}
    </Modal>
  );
}
