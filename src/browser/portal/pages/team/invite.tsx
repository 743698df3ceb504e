import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { keyOf } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
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
  const [link, setLink] = useState<string>();
  const sending = useSending();
  const { fault } = sending;
  const invite = async () => {
    const done = await sending.send(async () => {
      const made = bodyOf(await api.POST('/admin/api/v1/invitations', { body: { email: email.trim(), role } })).data;
      changed(keyOf('invitations'));
      if (made.link !== null) return setLink(made.link);
      say(t('team.sent', { email: email.trim() }));
      onClose();
    });
    if (!done) document.getElementById('invite-email')?.focus();
  };
  if (link !== undefined) return <LinkWindow email={email.trim()} link={link} onClose={onClose} />;
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

/** The link of an invitation that no mail brings: it is shown in this window alone. */
function LinkWindow({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  return (
    <Modal title={t('team.link', { email })} onClose={onClose} wide>
      <Notice kind="warning" title={t('team.link.once')}>
        <p>{t('team.link.text', { email })}</p>
      </Notice>
      <CopyLine text={link} label={t('team.link.copy')} />
      <ModalActions>
        <Button onPress={onClose}>{t('tokens.kept')}</Button>
      </ModalActions>
    </Modal>
  );
}
