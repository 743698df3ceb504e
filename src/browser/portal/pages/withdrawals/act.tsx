import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { TextArea } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { changedWithdrawals, readWithdrawal, type Withdrawal } from './reads.ts';

type WindowProps = { withdrawal: Withdrawal; onClose: () => void };

/** Asks which pre-order the withdrawal is about. */
export function MatchWindow({ withdrawal, onClose }: WindowProps) {
  const form = useForm({
    of: withdrawal,
    values: ({ preorder, reference }) => ({ reference: preorder?.reference ?? reference ?? '' }),
    read: () => readWithdrawal(withdrawal.id),
    save: async (body, { header }) => {
      const params = { header, path: { withdrawal_id: withdrawal.id } };
      bodyOf(await api.POST('/admin/api/v1/withdrawals/{withdrawal_id}/match', { params, body }));
      changedWithdrawals();
    },
    said: t('withdrawals.matched'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('withdrawals.match')}
      text={t('withdrawals.match.text')}
      form={form}
      submit={t('withdrawals.match.button')}
      onClose={onClose}
    >
      <Input {...form.field('reference')} label={t('withdrawals.match.reference')} maxLength={100} required />
    </FormWindow>
  );
}

/** Ends the withdrawal: it is dealt with, or leads to nothing. */
export function EndWindow({ withdrawal, to, onClose }: WindowProps & { to: 'settled' | 'refused' }) {
  const refuses = to === 'refused';
  const form = useForm({
    of: withdrawal,
    values: () => ({ answer: '' }),
    check: ({ answer }) => ({ answer: refuses && answer.trim() === '' && t('withdrawals.refuse.why.needed') }),
    read: () => readWithdrawal(withdrawal.id),
    save: async (body, { header }) => {
      const params = { header, path: { withdrawal_id: withdrawal.id } };
      const answer = refuses
        ? await api.POST('/admin/api/v1/withdrawals/{withdrawal_id}/refuse', { params, body })
        : await api.POST('/admin/api/v1/withdrawals/{withdrawal_id}/settle', { params, body });
      bodyOf(answer);
      changedWithdrawals();
    },
    said: t(`withdrawals.said.${to}`),
    done: onClose,
  });
  return (
    <FormWindow
      title={t(refuses ? 'withdrawals.refuse' : 'withdrawals.settle')}
      text={t(refuses ? 'withdrawals.refuse.text' : 'withdrawals.settle.text')}
      form={form}
      submit={t(refuses ? 'withdrawals.refuse' : 'withdrawals.settle')}
      kind={refuses ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <TextArea {...form.field('answer')} label={t(refuses ? 'withdrawals.refuse.why' : 'withdrawals.settle.what')} />
    </FormWindow>
  );
}
