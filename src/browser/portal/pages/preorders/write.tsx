import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { Form } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';

/** Writes to the shopper: a mail, which also stands on the status page. */
export function WriteWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const [text, setText] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const write = async () => {
    const written = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/messages', { params, body: { text } })).data);
    });
    if (!written) return;
    say(t('write.done'));
    onClose();
  };
  return (
    <Modal title={t('preorder.write')} onClose={onClose}>
      {fault && fault.param !== 'text' && <FaultNotice fault={fault} />}
      <Form onSubmit={write}>
        <TextArea
          id="text"
          label={t('write.text')}
          hint={t('write.text.hint', { email: preorder.contact?.email ?? '' })}
          value={text}
          error={fault?.param === 'text' && <FaultText fault={fault} />}
          onValue={setText}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('write.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
