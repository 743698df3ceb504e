import { Button } from '../../../ui/button.tsx';
import type { Discount } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { money } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { changedDiscounts } from './reads.ts';

/** Ends a code, after saying who keeps it. */
export function EndWindow({ discount, onClose }: { discount: Discount; onClose: () => void }) {
  const { code, placed, held, given, currency } = discount;
  const sending = useSending();
  const end = async () => {
    const done = await sending.send(async () => {
      bodyOf(await api.POST('/admin/api/v1/discounts/{code}/end', { params: { path: { code } } }));
    });
    if (!done) return;
    changedDiscounts();
    say(t('discounts.ended', { code }));
    onClose();
  };
  return (
    <Modal title={t('discounts.end.title', { code })} onClose={onClose}>
      <p>{t('discounts.end.text')}</p>
      <ul class="points">
        <li>
          {placed === 0
            ? t('discounts.end.unused')
            : t('discounts.end.placed', { count: placed, amount: money(given, currency) })}
        </li>
        {held > 0 && <li>{t('discounts.end.held', { count: held })}</li>}
      </ul>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button kind="danger" busy={sending.busy} onPress={() => void end()}>
          {t('discounts.end.button')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
