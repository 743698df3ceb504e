import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { SignInAnswer } from '../../../../protocol/schema/portal-api.ts';
import { Button } from '../../../ui/button.tsx';
import type { LinkView, Method } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { call, readSession } from '../../requests/session.ts';
import { currentLanguage, type PortalKey, t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { WholeScreen } from '../../ui/screens.tsx';
import { SecondFactor } from '../sign-in/second-factor.tsx';

type AcceptProps = { token: string; link: LinkView };

/** Does what the link is for. Asks only for what the service does not know of the person. */
export function AcceptForm({ token, link }: AcceptProps) {
  const { route } = useLocation();
  const [methods, setMethods] = useState<Method[]>();
  const enter = async (by?: Method) => {
    await readSession();
    route(by === 'recovery_code' ? '/account?recovered=yes' : '/');
  };
  if (methods) {
    return (
      <WholeScreen title={t('sign_in.title')}>
        <SecondFactor methods={methods} onProved={enter} onBack={() => route('/')} />
      </WholeScreen>
    );
  }
  return (
    <WholeScreen title={t(`link.${link.kind}.title`, { store: link.store?.name ?? '' })}>
      <p class="muted">{t(`link.${link.kind}.text`, { store: link.store?.name ?? '', role: roleText(link) })}</p>
      <Fields token={token} link={link} onSecondFactor={setMethods} onDone={enter} />
    </WholeScreen>
  );
}

type FieldsProps = AcceptProps & { onSecondFactor: (methods: Method[]) => void; onDone: () => Promise<void> };

function Fields({ token, link, onSecondFactor, onDone }: FieldsProps) {
  const [given, setGiven] = useState({ email: '', name: '', password: '' });
  const sending = useSending();
  const { fault } = sending;
  const asked = askedFields(link);
  const fieldOf = (name: keyof typeof given) => ({
    id: name,
    value: given[name],
    fault,
    onValue: (value: string) => setGiven({ ...given, [name]: value }),
  });
  const submit = () =>
    sending.send(async () => {
      const values = Object.fromEntries(asked.map((name) => [name, given[name]]));
      const body = { token, language: currentLanguage(), ...values };
      const answer = await call<SignInAnswer['data']>('POST', 'links/accept', body);
      if (answer.state === 'second_factor') onSecondFactor(answer.methods);
      else await onDone();
    });
  const email = {
    ...fieldOf('email'),
    type: 'email' as const,
    label: t('field.email'),
    autoComplete: 'username' as const,
  };
  return (
    <Form onSubmit={submit}>
      {fault && !asked.some((name) => name === fault.param) && <FaultNotice fault={fault} />}
      {/* Also where it is known, so that password managers keep the new password under the right name. */}
      <Input {...email} {...(link.email !== null && { value: link.email, readOnly: true })} />
      {asked.includes('name') && <Input {...fieldOf('name')} label={t('field.name')} autoComplete="name" />}
      {asked.includes('password') && (
        <Input
          {...fieldOf('password')}
          type="password"
          label={t('field.new_password')}
          hint={t('field.new_password.hint')}
          autoComplete="new-password"
        />
      )}
      <Button type="submit" wide busy={sending.busy}>
        {t(`link.${link.kind}.button`)}
      </Button>
    </Form>
  );
}

function askedFields({ email, kind, has_account: known }: LinkView): ('email' | 'name' | 'password')[] {
  return [
    ...(email === null ? (['email'] as const) : []),
    ...(known ? [] : (['name'] as const)),
    ...(known && kind !== 'password' ? [] : (['password'] as const)),
  ];
}

function roleText({ store }: LinkView): string {
  return store ? t(`role.${store.role.replace('-', '_')}` as PortalKey) : '';
}
