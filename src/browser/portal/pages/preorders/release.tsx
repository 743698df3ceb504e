import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { money } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { tookOver } from './change.ts';
import { LineChoice } from './line-choice.tsx';

/** Releases single units out of their turn, because they are there: what is still due for them is charged. */
export function ReleaseWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const waiting = preorder.lines.filter(({ state }) => state === 'placed');
  const [chosen, setChosen] = useState(waiting.map(({ number }) => number));
  const [despite, setDespite] = useState(false);
  const mayLetGoOn = useScopes()('preorders:write');
  const sending = useSending();
  const disputed = preorder.waits_for_dispute !== null;
  const due = waiting
    .filter(({ number }) => chosen.includes(number))
    .reduce((sum, { total, paid, refunded }) => sum + Number(total) - (Number(paid) - Number(refunded)), 0);
  const release = async () => {
    const released = await sending.send(async () => {
      const params = { path: { reference: preorder.reference } };
      const body = { lines: chosen, ...(despite && { despite_dispute: true }) };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/release', { params, body })).data);
    });
    if (!released) return;
    say(t('release_lines.done', { count: chosen.length }));
    onClose();
  };
  return (
    <Modal title={t('preorder.release')} onClose={onClose}>
      <Form onSubmit={release}>
        <p class="muted">{t('release_lines.text')}</p>
        <LineChoice lines={waiting} chosen={chosen} onChoose={setChosen} />
        <p>
          {due > 0
            ? t('release_lines.charge', { amount: money(due.toFixed(digitsOf(preorder.total)), preorder.currency) })
            : t('release_lines.paid')}
        </p>
        {disputed && (
          <Notice kind="warning" title={t(`dispute_wait.${preorder.waits_for_dispute ?? 'open'}`)}>
            {mayLetGoOn && (
              <label class="choices__one">
                <input
                  type="checkbox"
                  checked={despite}
                  onChange={(event) => setDespite(event.currentTarget.checked)}
                />
                <span>{t('release_lines.despite')}</span>
              </label>
            )}
          </Notice>
        )}
        {sending.fault && <FaultNotice fault={sending.fault} />}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          {chosen.length > 0 && (
            <Button type="submit" busy={sending.busy}>
              {t('release_lines.button', { count: chosen.length })}
            </Button>
          )}
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** How many decimals the API writes an amount with. */
const digitsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;
