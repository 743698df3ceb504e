import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { decimal, money } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';
import { nameOf } from './line-choice.tsx';

/** Gives back a part of what was paid for a unit, which goes on. */
export function RefundWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const paid = preorder.lines.filter((line) => Number(line.paid) > Number(line.refunded));
  const [line, setLine] = useState(`${paid[0]?.number ?? ''}`);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const give = async () => {
    const given = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { line: Number(line), amount: decimal(amount), reason };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/refunds', { params, body })).data);
    });
    if (!given) return;
    say(t('refund.done'));
    onClose();
  };
  const ofField = ['amount', 'reason'].includes(fault?.param ?? '');
  return (
    <Modal title={t('refund.title')} onClose={onClose}>
      <p class="muted">{t('refund.text')}</p>
      {fault && !ofField && <FaultNotice fault={fault} />}
      <Form onSubmit={give}>
        <Choice
          id="line"
          label={t('refund.line')}
          value={line}
          options={paid.map((one) => ({
            value: `${one.number}`,
            text: t('refund.line.paid', { line: nameOf(one), amount: money(one.paid, preorder.currency) }),
          }))}
          onValue={setLine}
        />
        <Input
          id="amount"
          label={t('refund.amount', { currency: preorder.currency })}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          fault={fault}
          onValue={setAmount}
        />
        <Input
          id="reason"
          label={t('refund.reason')}
          hint={t('refund.reason.hint')}
          value={reason}
          maxLength={500}
          fault={fault}
          onValue={setReason}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('refund.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
