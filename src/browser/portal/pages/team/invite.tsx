import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { once } from '../../requests/leaving.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Radios } from '../../ui/radios.tsx';
import { type Role, roleOptions } from './roles.ts';

type InviteResult = { email: string; link: string | null };

/** Invites a person by a mail. */
export function InviteWindow({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<{ email: string; link: string }>();
  const form = useForm({
    values: (): { email: string; role: Role } => ({ email: '', role: 'support' }),
    save: async ({ email: typed, role }): Promise<InviteResult> => {
      const email = typed.trim();
      const { link } = bodyOf(await api.POST('/admin/api/v1/invitations', { body: { email, role } })).data;
      changed(keyOf('invitations'));
      return { email, link };
    },
    done: ({ email, link }) => {
      if (link !== null) return setShown({ email, link });
      say(t('team.sent', { email }));
      onClose();
    },
  });
  if (shown) return <LinkWindow {...shown} onClose={onClose} />;
  return (
    <FormWindow title={t('team.invite')} form={form} submit={t('team.send')} onClose={onClose}>
      <Input {...form.field('email')} type="email" label={t('field.email')} autoComplete="off" autoFocus required />
      <Radios {...form.field('role')} label={t('team.role')} options={roleOptions()} />
    </FormWindow>
  );
}

/** The link of an invitation that no mail brings: it is shown in this window alone. */
function LinkWindow({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  return (
    <Modal title={t('team.link', { email })} onClose={onClose} keeps={once} wide>
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
