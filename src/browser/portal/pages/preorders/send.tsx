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
import { isOfParcel, ParcelFields, type Tracking, trackingBody } from './parcel-fields.tsx';

/** Records that units have left the store. The shopper gets a mail with what is known of the parcel. */
export function SendWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const ready = preorder.lines.filter(({ state }) => state === 'released');
  const [lines, setLines] = useState(ready.map(({ number }) => number));
  const [tracking, setTracking] = useState<Tracking>({ carrier: '', number: '', link: '' });
  const sending = useSending();
  const { fault } = sending;
  const send = async () => {
    const sent = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { lines, ...trackingBody(tracking) };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/fulfilments', { params, body })).data);
    });
    if (!sent) return;
    say(t('send.done'));
    onClose();
  };
  return (
    <Modal title={t('send.title')} onClose={onClose}>
      <p class="muted">{t('send.text')}</p>
      {fault && !isOfParcel(fault) && <FaultNotice fault={fault} />}
      <Form onSubmit={send}>
        <LineChoice lines={ready} chosen={lines} onChoose={setLines} />
        <ParcelFields tracking={tracking} fault={fault} onTracking={setTracking} />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('send.button', { count: lines.length })}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
