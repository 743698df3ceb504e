import { useState } from 'preact/hooks';
import type { SignInAnswer } from '../../../../protocol/schema/portal-api.ts';
import { Button } from '../../../ui/button.tsx';
import type { Method } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { SecondFactor } from './second-factor.tsx';

/** Signs in by password and, where the account has one, a second factor. With `email` only that person. */
export function SignInForm({ email: given }: { email?: string }) {
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const [methods, setMethods] = useState<Method[]>();
  const sending = useSending();

  async function submit() {
    const worked = await sending.send(async () => {
      const { state, methods } = await call<SignInAnswer['data']>('POST', 'session', { email, password });
      if (state === 'second_factor') setMethods(methods);
      else await readSession();
    });
    if (!worked) document.getElementById('password')?.focus();
  }

  if (methods) return <SecondFactor methods={methods} onBack={() => setMethods(undefined)} />;
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
    </Form>
  );
}
