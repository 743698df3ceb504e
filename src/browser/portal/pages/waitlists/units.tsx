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
import { tookOver } from './acts.tsx';

/** Changes how many units of each variant are for sale. */
export function UnitsWindow({ waitlist, onClose }: { waitlist: Waitlist; onClose: () => void }) {
  const [units, setUnits] = useState(() => new Map(waitlist.variants.map(({ id, allocated }) => [id, `${allocated}`])));
  const sending = useSending();
  const save = async () => {
    const variants = waitlist.variants
      .filter(({ id, allocated }) => Number(units.get(id)) !== allocated)
      .map(({ id }) => ({ variant: id, allocated: Number(units.get(id)) }));
    if (variants.length === 0) return onClose();
    const saved = await sending.send(async () => {
      const params = { path: { waitlist_id: waitlist.id } };
      tookOver(bodyOf(await api.PATCH('/admin/api/v1/waitlists/{waitlist_id}', { params, body: { variants } })).data);
    });
    if (!saved) return;
    say(t('saved'));
    onClose();
  };
  return (
    <Modal title={t('units.title')} onClose={onClose}>
      <p class="muted">{t('units.text')}</p>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Form onSubmit={save}>
        {waitlist.variants.map(({ id, title, sku, sold, held }) => (
          <Input
            key={id}
            id={`units-${id}`}
            type="number"
            inputMode="numeric"
            label={title || sku || t('variant.only')}
            hint={t('units.taken', { count: sold + held })}
            min={sold + held}
            value={units.get(id) ?? ''}
            onValue={(value) => setUnits((before) => new Map(before).set(id, value))}
          />
        ))}
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
