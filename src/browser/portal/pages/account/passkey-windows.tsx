import { useState } from 'preact/hooks';
import type { Passkey, Session } from '../../requests/kinds.ts';
import { addPasskey } from '../../requests/passkeys.ts';
import { call, change, readSession } from '../../requests/session.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow, ReadWindow } from '../../ui/form-window.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Names a passkey and lets the browser make it. Its name begins as that of the browser. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const sessions = useData('account/sessions', () => call<Session[]>('GET', 'sessions'));
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useForm({
    of: sessions.data?.find(({ current }) => current)?.browser ?? '',
    values: (browser) => ({ 'passkey-name': browser }),
    save: async ({ 'passkey-name': name }) => {
      const made = await addPasskey(name);
      await readSession();
      changed('account/');
      return made;
    },
    said: t('passkeys.added'),
    done: (made) => (made ? setCodes(made) : onClose()),
  });
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <FormWindow title={t('passkeys.add')} form={form} submit={t('passkeys.add.button')} onClose={onClose}>
      <Name form={form} />
      <p class="muted">{t('passkeys.add.text')}</p>
    </FormWindow>
  );
}

type RenameProps = { passkey: Passkey; onClose: () => void };

const pathOf = ({ id }: Passkey) => `passkeys/${encodeURIComponent(id)}`;

export function RenamePasskey({ passkey: listed, onClose }: RenameProps) {
  const loaded = useData(`account/${pathOf(listed)}`, () => call<Passkey>('GET', pathOf(listed)));
  return (
    <ReadWindow of={loaded} title={t('passkeys.rename.title')} onClose={onClose}>
      {(passkey) => <Rename passkey={passkey} onClose={onClose} />}
    </ReadWindow>
  );
}

function Rename({ passkey, onClose }: RenameProps) {
  const form = useForm({
    of: passkey,
    values: ({ name }) => ({ 'passkey-name': name }),
    read: () => call<Passkey>('GET', pathOf(passkey)),
    save: async ({ 'passkey-name': name }, { header }) => {
      await change(pathOf(passkey), { name }, header);
      changed('account/passkeys');
    },
    said: t('passkeys.renamed'),
    done: onClose,
  });
  return (
    <FormWindow title={t('passkeys.rename.title')} form={form} submit={t('save')} onClose={onClose}>
      <Name form={form} />
    </FormWindow>
  );
}

function Name({ form }: { form: FormModel<{ 'passkey-name': string }> }) {
  return (
    <Input
      {...form.field('passkey-name')}
      param="name"
      label={t('passkeys.name')}
      hint={t('passkeys.name.hint')}
      maxLength={80}
      autoFocus
      required
    />
  );
}
