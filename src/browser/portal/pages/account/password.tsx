import { call } from '../../requests/session.ts';
import { changed } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';

export function PasswordCard() {
  const { staff } = useMe();
  const form = useForm({
    values: () => ({ 'current-password': '', 'new-password': '' }),
    save: async ({ 'current-password': present, 'new-password': password }) => {
      await call('PUT', 'password', { current_password: present, password });
      changed('account/sessions');
    },
    said: t('password.changed'),
  });
  return (
    <Card title={t('account.password')} hint={t('account.password.text')}>
      <FormView form={form} submit={t('password.change')}>
        {/* For password managers: whose password it is. */}
        <input
          class="visually-hidden"
          type="text"
          autoComplete="username"
          value={staff.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <Input
          {...form.field('current-password')}
          param="current_password"
          type="password"
          label={t('field.current_password')}
          autoComplete="current-password"
          required
        />
        <Input
          {...form.field('new-password')}
          param="password"
          type="password"
          label={t('field.new_password')}
          hint={t('field.new_password.hint')}
          autoComplete="new-password"
          required
        />
      </FormView>
    </Card>
  );
}
