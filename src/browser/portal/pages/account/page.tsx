import { useLocation } from 'preact-iso/router';
import { Notice } from '../../../ui/notice.tsx';
import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Page } from '../../ui/page.tsx';
import { FactorsCard } from './factors.tsx';
import { MailsCard } from './mails.tsx';
import { PasskeysCard } from './passkeys.tsx';
import { PasswordCard } from './password.tsx';
import { ProfileCard } from './profile.tsx';
import { SessionsCard } from './sessions.tsx';

/** What a person sets for themselves. */
export function Account() {
  const { staff } = useMe();
  const { query } = useLocation();
  return (
    <Page title={t('account.title')} intro={staff.email}>
      <div class="narrow">
        {'recovered' in query && (
          <Notice kind="warning" title={t('recovered.title')}>
            <p>{t('recovered.text')}</p>
          </Notice>
        )}
        <ProfileCard />
        <MailsCard />
        <PasswordCard />
        <FactorsCard />
        <PasskeysCard />
        <SessionsCard />
      </div>
    </Page>
  );
}
