import { useState } from 'preact/hooks';
import type { Method } from '../../requests/kinds.ts';
import { signInByPasskey } from '../../requests/passkeys.ts';
import { call } from '../../requests/session.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';

type SecondFactorProps = {
  methods: readonly Method[];
  /** Goes on once the service has taken the proof. */
  onProved: (method: Method) => Promise<void>;
  onBack: () => void;
};

/** Asks for the second proof: a code, a passkey, or one of the codes that were printed. */
export function SecondFactor({ methods, onProved, onBack }: SecondFactorProps) {
  const [method, setMethod] = useState<Method>(methods[0] ?? 'totp');
  const others = methods.filter((one) => one !== method);
  return (
    <>
      <Proof key={method} method={method} onProved={onProved} />
      <p class="whole__foot">
        {others.map((other) => (
          <button key={other} type="button" class="link-button" onClick={() => setMethod(other)}>
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

function Proof({ method, onProved }: Pick<SecondFactorProps, 'onProved'> & { method: Method }) {
  const isPasskey = method === 'passkey';
  const form = useForm({
    free: true,
    values: () => ({ code: '' }),
    save: async ({ code }) => {
      if (isPasskey) await signInByPasskey();
      else await call('POST', 'session/second-factor', method === 'recovery_code' ? { recovery_code: code } : { code });
      await onProved(method);
    },
  });
  return (
    <FormView form={form} submit={t(isPasskey ? 'second.passkey.button' : 'second.button')} wide>
      <p class="muted">{t(`second.${method}.text`)}</p>
      {!isPasskey && (
        <Input
          {...form.field('code')}
          param="recovery_code"
          label={t(`second.${method}.label`)}
          autoComplete="one-time-code"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoFocus
          required
        />
      )}
    </FormView>
  );
}
