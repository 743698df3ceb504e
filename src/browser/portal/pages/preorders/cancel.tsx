import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { money, sum } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';
import { CANCELLABLE } from './state.tsx';

/** Cancels units. What was paid for them goes back, and the units can be sold again. */
export function CancelWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const open = preorder.lines.filter(({ state }) => CANCELLABLE.includes(state));
  const [chosen, setChosen] = useState(open.map(({ number }) => number));
  const [keepsDeposit, setKeepsDeposit] = useState(false);
  const sending = useSending();
  const lines = open.filter(({ number }) => chosen.includes(number));
  const paid = lines.length === 0 ? '0' : sum(lines.map((line) => line.paid));
  const mayKeep = preorder.payment_plan === 'deposit' && !preorder.deposit_refundable;
  const cancel = async () => {
    const done = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { lines: chosen, ...(mayKeep && { keep_deposit: keepsDeposit }) };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/cancel', { params, body })).data);
    });
    if (!done) return;
    say(t('cancelling.done', { count: chosen.length }));
    onClose();
  };
  return (
    <Modal title={t('cancelling.title', { reference: preorder.reference })} onClose={onClose}>
      <Form onSubmit={cancel}>
        <LineChoice lines={open} chosen={chosen} onChoose={setChosen} />
        <p>
          {Number(paid) > 0 ? t('cancelling.paid', { amount: money(paid, preorder.currency) }) : t('cancelling.unpaid')}
        </p>
        {mayKeep && (
          <label class="choices__one">
            <input
              type="checkbox"
              checked={keepsDeposit}
              onChange={(event) => setKeepsDeposit(event.currentTarget.checked)}
            />
            <span>{t('cancelling.keep')}</span>
          </label>
        )}
        <p class="muted">{t('cancelling.mail')}</p>
        {sending.fault && <FaultNotice fault={sending.fault} />}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('back')}
          </Button>
          {chosen.length > 0 && (
            <Button type="submit" kind="danger" busy={sending.busy}>
              {t('cancelling.button', { count: chosen.length })}
            </Button>
          )}
        </ModalActions>
      </Form>
    </Modal>
  );
}
