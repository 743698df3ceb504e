import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { days } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { readBatch, useBatch } from '../deliveries/reads.ts';
import { Days, deliveriesChanged, type OfBatch } from './delivery-windows.tsx';

/** Moves the dates of one delivery, after a word about who is told, who is asked, and what silence means. */
export function DatesWindow({ batch, onClose }: Pick<OfBatch, 'batch' | 'onClose'>) {
  const loaded = useBatch(batch.id);
  const isSame = (now: { from: string; until: string }, { from, until } = (loaded.data ?? batch).ship_window) =>
    now.from === from && now.until === until;
  const form = useForm({
    of: loaded.data ?? batch,
    values: ({ ship_window: { from, until } }) => ({ from, until, reason: '' }),
    read: () => readBatch(batch.id),
    // The service would take it as done, and a toast would say that dates moved.
    check: (values) => ({ from: isSame(values) && t('dates.same') }),
    save: async ({ from, until, reason }, { header }) => {
      const body = { ship_window: { from, until }, ...(reason !== '' && { reason }) };
      const params = { path: { batch_id: batch.id }, header };
      bodyOf(await api.POST('/admin/api/v1/batches/{batch_id}/promises', { params, body }));
      deliveriesChanged();
    },
    said: t('dates.done'),
    done: onClose,
  });
  const { from, until } = form.values;
  const preview = usePreview(batch.id, from, until);
  const isMoved = from !== '' && until !== '' && !isSame(form.values);
  return (
    <FormWindow title={t('dates.title')} form={form} submit={loaded.data && t('dates.move')} onClose={onClose}>
      <Shown of={loaded}>
        {() => (
          <>
            <Days from={from} until={until} onDays={form.set} />
            <div role="status">{isMoved ? <Effect of={preview} /> : <p class="muted">{t('dates.same')}</p>}</div>
            {(!isMoved || preview.data?.lines !== 0) && (
              <Input
                {...form.field('reason')}
                label={t('dates.reason')}
                hint={t('dates.reason.hint')}
                maxLength={500}
              />
            )}
          </>
        )}
      </Shown>
    </FormWindow>
  );
}

function usePreview(batchId: string, from: string, until: string) {
  return useData(keyOf(`batches/${batchId}/preview ${from} ${until}`), async () => {
    if (from === '' || until === '') return undefined;
    const params = { path: { batch_id: batchId }, query: { ships_from: from, ships_until: until } };
    return bodyOf(await api.GET('/admin/api/v1/batches/{batch_id}/promise-preview', { params })).data;
  });
}

function Effect({ of: { data, fault } }: { of: ReturnType<typeof usePreview> }) {
  return (
    <>
      {data && <Concerned {...data} />}
      {fault && (
        <p class="field__error">
          <FaultText fault={fault} />
        </p>
      )}
    </>
  );
}

type Concern = {
  lines: number;
  told: number;
  asked: number;
  silence_cancels: number;
  answer_by: { first: string; last: string } | null;
};

/** Says how many shoppers a moved date concerns, and how. */
function Concerned({ lines, told, asked, silence_cancels, answer_by }: Concern) {
  if (lines === 0) return <p class="muted">{t('dates.nobody')}</p>;
  const points = [
    told > 0 && t('dates.told', { count: told }),
    asked > 0 && t('dates.asked', { count: asked }),
    silence_cancels > 0 && t('dates.silence', { count: silence_cancels }),
    answer_by !== null &&
      asked > 0 &&
      t('dates.answer_by', { day: days({ from: answer_by.first, until: answer_by.last }) }),
  ].filter((point) => point !== false);
  return (
    <ul class="points">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
