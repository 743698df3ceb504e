import { useState } from 'preact/hooks';
import type { SignInAnswer } from '../../../../protocol/schema/portal-api.ts';
import { Button } from '../../../ui/button.tsx';
import type { Method } from '../../requests/kinds.ts';
import { addressTakesPasskeys, canUsePasskeys, signInByPasskey } from '../../requests/passkeys.ts';
import { useSending } from '../../requests/send.ts';
import { call, readSession, session } from '../../requests/session.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { SecondFactor } from './second-factor.tsx';

type SignInFormProps = {
  /** Only this person may come in: what they typed is still there. */
  email?: string;
  /** Called before the page changes, if a recovery code stood in for what was lost. */
  onRecovered?: () => void;
};

/** Signs in by password and, where the account has one, a second factor; or by a passkey alone. */
export function SignInForm({ email: given, onRecovered }: SignInFormProps) {
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const [methods, setMethods] = useState<Method[]>();
  const sending = useSending();

  async function submit() {
    const worked = await sending.send(async () => {
      const { state, methods } = await call<SignInAnswer['data']>('POST', 'session', { email, password });
      if (state === 'second_factor') setMethods(methods);
      else await enter(given);
    });
    if (!worked) document.getElementById('password')?.focus();
  }
  const byPasskey = () =>
    sending.send(async () => {
      await signInByPasskey();
      await enter(given);
    });
  const proved = async (method: Method) => {
    if (method === 'recovery_code') onRecovered?.();
    await enter(given);
  };

  if (methods) return <SecondFactor methods={methods} onProved={proved} onBack={() => setMethods(undefined)} />;
  return (
    <Form onSubmit={submit}>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Input
        id="email"
        type="email"
        label={t('field.email')}
        value={email}
        readOnly={given !== undefined}
        autoComplete="username"
        onValue={setEmail}
      />
      <Input
        id="password"
        type="password"
        label={t('field.password')}
        value={password}
        autoComplete="current-password"
        onValue={setPassword}
      />
      <Button type="submit" wide busy={sending.busy}>
        {t('sign_in.button')}
      </Button>
      {canUsePasskeys() && addressTakesPasskeys() && (
        <Button kind="secondary" wide busy={sending.busy} onPress={() => void byPasskey()}>
          {t('sign_in.passkey')}
        </Button>
      )}
    </Form>
  );
}

/** Reads who is signed in now. A passkey may be of another person than the one whose page is open. */
async function enter(expected: string | undefined): Promise<void> {
  await readSession();
  const { value } = session;
  if (expected !== undefined && 'view' in value && value.view.staff.email !== expected) location.reload();
}
