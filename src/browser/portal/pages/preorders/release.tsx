import { Notice } from '../../../ui/notice.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Check } from '../../ui/choices.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { money } from '../../ui/format.ts';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';

/** Releases single units out of their turn, because they are there: what is still due for them is charged. */
export function ReleaseWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const waiting = preorder.lines.filter(({ state }) => state === 'placed');
  const mayLetGoOn = useScopes()('preorders:write');
  const form = useForm({
    values: () => ({ lines: waiting.map(({ number }) => number), despite: false }),
    save: async ({ lines, despite }) => {
      const params = { path: { reference: preorder.reference } };
      const body = { lines, ...(despite && { despite_dispute: true }) };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/release', { params, body })).data);
    },
    said: ({ lines }) => t('release_lines.done', { count: lines.length }),
    done: onClose,
  });
  const { lines } = form.values;
  const due = waiting
    .filter(({ number }) => lines.includes(number))
    .reduce((sum, { total, paid, refunded }) => sum + Number(total) - (Number(paid) - Number(refunded)), 0);
  return (
    <FormWindow
      title={t('preorder.release')}
      text={t('release_lines.text')}
      form={form}
      submit={lines.length > 0 && t('release_lines.button', { count: lines.length })}
      onClose={onClose}
    >
      <LineChoice lines={waiting} {...form.field('lines')} />
      <p>
        {due > 0
          ? t('release_lines.charge', { amount: money(due.toFixed(digitsOf(preorder.total)), preorder.currency) })
          : t('release_lines.paid')}
      </p>
      {preorder.waits_for !== null && (
        <Notice kind="warning" title={t(`waits_for.${preorder.waits_for}`)}>
          {mayLetGoOn && preorder.waits_for !== 'withdrawal' && (
            <Check {...form.field('despite')} label={t('release_lines.despite')} />
          )}
        </Notice>
      )}
    </FormWindow>
  );
}

/** How many decimals the API writes an amount with. */
const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;
