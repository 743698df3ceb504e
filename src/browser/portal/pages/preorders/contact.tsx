import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';

/** Changes where mails to the shopper go. Both addresses are told. */
export function ContactWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const [email, setEmail] = useState(preorder.contact?.email ?? '');
  const sending = useSending();
  const { fault } = sending;
  const change = async () => {
    const changed = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.PUT('/admin/api/v1/preorders/{reference}/contact', { params, body: { email } })).data);
    });
    if (!changed) return;
    say(t('contact.done'));
    onClose();
  };
  return (
    <Modal title={t('preorder.contact')} onClose={onClose}>
      <p class="muted">{t('contact.text')}</p>
      {fault && fault.param !== 'email' && <FaultNotice fault={fault} />}
      <Form onSubmit={change}>
        <Input
          id="email"
          type="email"
          label={t('contact.email')}
          autoComplete="off"
          value={email}
          maxLength={254}
          fault={fault}
          onValue={setEmail}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('contact.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
