import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { chargesNothing, Points } from './points.tsx';
import { batchesChanged, usePreview } from './reads.ts';

/** Asks once more, with what will be given out and charged, and starts the release. */
export function ReleaseWindow({ batchId, onClose }: { batchId: string; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const limit = /^[1-9]\d{0,6}$/.test(typed) ? Number(typed) : undefined;
  const preview = usePreview(batchId, limit);
  const sending = useSending();
  const release = async () => {
    const done = await sending.send(() => startRelease(batchId, limit));
    if (!done) return;
    onClose();
  };
  return (
    <Modal title={t('release.title')} onClose={onClose}>
      <p class="muted">{t('release.text')}</p>
      {sending.fault && sending.fault.param !== 'limit' && <FaultNotice fault={sending.fault} />}
      <Form onSubmit={release}>
        <Input
          id="limit"
          type="number"
          inputMode="numeric"
          min={1}
          label={t('release.limit')}
          hint={t('release.limit.hint')}
          value={typed}
          fault={sending.fault}
          onValue={setTyped}
        />
        <Shown of={preview}>{(data) => <Points preview={data} isFree />}</Shown>
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t(preview.data && chargesNothing(preview.data) ? 'release.title' : 'release.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** Starts a release of what has arrived, at most `limit` line items, and says that it runs. */
export async function startRelease(batchId: string, limit: number | undefined): Promise<void> {
  const body = { batch_id: batchId, limit: limit ?? null };
  const { started } = bodyOf(await api.POST('/admin/api/v1/releases', { body })).data;
  batchesChanged();
  say(t(started ? 'release.started' : 'release.nothing'));
}
