import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormWindow } from '../../ui/form-window.tsx';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';

/** Records that units came back. Money goes back by an act of its own. */
export function ReturnWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const sent = preorder.lines.filter(({ state }) => state === 'fulfilled');
  const form = useForm({
    values: () => ({ lines: sent.map(({ number }) => number) }),
    save: async (body) => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/return', { params, body })).data);
    },
    said: t('saved'),
    done: onClose,
  });
  const count = form.values.lines.length;
  return (
    <FormWindow
      title={t('preorder.return')}
      form={form}
      submit={count > 0 && t('return.button', { count })}
      onClose={onClose}
    >
      <LineChoice lines={sent} {...form.field('lines')} />
      <p>{t('return.text')}</p>
    </FormWindow>
  );
}
