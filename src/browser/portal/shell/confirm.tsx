import { confirmByPasskey } from '../requests/passkeys.ts';
import { call } from '../requests/session.ts';
import { useForm } from '../requests/use-form.ts';
import { useMe } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Input } from '../ui/form.tsx';
import { FormWindow } from '../ui/form-window.tsx';

/** Asks for the password before something that could do harm. What was asked for goes on afterwards. */
export function Confirm({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { staff } = useMe();
  const form = useForm({
    free: true,
    values: () => ({ 'confirm-email': staff.email, 'confirm-password': '' }),
    save: (typed) => call('POST', 'session/confirm', { password: typed['confirm-password'] }),
    done: () => onEnd(true),
  });
  const byPasskey = async () => {
    if (await form.also(confirmByPasskey)) onEnd(true);
  };
  return (
    <FormWindow
      title={t('confirm.title')}
      text={t('confirm.text')}
      form={form}
      submit={t('confirm.button')}
      onClose={() => onEnd(false)}
    >
      <Input {...form.field('confirm-email')} type="email" label={t('field.email')} autoComplete="username" readOnly />
      <Input
        {...form.field('confirm-password')}
        param="password"
        type="password"
        label={t('field.password')}
        autoComplete="current-password"
        autoFocus
        required
      />
      {staff.two_factor.passkeys > 0 && (
        <p>
          <button type="button" class="link-button" onClick={() => void byPasskey()}>
            {t('confirm.passkey')}
          </button>
        </p>
      )}
    </FormWindow>
  );
}
