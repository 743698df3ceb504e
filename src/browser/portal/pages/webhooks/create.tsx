import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { TYPES } from './types.ts';

type Made = { id: string; secret: string };

/** Adds an endpoint, and shows the secret that signs its messages. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const { slug } = useCurrentStore();
  const { route } = useLocation();
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
        <WebhookForm onCancel={onClose} onMade={setMade} />
      )}
    </Modal>
  );
}

function WebhookForm({ onCancel, onMade }: { onCancel: () => void; onMade: (made: Made) => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [all, setAll] = useState(true);
  const [types, setTypes] = useState<readonly string[]>([]);
  const sending = useSending();
  const { fault } = sending;
  const create = async () => {
    const done = await sending.send(async () => {
      const body = { url: url.trim(), description: description.trim(), ...(!all && { types: [...types] }) };
      const { data } = bodyOf(await api.POST('/admin/api/v1/webhooks', { body }));
      changed(keyOf('webhooks'));
      onMade({ id: data.id, secret: data.secret ?? '' });
    });
    if (!done) document.getElementById('url')?.focus();
  };
  return (
    <Form onSubmit={create}>
      {fault && fault.param !== 'url' && <FaultNotice fault={fault} />}
      <Input
        id="url"
        type="url"
        label={t('webhooks.address')}
        placeholder="https://"
        value={url}
        fault={fault}
        autoFocus
        onValue={setUrl}
      />
      <Input id="description" label={t('webhooks.description')} value={description} onValue={setDescription} />
      <Radios
        name="all"
        label={t('webhooks.types')}
        value={all ? 'all' : 'some'}
        options={[
          { value: 'all', text: t('webhooks.types.all') },
          { value: 'some', text: t('webhooks.types.some') },
        ]}
        onValue={(value) => setAll(value === 'all')}
      />
      {!all && <TypeChoice chosen={types} onChoose={setTypes} />}
      <ModalActions>
        <Button kind="secondary" onPress={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={sending.busy}>
          {t('webhooks.create')}
        </Button>
      </ModalActions>
    </Form>
  );
}

type TypeChoiceProps = { chosen: readonly string[]; onChoose: (types: readonly string[]) => void };

function TypeChoice({ chosen, onChoose }: TypeChoiceProps) {
  const toggle = (type: string, on: boolean) =>
    onChoose(TYPES.filter((one) => (one === type ? on : chosen.includes(one))));
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{t('webhooks.types.some')}</legend>
      {TYPES.map((type) => (
        <label key={type} class="choices__one choices__one--told">
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
          <span>
            {t(`fact.${type}` as PortalKey)}
            <span class="sub">
              <code>{type}</code>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
