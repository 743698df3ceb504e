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
import { LineChoice } from './line-choice.tsx';

/** Records that units have left the store. The shopper gets a mail with what is known of the parcel. */
export function SendWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const ready = preorder.lines.filter(({ state }) => state === 'released');
  const [lines, setLines] = useState(ready.map(({ number }) => number));
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [link, setLink] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const send = async () => {
    const sent = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { lines, carrier, tracking_number: number, tracking_link: link };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/fulfilments', { params, body })).data);
    });
    if (!sent) return;
    say(t('send.done'));
    onClose();
  };
  const ofField = ['carrier', 'tracking', 'link'].includes(fault?.param ?? '');
  return (
    <Modal title={t('send.title')} onClose={onClose}>
      <p class="muted">{t('send.text')}</p>
      {fault && !ofField && <FaultNotice fault={fault} />}
      <Form onSubmit={send}>
        <LineChoice lines={ready} chosen={lines} onChoose={setLines} />
        <Input
          id="carrier"
          label={t('send.carrier')}
          value={carrier}
          fault={fault}
          placeholder="DHL"
          onValue={setCarrier}
        />
        <Input
          id="tracking_number"
          param="tracking"
          label={t('send.number')}
          value={number}
          fault={fault}
          autoComplete="off"
          onValue={setNumber}
        />
        <Input
          id="tracking_link"
          param="link"
          type="url"
          label={t('send.link')}
          hint={t('send.link.hint')}
          value={link}
          fault={fault}
          placeholder="https://"
          onValue={setLink}
        />
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
