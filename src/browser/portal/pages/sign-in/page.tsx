import { useLocation } from 'preact-iso/router';
import { t } from '../../texts.ts';
import { WholeScreen } from '../../ui/screens.tsx';
import { SignInForm } from './form.tsx';

/** What somebody sees who is not signed in. */
export function SignIn() {
  const { route } = useLocation();
  return (
    <WholeScreen title={t('sign_in.title')}>
      <SignInForm onRecovered={() => route('/account?recovered=yes', true)} />
      <p class="whole__foot">
        <a href="/forgotten">{t('sign_in.forgotten')}</a>
      </p>
    </WholeScreen>
  );
}
