import type { PreorderDetail } from '../../requests/kinds.ts';
import { readPreorder } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Check } from '../../ui/choices.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { tookOver } from './change.ts';
import { ParcelFields } from './parcel-fields.tsx';

type Parcel = PreorderDetail['fulfilments'][number];
type TrackWindowProps = { preorder: PreorderDetail; parcel: Parcel; onClose: () => void };

/** Corrects how a parcel is followed. The shopper's page shows it at once; a mail about it is sent if somebody wants that. */
export function TrackWindow({ preorder, parcel, onClose }: TrackWindowProps) {
  const { reference, contact } = preorder;
  const form = useForm({
    of: preorder,
    values: ({ fulfilments }) => {
      const { carrier, tracking_number, tracking_link } =
        fulfilments.find(({ number }) => number === parcel.number) ?? parcel;
      return { carrier, tracking_number, tracking_link, notify: contact !== null };
    },
    read: () => readPreorder(reference),
    save: async (body, { header }) => {
      const params = { path: { reference, number: parcel.number }, header };
      const path = '/admin/api/v1/preorders/{reference}/fulfilments/{number}';
      tookOver(bodyOf(await api.PATCH(path, { params, body: { ...body, tracking_link: kept } })).data);
    },
    said: ({ notify }) => t(notify ? 'track.done.mail' : 'saved'),
    done: onClose,
  });
  // A page that was made from the old number would follow another parcel.
  const { tracking_number: number, tracking_link: link } = form.values;
  const kept = link === parcel.tracking_link && number !== parcel.tracking_number ? '' : link;
  return (
    <FormWindow title={t('track.title', { number: parcel.number })} form={form} submit={t('save')} onClose={onClose}>
      <ParcelFields tracking={{ ...form.values, tracking_link: kept }} onTracking={form.set} />
      {contact !== null && <Check {...form.field('notify')} label={t('track.notify')} />}
    </FormWindow>
  );
}
