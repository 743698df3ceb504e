import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { type Role, roleOptions } from './roles.ts';

/** Invites a person by a mail. */
export function InviteWindow({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  const sending = useSending();
  const { fault } = sending;
  const invite = async () => {
    const done = await sending.send(async () => {
      bodyOf(await api.POST('/admin/api/v1/invitations', { body: { email: email.trim(), role } }));
    });
    if (!done) return document.getElementById('invite-email')?.focus();
    changed(keyOf('invitations'));
    say(t('team.sent', { email: email.trim() }));
    onClose();
  };
  return (
    <Modal title={t('team.invite')} onClose={onClose}>
      <Form onSubmit={invite}>
        {fault && fault.param !== 'email' && <FaultNotice fault={fault} />}
        <Input
          id="invite-email"
          param="email"
          type="email"
          label={t('field.email')}
          value={email}
          autoComplete="off"
          fault={fault}
          autoFocus
          onValue={setEmail}
        />
        <Radios
          name="role"
          label={t('team.role')}
          value={role}
          options={roleOptions()}
          onValue={(value) => setRole(value as Role)}
        />
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('team.send')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
