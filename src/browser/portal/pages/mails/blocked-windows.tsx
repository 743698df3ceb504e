import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { allow, block } from './reads.ts';

const REASONS = ['bounced', 'complained'] as const;

/** Blocks an address: its person asked for no more mails, or mails to it come back. */
export function BlockWindow({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState<(typeof REASONS)[number]>('bounced');
  const sending = useSending();
  const { fault } = sending;
  const send = async () => {
    if (!(await sending.send(() => block(email, reason)))) return;
    say(t('blocked.add.done'));
    onClose();
  };
  return (
    <Modal title={t('blocked.add')} onClose={onClose}>
      <p class="muted">{t('blocked.add.text')}</p>
      {fault && fault.param !== 'email' && <FaultNotice fault={fault} />}
      <Form onSubmit={send}>
        <EmailInput value={email} fault={fault} onValue={setEmail} />
        <Radios
          name="reason"
          label={t('blocked.why')}
          value={reason}
          options={REASONS.map((value) => ({
            value,
            text: t(`blocked.reason.${value}`),
            hint: t(`blocked.reason.${value}.text`),
          }))}
          onValue={(value) => setReason(REASONS.find((one) => one === value) ?? 'bounced')}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('blocked.add.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** Allows mails to an address again. The list knows it only as a print, so it is typed, or taken from its pre-order. */
export function AllowWindow({ reference, onClose }: { reference: string | undefined; onClose: () => void }) {
  const known = useEmailOf(reference);
  const [typed, setTyped] = useState<string>();
  const [unknown, setUnknown] = useState(false);
  const sending = useSending();
  const { fault } = sending;
  const email = typed ?? known;
  const send = async () => {
    let removed = false;
    const answered = await sending.send(async () => {
      removed = await allow(email);
    });
    if (!answered) return;
    setUnknown(!removed);
    if (!removed) return;
    say(t('blocked.allow.done'));
    onClose();
  };
  return (
    <Modal title={t('blocked.allow.title')} onClose={onClose}>
      <p class="muted">{t('blocked.allow.text')}</p>
      {fault && fault.param !== 'email' && <FaultNotice fault={fault} />}
      {unknown && (
        <div role="alert">
          <Notice kind="warning" title={t('blocked.allow.unknown')}>
            <p>{t('blocked.allow.unknown.text')}</p>
          </Notice>
        </div>
      )}
      <Form onSubmit={send}>
        <EmailInput value={email} fault={fault} onValue={setTyped} />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('blocked.allow.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}

/** The address of a pre-order's shopper; empty for staff who may not see it. */
function useEmailOf(reference: string | undefined): string {
  const { data } = useData(keyOf(`preorders/${reference}`), async () => {
    if (reference === undefined) return undefined;
    const params = { path: { reference } };
    return bodyOf(await api.GET('/admin/api/v1/preorders/{reference}', { params })).data;
  });
  return data?.contact?.email ?? '';
}

type EmailInputProps = {
  value: string;
  fault: ReturnType<typeof useSending>['fault'];
  onValue: (value: string) => void;
};

function EmailInput(props: EmailInputProps) {
  return <Input id="email" type="email" label={t('contact.email')} autoComplete="off" maxLength={254} {...props} />;
}
