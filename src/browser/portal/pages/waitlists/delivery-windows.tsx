import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf, useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { days, moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';

type Batch = Waitlist['batches'][number];
export type OfBatch = { waitlist: Waitlist; batch: Batch; onClose: () => void };

/** Adds a delivery, which is sold after the earlier ones. */
export function AddDelivery({ waitlist, onClose }: Omit<OfBatch, 'batch'>) {
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [units, setUnits] = useState<Record<string, string>>({});
  const sending = useSending();
  const add = async () => {
    const variants = Object.entries(units)
      .filter(([, value]) => value !== '')
      .map(([variant, value]) => ({ variant, allocated: Number(value) }));
    const request = {
      params: { path: { waitlist_id: waitlist.id } },
      body: { ship_window: { from, until }, variants },
    };
    const added = await sending.send(async () => {
      bodyOf(await api.POST('/admin/api/v1/waitlists/{waitlist_id}/batches', request));
    });
    if (added) done(onClose, t('delivery.added'));
  };
  return (
    <Modal title={t('delivery.add')} onClose={onClose}>
      <p class="muted">{t('delivery.add.text')}</p>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Form onSubmit={add}>
        <Days from={from} until={until} onFrom={setFrom} onUntil={setUntil} />
        {waitlist.variants
          .filter(({ gone }) => !gone)
          .map(({ id, title, sku }) => (
            <UnitsInput
              key={id}
              id={id}
              label={title || sku || t('variant.only')}
              value={units[id] ?? ''}
              onValue={(value) => setUnits({ ...units, [id]: value })}
            />
          ))}
        <Actions busy={sending.busy} text={t('delivery.add.button')} onClose={onClose} />
      </Form>
    </Modal>
  );
}

/** Changes how many units of each variant one delivery may sell. */
export function DeliveryUnits({ batch, onClose }: OfBatch) {
  const loaded = useData(keyOf(`batches/${batch.id}`), async () => {
    const params = { path: { batch_id: batch.id } };
    return bodyOf(await api.GET('/admin/api/v1/batches/{batch_id}', { params })).data;
  });
  const [units, setUnits] = useState<Record<string, string>>({});
  const sending = useSending();
  const save = async () => {
    const variants = Object.entries(units).map(([variant, value]) => ({ variant, allocated: Number(value) }));
    const request = { params: { path: { batch_id: batch.id } }, body: { variants } };
    const saved =
      variants.length === 0 ||
      (await sending.send(async () => {
        bodyOf(await api.PATCH('/admin/api/v1/batches/{batch_id}', request));
      }));
    if (saved) done(onClose, t('saved'));
  };
  return (
    <Modal title={t('units.title')} onClose={onClose}>
      <p class="muted">{t('delivery.units.text', { delivery: t('batch.name', { number: batch.position }) })}</p>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Shown of={loaded}>
        {({ variants }) => (
          <Form onSubmit={save}>
            {variants.map(({ id, title, sku, allocated, held, sold }) => (
              <UnitsInput
                key={id}
                id={id}
                label={title || sku || t('variant.only')}
                hint={t('units.taken', { count: sold + held })}
                value={units[id] ?? `${allocated}`}
                onValue={(value) => setUnits({ ...units, [id]: value })}
              />
            ))}
            <Actions busy={sending.busy} text={t('save')} onClose={onClose} />
          </Form>
        )}
      </Shown>
    </Modal>
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

export function done(onClose: () => void, text: string): void {
  changed(keyOf('waitlists'));
  changed(keyOf('batches'));
  changed(keyOf('promises'));
  say(text);
  onClose();
}

type DaysProps = { from: string; until: string; onFrom: (day: string) => void; onUntil: (day: string) => void };

export function Days({ from, until, onFrom, onUntil }: DaysProps) {
  return (
    <div class="pair">
      <Input id="from" type="date" label={t('dates.from')} value={from} onValue={onFrom} />
      <Input id="until" type="date" label={t('dates.until')} min={from} value={until} onValue={onUntil} />
    </div>
  );
}

type UnitsInputProps = { id: string; label: string; hint?: string; value: string; onValue: (value: string) => void };

function UnitsInput({ id, ...props }: UnitsInputProps) {
  return <Input id={`units-${id}`} type="number" inputMode="numeric" min={0} {...props} />;
}

export function Actions({ busy, text, onClose }: { busy: boolean; text: string; onClose: () => void }) {
  return (
    <ModalActions>
      <Button kind="secondary" onPress={onClose}>
        {t('cancel')}
      </Button>
      <Button type="submit" busy={busy}>
        {text}
      </Button>
    </ModalActions>
  );
}
