import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf, useStoreSettings } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { days, moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { readBatch, useBatch } from '../deliveries/reads.ts';
import { changedUnits, type Units, UnitsInputs, unitsOf } from './units-inputs.tsx';

type Batch = Waitlist['batches'][number];
export type OfBatch = { waitlist: Waitlist; batch: Batch; onClose: () => void };

/** Adds a delivery, which is sold after the earlier ones. */
export function AddDelivery({ waitlist, onClose }: Omit<OfBatch, 'batch'>) {
  const form = useForm({
    values: (): Units => ({ from: '', until: '' }),
    save: async ({ from = '', until = '', ...units }) => {
      const params = { path: { waitlist_id: waitlist.id } };
      const body = { ship_window: { from, until }, variants: changedUnits(units) };
      bodyOf(await api.POST('/admin/api/v1/waitlists/{waitlist_id}/batches', { params, body }));
      deliveriesChanged();
    },
    said: t('delivery.added'),
    done: onClose,
  });
  const { from = '', until = '' } = form.values;
  const variants = waitlist.variants.filter(({ gone }) => !gone).map(({ id, title, sku }) => ({ id, title, sku }));
  return (
    <FormWindow
      title={t('delivery.add')}
      text={t('delivery.add.text')}
      form={form}
      submit={t('delivery.add.button')}
      onClose={onClose}
    >
      <Days from={from} until={until} onDays={form.set} />
      <UnitsInputs variants={variants} form={form} />
    </FormWindow>
  );
}

/** Changes how many units of each variant one delivery may sell. */
export function DeliveryUnits({ batch, onClose }: OfBatch) {
  const loaded = useBatch(batch.id);
  const form = useForm({
    of: loaded.data ?? { variants: [] },
    values: unitsOf,
    read: () => readBatch(batch.id),
    save: async (units, { before, header }) => {
      const params = { path: { batch_id: batch.id }, header };
      const body = { variants: changedUnits(units, before) };
      if (body.variants.length === 0) return;
      bodyOf(await api.PATCH('/admin/api/v1/batches/{batch_id}', { params, body }));
      deliveriesChanged();
    },
    said: t('saved'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('units.title')}
      text={t('delivery.units.text', { delivery: t('batch.name', { number: batch.position }) })}
      form={form}
      submit={loaded.data && t('save')}
      onClose={onClose}
    >
      <Shown of={loaded}>{({ variants }) => <UnitsInputs variants={variants} form={form} />}</Shown>
    </FormWindow>
  );
}

/** Every window that was promised for a delivery, with its reason, and what came of it. */
export function DeliveryHistory({ waitlist, batch, onClose }: OfBatch) {
  const { slug } = useCurrentStore();
  const mayRead = useScopes()('preorders:read');
  const { data: store } = useStoreSettings();
  const promises = useData(keyOf(`promises?${batch.id}`), async () => {
    const params = { query: { batch_id: batch.id, limit: 250 } };
    return bodyOf(await api.GET('/admin/api/v1/promises', { params })).data;
  });
  return (
    <Modal title={t('history.title')} onClose={onClose} wide>
      <Shown of={promises}>
        {(all) => (
          <ol class="rows">
            {all.map((promise) => (
              <li key={promise.id} class="rows__row">
                <div>
                  <strong>{days(promise.ship_window)}</strong>
                  {promise.reason !== '' && <p>{promise.reason}</p>}
                  <span class="sub">
                    {moment(promise.created_at, store?.time_zone)}
                    {promise.made_by && ` · ${promise.made_by}`}
                  </span>
                </div>
                <span class="sub">
                  {promise.version === 1
                    ? t('history.first')
                    : t('history.came', {
                        told: promise.told,
                        asked: promise.asked,
                        waiting: promise.waiting,
                        cancelled: promise.cancelled,
                      })}
                  {promise.version > 1 && mayRead && (
                    <a href={storePath(slug, `/waitlists/${waitlist.id}/promises/${promise.id}`)}>{t('history.who')}</a>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Shown>
    </Modal>
  );
}

/** Reads again what a changed delivery concerns. */
export function deliveriesChanged(): void {
  changed(keyOf('waitlists'));
  changed(keyOf('batches'));
  changed(keyOf('promises'));
}

type DaysProps = { from: string; until: string; onDays: (days: { from?: string; until?: string }) => void };

export function Days({ from, until, onDays }: DaysProps) {
  return (
    <div class="pair">
      <Input
        id="from"
        param="ship_window.from"
        type="date"
        label={t('dates.from')}
        value={from}
        required
        onValue={(day) => onDays({ from: day })}
      />
      <Input
        id="until"
        param="ship_window.until"
        type="date"
        label={t('dates.until')}
        min={from}
        value={until}
        required
        onValue={(day) => onDays({ until: day })}
      />
    </div>
  );
}
