import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';

/** Sends the confirmation once more, for a shopper who did not get it. */
export function ResendWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const sending = useSending();
  const resend = async () => {
    const sent = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      tookOver(
        bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/resend-confirmation', { params, body: {} })).data,
      );
    });
    if (!sent) return;
    say(t('resend.done'));
    onClose();
  };
  return (
    <Modal title={t('preorder.resend')} onClose={onClose}>
      <p>{t('resend.text', { email: preorder.contact?.email ?? '' })}</p>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button busy={sending.busy} onPress={() => void resend()}>
          {t('resend.button')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
