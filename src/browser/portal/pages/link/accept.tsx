import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { SignInAnswer } from '../../../../protocol/schema/portal-api.ts';
import type { LinkView, Method } from '../../requests/kinds.ts';
import { call, readSession } from '../../requests/session.ts';
import { useForm } from '../../requests/use-form.ts';
import { currentLanguage, type PortalKey, t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
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
  const asked = askedFields(link);
  const form = useForm({
    free: true,
    values: () => ({ email: link.email ?? '', name: '', password: '' }),
    save: async (typed) => {
      const values = Object.fromEntries(asked.map((name) => [name, typed[name]]));
      const body = { token, language: currentLanguage(), ...values };
      const answer = await call<SignInAnswer['data']>('POST', 'links/accept', body);
      if (answer.state === 'second_factor') onSecondFactor(answer.methods);
      else await onDone();
    },
  });
  return (
    <FormView form={form} submit={t(`link.${link.kind}.button`)} wide>
      {/* Also where it is known, so that password managers keep the new password under the right name. */}
      <Input
        {...form.field('email')}
        type="email"
        label={t('field.email')}
        autoComplete="username"
        readOnly={link.email !== null}
        required
      />
      {asked.includes('name') && <Input {...form.field('name')} label={t('field.name')} autoComplete="name" required />}
      {asked.includes('password') && (
        <Input
          {...form.field('password')}
          type="password"
          label={t('field.new_password')}
          hint={t('field.new_password.hint')}
          autoComplete="new-password"
          required
        />
      )}
    </FormView>
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
