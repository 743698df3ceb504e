import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Method } from '../../requests/kinds.ts';
import { signInByPasskey } from '../../requests/passkeys.ts';
import { useSending } from '../../requests/send.ts';
import { call } from '../../requests/session.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';

type SecondFactorProps = {
  methods: readonly Method[];
  /** Goes on once the service has taken the proof. */
  onProved: (method: Method) => Promise<void>;
  onBack: () => void;
};

/** Asks for the second proof: a code, a passkey, or one of the codes that were printed. */
export function SecondFactor({ methods, onProved, onBack }: SecondFactorProps) {
  const [method, setMethod] = useState<Method>(methods[0] ?? 'totp');
  const [code, setCode] = useState('');
  const sending = useSending();
  const done = (work: () => Promise<unknown>) =>
    sending.send(async () => {
      await work();
      await onProved(method);
    });
  const submit = () =>
    done(() => call('POST', 'session/second-factor', method === 'recovery_code' ? { recovery_code: code } : { code }));
  const others = methods.filter((one) => one !== method);
  return (
    <>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <p class="muted">{t(`second.${method}.text`)}</p>
      {method === 'passkey' ? (
        <Button wide busy={sending.busy} onPress={() => void done(signInByPasskey)}>
          {t('second.passkey.button')}
        </Button>
      ) : (
        <Form onSubmit={submit}>
          <Input
            id="code"
            key={method}
            label={t(`second.${method}.label`)}
            value={code}
            autoComplete="one-time-code"
            inputMode={method === 'totp' ? 'numeric' : 'text'}
            autoFocus
            onValue={setCode}
          />
          <Button type="submit" wide busy={sending.busy}>
            {t('second.button')}
          </Button>
        </Form>
      )}
      <p class="whole__foot">
        {others.map((other) => (
          <button
            key={other}
            type="button"
            class="link-button"
            onClick={() => {
              setMethod(other);
              setCode('');
              sending.forget();
            }}
          >
            {t(`second.${other}.choose`)}
          </button>
        ))}
        <button type="button" class="link-button" onClick={onBack}>
          {t('back')}
        </button>
      </p>
      <details class="whole__lost">
        <summary>{t('second.lost')}</summary>
        <p class="muted">{t('second.lost.text')}</p>
      </details>
    </>
  );
}
