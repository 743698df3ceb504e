import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { days } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';

/** Records what a shopper said about a later date on the telephone or in a mail. */
export function AnswerWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const [choice, setChoice] = useState<'wait' | 'cancel'>('wait');
  const sending = useSending();
  const asked = preorder.notices.find(({ open }) => open);
  const record = async () => {
    const recorded = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/answer', { params, body: { choice } })).data);
    });
    if (!recorded) return;
    say(t('saved'));
    onClose();
  };
  return (
    <Modal title={t('preorder.answer')} onClose={onClose}>
      <Form onSubmit={record}>
        {asked && <p>{t('delivery.ships', { window: days(asked.ship_window) })}</p>}
        <Radios
          name="choice"
          label={t('answer.choice')}
          value={choice}
          options={[
            { value: 'wait', text: t('answer.wait') },
            { value: 'cancel', text: t('answer.cancel') },
          ]}
          onValue={(value) => setChoice(value === 'cancel' ? 'cancel' : 'wait')}
        />
        {sending.fault && <FaultNotice fault={sending.fault} />}
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
