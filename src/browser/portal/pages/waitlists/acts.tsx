import { faultOf } from '../../requests/fault.ts';
import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, setData, useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import type { Act } from './act-names.ts';

type ActProps = { waitlist: Waitlist; act: Act; onClose: () => void };

/** Says what an act will do, and to how many shoppers, and does it. */
export function ActWindow({ waitlist, act, onClose }: ActProps) {
  const preview = usePreview(waitlist.id, act);
  const { title } = waitlist.product;
  // The only act that cannot be undone.
  const needsTyping = act === 'close' && waitlist.opened_at !== null;
  const form = useForm({
    values: () => ({ typed: '' }),
    check: ({ typed }) => ({ typed: typed.trim() !== title && t('act.type', { product: title }) }),
    save: () => performAct(waitlist.id, act),
    said: t(`act.${act}.done`, { product: title }),
    done: onClose,
  });
  const isRefused = preview.data?.refusal;
  const stops = act === 'pause' || act === 'close' || act === 'unschedule';
  return (
    <FormWindow
      title={t(`act.${act}.title`, { product: title })}
      form={form}
      submit={preview.data && !isRefused && t(`act.${act}`)}
      kind={act === 'close' ? 'danger' : 'primary'}
      onClose={onClose}
    >
      <Shown of={preview}>
        {(effect) => (
          <>
            {(stops || effect.units_left > 0) && <p>{t(`act.${act}.text`)}</p>}
            {effect.refusal ? (
              <FaultNotice fault={faultOf(effect.refusal)} />
            ) : (
              <Effect stops={stops} effect={effect} shelfFirst={waitlist.shelf_first} />
            )}
          </>
        )}
      </Shown>
      {needsTyping && !isRefused && (
        <Input {...form.field('typed')} label={t('act.type', { product: title })} autoComplete="off" />
      )}
    </FormWindow>
  );
}

type Preview = NonNullable<ReturnType<typeof usePreview>['data']>;

function Effect({ stops, effect, shelfFirst }: { stops: boolean; effect: Preview; shelfFirst: boolean }) {
  const points: string[] = [
    stops || effect.units_left > 0 ? t('effect.left', { count: effect.units_left }) : t('effect.none'),
    ...(stops && effect.paying > 0 ? [t('effect.paying', { count: effect.paying })] : []),
    ...(effect.preorders_waiting > 0 ? [t('effect.waiting', { count: effect.preorders_waiting })] : []),
    ...effect.on_shelf.map(({ title, sku, in_stock: count }) =>
      t(shelfFirst ? 'effect.shelf_first' : 'effect.on_shelf', { variant: title || sku || t('variant.only'), count }),
    ),
  ];
  return (
    <ul class="points">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

function usePreview(id: string, act: Act) {
  return useData(keyOf(`waitlists/${id}/preview/${act}`), () => readPreview(id, act));
}

/** Reads what an act would do, and why it would be refused. */
export async function readPreview(id: string, act: Act) {
  const params = { path: { waitlist_id: id }, query: { act } };
  return bodyOf(await api.GET('/admin/api/v1/waitlists/{waitlist_id}/preview', { params })).data;
}

export async function performAct(id: string, act: Act): Promise<void> {
  const params = { path: { waitlist_id: id } };
  const { data } = bodyOf(await api.POST(`/admin/api/v1/waitlists/{waitlist_id}/${act}`, { params }));
  tookOver(data);
}

/** Shows a changed waitlist at once, and in the lists that have it. */
export function tookOver(waitlist: Waitlist): void {
  setData(keyOf(`waitlists/${waitlist.id}`), waitlist);
  changed(keyOf('waitlists'));
}
