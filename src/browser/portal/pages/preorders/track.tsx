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
import { isOfParcel, ParcelFields, type Tracking, trackingBody } from './parcel-fields.tsx';

type Parcel = PreorderDetail['fulfilments'][number];
type TrackWindowProps = { preorder: PreorderDetail; parcel: Parcel; onClose: () => void };

/** Corrects how a parcel is followed. The shopper's page shows it at once; a mail about it is sent if somebody wants that. */
export function TrackWindow({ preorder: { reference, contact }, parcel, onClose }: TrackWindowProps) {
  const [tracking, setTracking] = useState<Tracking>({
    carrier: parcel.carrier,
    number: parcel.tracking_number,
    link: parcel.tracking_link,
  });
  const [notify, setNotify] = useState(contact !== null);
  const sending = useSending();
  const { fault } = sending;
  // A page that was made from the old number would follow another parcel.
  const { number, link } = tracking;
  const kept = link === parcel.tracking_link && number !== parcel.tracking_number ? '' : link;
  const correct = async () => {
    const corrected = await sending.send(async () => {
      const params = { path: { reference, number: parcel.number } };
      const body = { ...trackingBody({ ...tracking, link: kept }), notify };
      const path = '/admin/api/v1/preorders/{reference}/fulfilments/{number}';
      tookOver(bodyOf(await api.PATCH(path, { params, body })).data);
    });
    if (!corrected) return;
    say(t(notify ? 'track.done.mail' : 'saved'));
    onClose();
  };
  return (
    <Modal title={t('track.title', { number: parcel.number })} onClose={onClose}>
      {fault && !isOfParcel(fault) && <FaultNotice fault={fault} />}
      <Form onSubmit={correct}>
        <ParcelFields tracking={{ ...tracking, link: kept }} fault={fault} onTracking={setTracking} />
        {contact !== null && (
          <label class="choices__one">
            <input type="checkbox" checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
            <span>{t('track.notify')}</span>
          </label>
        )}
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
