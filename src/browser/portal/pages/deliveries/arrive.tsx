import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { batchesChanged, type VersionedBatch } from './reads.ts';
import { variantName } from './units.tsx';

type ArriveProps = { given: VersionedBatch; onClose: () => void };

/** Counts what came. What was typed is added to the count that is shown: if a colleague counts meanwhile, it is refused. */
export function ArriveWindow({ given, onClose }: ArriveProps) {
  // The count that the numbers are added to, until its reader has seen another one.
  const [base, setBase] = useState(given);
  const [came, setCame] = useState(new Map<string, string>());
  const sending = useSending();
  const { fault } = sending;
  const { batch, version } = base;
  const counted = batch.variants
    .map(({ id, arrived }) => ({ variant: id, arrived: arrived + Number(came.get(id) || 0), before: arrived }))
    .filter(({ arrived, before }) => arrived !== before);
  const book = async () => {
    if (counted.length === 0) return document.getElementById(`came-${batch.variants[0]?.id}`)?.focus();
    const booked = await sending.send(async () => {
      const params = { path: { batch_id: batch.id }, header: { 'if-match': version } };
      const body = { variants: counted.map(({ variant, arrived }) => ({ variant, arrived })) };
      bodyOf(await api.POST('/admin/api/v1/batches/{batch_id}/arrivals', { params, body }));
    });
    batchesChanged();
    if (!booked) return;
    say(t('arrive.done'));
    onClose();
  };
  const lookAgain = () => {
    setBase(given);
    sending.forget();
  };
  const stale = fault?.code === 'precondition_failed';
  return (
    <Modal title={t('arrive.title')} onClose={onClose}>
      <p class="muted">{t('arrive.text')}</p>
      {fault && !stale && <FaultNotice fault={fault} />}
      {stale && (
        <div role="alert">
          <Notice
            kind="warning"
            title={t('arrive.stale')}
            actions={
              <Button kind="secondary" onPress={lookAgain}>
                {t('arrive.stale.look')}
              </Button>
            }
          >
            <p>{t('arrive.stale.text')}</p>
          </Notice>
        </div>
      )}
      <Form onSubmit={book}>
        {batch.variants.map((variant) => (
          <Input
            key={variant.id}
            id={`came-${variant.id}`}
            type="number"
            inputMode="numeric"
            label={variantName(variant)}
            hint={t('arrive.hint', { arrived: variant.arrived, waiting: variant.waiting })}
            value={came.get(variant.id) ?? ''}
            placeholder="0"
            onValue={(value) => setCame((before) => new Map(before).set(variant.id, value))}
          />
        ))}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('arrive.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
