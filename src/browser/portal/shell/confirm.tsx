import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { confirmByPasskey } from '../requests/passkeys.ts';
import { useSending } from '../requests/send.ts';
import { call } from '../requests/session.ts';
import { useMe } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Form, Input } from '../ui/form.tsx';
import { FaultNotice } from '../ui/loaded.tsx';
import { Modal, ModalActions } from '../ui/modal.tsx';

/** Asks for the password before something that could do harm. What was asked for goes on afterwards. */
export function Confirm({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { staff } = useMe();
  const [password, setPassword] = useState('');
  const sending = useSending();
  const confirm = async () => {
    if (await sending.send(() => call('POST', 'session/confirm', { password }))) onEnd(true);
  };
  const byPasskey = async () => {
    if (await sending.send(confirmByPasskey)) onEnd(true);
  };
  return (
    <Modal title={t('confirm.title')} onClose={() => onEnd(false)}>
      <p class="muted">{t('confirm.text')}</p>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Form onSubmit={confirm}>
        <Input
          id="confirm-email"
          type="email"
          label={t('field.email')}
          value={staff.email}
          autoComplete="username"
          readOnly
          onValue={() => {}}
        />
        <Input
          id="confirm-password"
          type="password"
          label={t('field.password')}
          value={password}
          autoComplete="current-password"
          autoFocus
          onValue={setPassword}
        />
        {staff.two_factor.passkeys > 0 && (
          <p>
            <button type="button" class="link-button" onClick={() => void byPasskey()}>
              {t('confirm.passkey')}
            </button>
          </p>
        )}
        <ModalActions>
          <Button kind="secondary" onPress={() => onEnd(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('confirm.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
