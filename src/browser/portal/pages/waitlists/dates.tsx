import { useState } from 'preact/hooks';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { days } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Actions, Days, done, type OfBatch } from './delivery-windows.tsx';

/** Moves the dates of one delivery, after a word about who is told, who is asked, and what silence means. */
export function DatesWindow({ batch, onClose }: Pick<OfBatch, 'batch' | 'onClose'>) {
  const [from, setFrom] = useState(batch.ship_window.from);
  const [until, setUntil] = useState(batch.ship_window.until);
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const sending = useSending();
  const { fault } = sending;
  const preview = usePreview(batch.id, from, until);
  const same = from === batch.ship_window.from && until === batch.ship_window.until;
  const move = async () => {
    setPressed(true);
    // The service would take it as done, and a toast would say that dates moved.
    if (same) return document.getElementById('from')?.focus();
    const body = { ship_window: { from, until }, ...(reason !== '' && { reason }) };
    const moved = await sending.send(async () => {
      bodyOf(
        await api.POST('/admin/api/v1/batches/{batch_id}/promises', { params: { path: { batch_id: batch.id } }, body }),
      );
    });
    if (moved) done(onClose, t('dates.done'));
  };
  return (
    <Modal title={t('dates.title')} onClose={onClose}>
      {fault && fault.param !== 'reason' && <FaultNotice fault={fault} />}
      <Form onSubmit={move}>
        <Days from={from} until={until} onFrom={setFrom} onUntil={setUntil} />
        <div role="status">
          {same ? <p class={pressed ? 'field__error' : 'muted'}>{t('dates.same')}</p> : <Effect of={preview} />}
        </div>
        {(same || preview.data?.lines !== 0) && (
          <Input
            id="reason"
            label={t('dates.reason')}
            hint={t('dates.reason.hint')}
            maxLength={500}
            value={reason}
            fault={fault}
            onValue={setReason}
          />
        )}
        <Actions busy={sending.busy} text={t('dates.move')} onClose={onClose} />
      </Form>
    </Modal>
  );
}

function usePreview(batchId: string, from: string, until: string) {
  return useData(keyOf(`batches/${batchId}/preview ${from} ${until}`), async () => {
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
