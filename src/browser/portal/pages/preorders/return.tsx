import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';

/** Records that units came back. Money goes back by an act of its own. */
export function ReturnWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const sent = preorder.lines.filter(({ state }) => state === 'fulfilled');
  const [chosen, setChosen] = useState(sent.map(({ number }) => number));
  const sending = useSending();
  const record = async () => {
    const recorded = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { lines: chosen };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/return', { params, body })).data);
    });
    if (!recorded) return;
    say(t('saved'));
    onClose();
  };
  return (
    <Modal title={t('preorder.return')} onClose={onClose}>
      <Form onSubmit={record}>
        <LineChoice lines={sent} chosen={chosen} onChoose={setChosen} />
        <p>{t('return.text')}</p>
        {sending.fault && <FaultNotice fault={sending.fault} />}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          {chosen.length > 0 && (
            <Button type="submit" busy={sending.busy}>
              {t('return.button', { count: chosen.length })}
            </Button>
          )}
        </ModalActions>
      </Form>
    </Modal>
  );
}
