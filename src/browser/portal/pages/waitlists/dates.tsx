import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver, usePreview } from './acts.tsx';

/** Moves the window in which a waitlist ships. Shoppers who wait are told, with the reason. */
export function DatesWindow({ waitlist, onClose }: { waitlist: Waitlist; onClose: () => void }) {
  const [from, setFrom] = useState(waitlist.ship_window.from);
  const [until, setUntil] = useState(waitlist.ship_window.until);
  const [reason, setReason] = useState('');
  const sending = useSending();
  const waiting = usePreview(waitlist.id, 'pause').data?.preorders_waiting ?? 0;
  const { fault } = sending;
  const ofField = ['reason', 'ship_window', 'ship_window.from', 'ship_window.until'].includes(fault?.param ?? '');

  const move = async () => {
    const moved = await sending.send(async () => {
      const params = { path: { waitlist_id: waitlist.id } };
      const body = { ship_window: { from, until }, ...(reason !== '' && { reason }) };
      tookOver(bodyOf(await api.PATCH('/admin/api/v1/waitlists/{waitlist_id}', { params, body })).data);
    });
    if (!moved) return;
    say(t('dates.done'));
    onClose();
  };

  return (
    <Modal title={t('dates.title')} onClose={onClose}>
      <p class="muted">{waiting > 0 ? t('dates.waiting', { count: waiting }) : t('dates.nobody')}</p>
      {fault && !ofField && <FaultNotice fault={fault} />}
      <Form onSubmit={move}>
        <div class="pair">
          <Input
            id="from"
            type="date"
            label={t('dates.from')}
            value={from}
            fault={fault}
            param="ship_window.from"
            onValue={setFrom}
          />
          <Input
            id="until"
            type="date"
            label={t('dates.until')}
            value={until}
            min={from}
            fault={fault}
            param="ship_window.until"
            onValue={setUntil}
          />
        </div>
        {fault?.param === 'ship_window' && <FaultNotice fault={fault} />}
        {waiting > 0 && (
          <Input
            id="reason"
            label={t('dates.reason')}
            hint={t('dates.reason.hint')}
            value={reason}
            fault={fault}
            maxLength={500}
            onValue={setReason}
          />
        )}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('dates.move')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
