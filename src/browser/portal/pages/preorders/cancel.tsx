import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Check } from '../../ui/choices.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { money, sum } from '../../ui/format.ts';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';
import { CANCELLABLE } from './state.tsx';

/** Cancels units. What was paid for them goes back, and the units can be sold again. */
export function CancelWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const { reference, currency } = preorder;
  const open = preorder.lines.filter(({ state }) => CANCELLABLE.includes(state));
  const mayKeep = preorder.payment_plan === 'deposit' && !preorder.deposit_refundable;
  const form = useForm({
    values: () => ({ lines: open.map(({ number }) => number), keep: false }),
    save: async ({ lines, keep }) => {
      const params = { path: { reference } };
      const body = { lines, ...(mayKeep && { keep_deposit: keep }) };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/cancel', { params, body })).data);
    },
    said: ({ lines }) => t('cancelling.done', { count: lines.length }),
    done: onClose,
  });
  const lines = open.filter(({ number }) => form.values.lines.includes(number));
  const paid = lines.length === 0 ? '0' : sum(lines.map((line) => line.paid));
  return (
    <FormWindow
      title={t('cancelling.title', { reference })}
      form={form}
      submit={lines.length > 0 && t('cancelling.button', { count: lines.length })}
      kind="danger"
      cancel={t('back')}
      onClose={onClose}
    >
      <LineChoice lines={open} {...form.field('lines')} />
      <p>{Number(paid) > 0 ? t('cancelling.paid', { amount: money(paid, currency) }) : t('cancelling.unpaid')}</p>
      {mayKeep && <Check {...form.field('keep')} label={t('cancelling.keep')} />}
      <p class="muted">{t('cancelling.mail')}</p>
    </FormWindow>
  );
}
