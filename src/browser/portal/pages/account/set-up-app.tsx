import { useEffect, useState } from 'preact/hooks';
import type { FactorAdded, TotpAnswer } from '../../../../protocol/schema/portal-api.ts';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { changed } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice, Waiting } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { say } from '../../ui/toasts.tsx';
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
  return (
    <Modal title={t('app_codes.set_up')} onClose={onClose} wide>
      {begin.fault && <FaultNotice fault={begin.fault} />}
      {!key && !begin.fault && <Waiting />}
      {key && (
        <>
          <KeyView shown={key} />
          <FirstCode onClose={onClose} onDone={(made) => (made ? setCodes(made) : onClose())} />
        </>
      )}
    </Modal>
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

type FirstCodeProps = { onClose: () => void; onDone: (codes: readonly string[] | null) => void };

function FirstCode({ onClose, onDone }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const sending = useSending();
  const confirm = async () => {
    const done = await sending.send(async () => {
      const { recovery_codes } = await call<FactorAdded['data']>('POST', 'totp/confirm', { code });
      await readSession();
      changed('account/');
      say(t('app_codes.done'));
      onDone(recovery_codes);
    });
    if (!done) document.getElementById('app-code')?.focus();
  };
  return (
    <Form onSubmit={confirm}>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Input
        id="app-code"
        label={t('app_codes.code')}
        value={code}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        onValue={setCode}
      />
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={sending.busy}>
          {t('app_codes.confirm')}
        </Button>
      </ModalActions>
    </Form>
  );
}
