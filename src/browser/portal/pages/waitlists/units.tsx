import type { Waitlist } from '../../requests/kinds.ts';
import { readWaitlist } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FormWindow } from '../../ui/form-window.tsx';
import { tookOver } from './acts.tsx';
import { changedUnits, UnitsInputs, unitsOf } from './units-inputs.tsx';

/** Changes how many units of each variant are for sale. */
export function UnitsWindow({ waitlist, onClose }: { waitlist: Waitlist; onClose: () => void }) {
  const form = useForm({
    of: waitlist,
    values: unitsOf,
    read: () => readWaitlist(waitlist.id),
    save: async (units, { before, header }) => {
      const params = { path: { waitlist_id: waitlist.id }, header };
      const body = { variants: changedUnits(units, before) };
      if (body.variants.length === 0) return;
      tookOver(bodyOf(await api.PATCH('/admin/api/v1/waitlists/{waitlist_id}', { params, body })).data);
    },
    said: t('saved'),
    done: onClose,
  });
  return (
    <FormWindow title={t('units.title')} text={t('units.text')} form={form} submit={t('save')} onClose={onClose}>
      <UnitsInputs variants={waitlist.variants} form={form} />
    </FormWindow>
  );
}
