import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormWindow } from '../../ui/form-window.tsx';
import { days } from '../../ui/format.ts';
import { Radios } from '../../ui/radios.tsx';
import { tookOver } from './change.ts';

/** Records what a shopper said about a later date on the telephone or in a mail. */
export function AnswerWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const asked = preorder.notices.find(({ open }) => open);
  const form = useForm({
    values: (): { choice: 'wait' | 'cancel' } => ({ choice: 'wait' }),
    save: async (body) => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/answer', { params, body })).data);
    },
    said: t('saved'),
    done: onClose,
  });
  return (
    <FormWindow title={t('preorder.answer')} form={form} submit={t('save')} onClose={onClose}>
      {asked && <p>{t('delivery.ships', { window: days(asked.ship_window) })}</p>}
      <Radios
        {...form.field('choice')}
        label={t('answer.choice')}
        options={[
          { value: 'wait', text: t('answer.wait') },
          { value: 'cancel', text: t('answer.cancel') },
        ]}
      />
    </FormWindow>
  );
}
