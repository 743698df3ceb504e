import { useState } from 'preact/hooks';
import type { SignInAnswer } from '../../../../protocol/schema/portal-api.ts';
import { Button } from '../../../ui/button.tsx';
import type { Method } from '../../requests/kinds.ts';
import { addressTakesPasskeys, canUsePasskeys, signInByPasskey } from '../../requests/passkeys.ts';
import { call, readSession, session } from '../../requests/session.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
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
  const [methods, setMethods] = useState<Method[]>();
  const form = useForm({
    free: true,
    values: () => ({ email, password: '' }),
    save: async (typed) => {
      setEmail(typed.email);
      const answer = await call<SignInAnswer['data']>('POST', 'session', typed);
      if (answer.state === 'second_factor') setMethods(answer.methods);
      else await enter(given);
    },
  });
  const byPasskey = () =>
    form.also(async () => {
      await signInByPasskey();
      await enter(given);
    });
  const proved = async (method: Method) => {
    if (method === 'recovery_code') onRecovered?.();
    await enter(given);
  };

  if (methods) return <SecondFactor methods={methods} onProved={proved} onBack={() => setMethods(undefined)} />;
  const passkey = canUsePasskeys() && addressTakesPasskeys() && (
    <Button kind="secondary" wide busy={form.busy} onPress={() => void byPasskey()}>
      {t('sign_in.passkey')}
    </Button>
  );
  return (
    <FormView form={form} submit={t('sign_in.button')} wide more={passkey}>
      <Input
        {...form.field('email')}
        type="email"
        label={t('field.email')}
        readOnly={given !== undefined}
        autoComplete="username"
        required
      />
      <Input
        {...form.field('password')}
        type="password"
        label={t('field.password')}
        autoComplete="current-password"
        required
      />
    </FormView>
  );
}

/** Reads who is signed in now. A passkey may be of another person than the one whose page is open. */
async function enter(expected: string | undefined): Promise<void> {
  await readSession();
  const { value } = session;
  if (expected !== undefined && 'view' in value && value.view.staff.email !== expected) location.reload();
}
