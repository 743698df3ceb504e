import { useEffect, useState } from 'preact/hooks';
import type { FactorAdded, TotpAnswer } from '../../../../protocol/schema/portal-api.ts';
import { begun } from '../../requests/leaving.ts';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { changed } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { FaultNotice, Waiting } from '../../ui/loaded.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Qr } from './qr.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Key = TotpAnswer['data'];

/** Sets an app up: shows its key, and takes its first code. */
export function SetUpApp({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<Key>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useSending();
  useEffect(() => {
    // Who does not want to prove again who they are does not want this either.
    void begin.send(async () => setKey(await call<Key>('POST', 'totp', {})));
  }, []);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (key) return <FirstCode shown={key} onClose={onClose} onDone={(made) => (made ? setCodes(made) : onClose())} />;
  return (
    <Modal title={t('app_codes.set_up')} onClose={onClose} wide>
      {begin.fault ? <FaultNotice fault={begin.fault} /> : <Waiting />}
    </Modal>
  );
}

type FirstCodeProps = { shown: Key; onClose: () => void; onDone: (codes: readonly string[] | null) => void };

/** Shows the key, this once, and takes the first code that the app makes of it. */
function FirstCode({ shown, onClose, onDone }: FirstCodeProps) {
  const form = useForm({
    values: () => ({ 'app-code': '' }),
    save: async ({ 'app-code': code }) => {
      const { recovery_codes } = await call<FactorAdded['data']>('POST', 'totp/confirm', { code });
      await readSession();
      changed('account/');
      return recovery_codes;
    },
    said: t('app_codes.done'),
    done: onDone,
  });
  return (
    <FormWindow
      title={t('app_codes.set_up')}
      form={form}
      keeps={begun}
      submit={t('app_codes.confirm')}
      onClose={onClose}
      wide
    >
      <KeyView shown={shown} />
      <Input
        {...form.field('app-code')}
        param="code"
        label={t('app_codes.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        required
      />
    </FormWindow>
  );
}

function KeyView({ shown: { qr, secret, uri } }: { shown: Key }) {
  return (
    <div class="app-key">
      <div>
        <p>{t('app_codes.scan')}</p>
        <Qr rows={qr} label={t('app_codes.scan.picture')} />
      </div>
      <div class="stack stack--close">
        <p>{t('app_codes.type')}</p>
        <CopyLine text={secret} label={t('app_codes.copy')} />
        <p>
          <a href={uri}>{t('app_codes.open')}</a>
        </p>
      </div>
    </div>
  );
}
