import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { decimal, money } from '../../ui/format.ts';
import { tookOver } from './change.ts';
import { nameOf } from './line-choice.tsx';

/** Gives back a part of what was paid for a unit, which goes on. */
export function RefundWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const { reference, currency } = preorder;
  const paid = preorder.lines.filter((line) => Number(line.paid) > Number(line.refunded));
  const form = useForm({
    values: () => ({ line: `${paid[0]?.number ?? ''}`, amount: '', reason: '' }),
    save: async ({ line, amount, reason }) => {
      const params = { path: { reference } };
      const body = { line: Number(line), amount: decimal(amount), reason };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/refunds', { params, body })).data);
    },
    said: t('refund.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('refund.title')}
      text={t('refund.text')}
      form={form}
      submit={t('refund.button')}
      onClose={onClose}
    >
      <Choice
        {...form.field('line')}
        label={t('refund.line')}
        options={paid.map((one) => ({
          value: `${one.number}`,
          text: t('refund.line.paid', { line: nameOf(one), amount: money(one.paid, currency) }),
        }))}
      />
      <Amount
        {...form.field('amount')}
        currency={currency}
        label={t('refund.amount', { currency })}
        autoComplete="off"
        required
      />
      <Input
        {...form.field('reason')}
        label={t('refund.reason')}
        hint={t('refund.reason.hint')}
        maxLength={500}
        required
      />
    </FormWindow>
  );
}
