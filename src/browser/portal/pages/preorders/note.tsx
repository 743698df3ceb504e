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
import { tookOver } from './change.ts';

/** Notes something for colleagues. It stands in the timeline. */
export function NoteWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const [text, setText] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const keep = async () => {
    const kept = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/notes', { params, body: { text } })).data);
    });
    if (kept) onClose();
  };
  return (
    <Modal title={t('preorder.note')} onClose={onClose}>
      {fault && fault.param !== 'text' && <FaultNotice fault={fault} />}
      <Form onSubmit={keep}>
        <TextArea
          id="text"
          label={t('note.text')}
          hint={t('note.text.hint')}
          value={text}
          error={fault?.param === 'text' && <FaultText fault={fault} />}
          onValue={setText}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
