import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormWindow } from '../../ui/form-window.tsx';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';
import { ParcelFields } from './parcel-fields.tsx';

/** Records that units have left the store. The shopper gets a mail with what is known of the parcel. */
export function SendWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const ready = preorder.lines.filter(({ state }) => state === 'released');
  const form = useForm({
    values: () => ({
      lines: ready.map(({ number }) => number),
      carrier: '',
      tracking_number: '',
      tracking_link: '',
    }),
    save: async (body) => {
      const params = { path: { reference: preorder.reference } };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/fulfilments', { params, body })).data);
    },
    said: t('send.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('send.title')}
      text={t('send.text')}
      form={form}
      submit={t('send.button', { count: form.values.lines.length })}
      onClose={onClose}
    >
      <LineChoice lines={ready} {...form.field('lines')} />
      <ParcelFields tracking={form.values} onTracking={form.set} />
    </FormWindow>
  );
}
