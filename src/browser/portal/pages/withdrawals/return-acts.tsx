import type { PreorderDetail } from '../../requests/kinds.ts';
import { usePreorder } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow, ReadWindow } from '../../ui/form-window.tsx';
import { decimal, money } from '../../ui/format.ts';
import { LineChoice } from '../preorders/line-choice.tsx';
import { changedWithdrawals, readWithdrawal, type Withdrawal } from './reads.ts';

type WindowProps = { withdrawal: Withdrawal; onClose: () => void };
type ReturnProps = WindowProps & { goods: Withdrawal['returns'][number] };

/** Says that the goods are back, which of them, and asks whether less than everything goes back for them. */
export function ReceiveWindow(props: ReturnProps) {
  const preorder = usePreorder(props.withdrawal.preorder?.reference ?? '');
  return (
    <ReadWindow title={t('returns.receive')} of={preorder} onClose={props.onClose}>
      {({ lines }) => <ReceiveForm {...props} lines={lines} />}
    </ReadWindow>
  );
}

type ReceiveProps = ReturnProps & { lines: PreorderDetail['lines'] };

function ReceiveForm({ withdrawal, goods, lines, onClose }: ReceiveProps) {
  const { id, state, currency, given_back: given } = goods;
  const there = lines.filter(({ number }) => goods.lines.some(({ line }) => line === number));
  const isPaid = state === 'refunded';
  const form = useForm({
    of: withdrawal,
    values: () => ({ lines: goods.lines.map(({ line }) => line), amount: '', reason: '' }),
    check: ({ amount, reason }) => ({
      reason: amount !== '' && reason.trim() === '' && t('returns.receive.reason.needed'),
    }),
    read: () => readWithdrawal(withdrawal.id),
    save: async ({ lines, amount, reason }, { header }) => {
      const params = { header, path: { withdrawal_id: withdrawal.id } };
      const body = { return_id: id, lines, ...(amount && { amount: decimal(amount), reason }) };
      bodyOf(await api.POST('/admin/api/v1/withdrawals/{withdrawal_id}/return/receive', { params, body }));
      changedWithdrawals();
    },
    said: t('returns.received'),
    done: onClose,
  });
  const count = form.values.lines.length;
  return (
    <FormWindow
      title={t('returns.receive')}
      text={isPaid ? t('returns.receive.paid', { amount: money(given, currency) }) : t('returns.receive.text')}
      form={form}
      submit={count > 0 && t('return.button', { count })}
      onClose={onClose}
    >
      <LineChoice lines={there} {...form.field('lines')} />
      {there.length > 1 && <p class="muted">{t('returns.receive.rest')}</p>}
      {!isPaid && (
        <>
          <Amount
            {...form.field('amount')}
            currency={currency}
            label={t('returns.receive.amount', { currency })}
            hint={t('returns.receive.amount.hint')}
            autoComplete="off"
          />
          <Input
            {...form.field('reason')}
            label={t('returns.receive.reason')}
            hint={t('refund.reason.hint')}
            maxLength={500}
          />
        </>
      )}
    </FormWindow>
  );
}

/** Asks how the parcel of a return is followed. */
export function TrackWindow({ withdrawal, goods: { id }, onClose }: ReturnProps) {
  const form = useForm({
    of: withdrawal,
    values: ({ returns }) => {
      const { carrier, tracking } = returns.find((one) => one.id === id) ?? {};
      return { carrier: carrier ?? '', tracking: tracking ?? '' };
    },
    read: () => readWithdrawal(withdrawal.id),
    save: async (typed, { header }) => {
      const params = { header, path: { withdrawal_id: withdrawal.id } };
      const body = { ...typed, return_id: id };
      bodyOf(await api.POST('/admin/api/v1/withdrawals/{withdrawal_id}/return/track', { params, body }));
      changedWithdrawals();
    },
    said: t('returns.tracked'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('returns.track')}
      text={t('returns.track.text')}
      form={form}
      submit={t('returns.track.button')}
      onClose={onClose}
    >
      <Input {...form.field('carrier')} label={t('send.carrier')} maxLength={60} />
      <Input {...form.field('tracking')} label={t('returns.tracking')} maxLength={100} required />
    </FormWindow>
  );
}

/** Accepts that what was sent comes back. */
export function OpenReturnWindow({ withdrawal, onClose }: WindowProps) {
  const form = useForm({
    of: withdrawal,
    values: () => ({ lines: '' }),
    read: () => readWithdrawal(withdrawal.id),
    save: async ({ lines }, { header }) => {
      const params = { header, path: { withdrawal_id: withdrawal.id } };
      const numbers = lines
        .split(/[^\d]+/)
        .filter((one) => one !== '')
        .map(Number);
      const body = numbers.length > 0 ? { lines: numbers } : {};
      bodyOf(await api.POST('/admin/api/v1/withdrawals/{withdrawal_id}/return', { params, body }));
      changedWithdrawals();
    },
    said: t('returns.opened'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('returns.open')}
      text={t('returns.open.text')}
      form={form}
      submit={t('returns.open')}
      onClose={onClose}
    >
      <Input
        {...form.field('lines')}
        label={t('returns.open.lines')}
        hint={t('returns.open.lines.hint')}
        maxLength={200}
        inputMode="text"
      />
    </FormWindow>
  );
}
