import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Passkey, Session } from '../../requests/kinds.ts';
import { addPasskey } from '../../requests/passkeys.ts';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Names a passkey and lets the browser make it. Its name begins as that of the browser. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const sessions = useData('account/sessions', () => call<Session[]>('GET', 'sessions'));
  const [codes, setCodes] = useState<readonly string[]>();
  const add = async (name: string) => {
    const made = await addPasskey(name);
    await readSession();
    changed('account/');
    say(t('passkeys.added'));
    if (made) setCodes(made);
    else onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const given = sessions.data?.find(({ current }) => current)?.browser ?? '';
  return (
    <Modal title={t('passkeys.add')} onClose={onClose}>
      <NameForm
        given={given}
        button={t('passkeys.add.button')}
        text={t('passkeys.add.text')}
        onClose={onClose}
        send={add}
      />
    </Modal>
  );
}

export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = async (chosen: string) => {
    await call('PATCH', `passkeys/${encodeURIComponent(id)}`, { name: chosen });
    changed('account/passkeys');
    say(t('passkeys.renamed'));
    onClose();
  };
  return (
    <Modal title={t('passkeys.rename.title')} onClose={onClose}>
      <NameForm given={name} button={t('save')} onClose={onClose} send={rename} />
    </Modal>
  );
}

type NameFormProps = {
  given: string;
  button: string;
  text?: string;
  send: (name: string) => Promise<void>;
  onClose: () => void;
};

function NameForm({ given, button, text, send, onClose }: NameFormProps) {
  const [name, setName] = useState(given);
  const sending = useSending();
  const submit = async () => {
    if (!(await sending.send(() => send(name)))) document.getElementById('passkey-name')?.focus();
  };
  return (
    <Form onSubmit={submit}>
      {sending.fault && sending.fault.param !== 'name' && <FaultNotice fault={sending.fault} />}
      <Input
        id="passkey-name"
        param="name"
        label={t('passkeys.name')}
        hint={t('passkeys.name.hint')}
        value={name}
        maxLength={80}
        fault={sending.fault}
        autoFocus
        onValue={setName}
      />
      {text && <p class="muted">{text}</p>}
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={sending.busy}>
          {button}
        </Button>
      </ModalActions>
    </Form>
  );
}
