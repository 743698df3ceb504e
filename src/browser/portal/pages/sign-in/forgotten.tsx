import { useState } from 'preact/hooks';
import { Notice } from '../../../ui/notice.tsx';
import { call } from '../../requests/session.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { WholeScreen } from '../../ui/screens.tsx';

/** Asks for a mail with a link that sets a new password. */
export function Forgotten() {
  const [asked, setAsked] = useState('');
  const form = useForm({
    free: true,
    values: () => ({ email: '' }),
    save: async ({ email }) => {
      await call('POST', 'password-resets', { email });
      return email;
    },
    done: setAsked,
  });
  return (
    <WholeScreen title={t('forgotten.title')}>
      {asked !== '' ? (
        <div role="status">
          {/* The same for every address: it must not tell who has an account. */}
          <Notice kind="success" title={t('forgotten.sent')}>
            <p>{t('forgotten.sent.text', { email: asked })}</p>
          </Notice>
        </div>
      ) : (
        <FormView form={form} submit={t('forgotten.button')} wide>
          <p class="muted">{t('forgotten.text')}</p>
          <Input {...form.field('email')} type="email" label={t('field.email')} autoComplete="username" required />
        </FormView>
      )}
      <p class="whole__foot">
        <a href="/">{t('forgotten.back')}</a>
      </p>
    </WholeScreen>
  );
}
