import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Page } from '../../ui/page.tsx';
import { MailsCard } from './mails.tsx';
import { PasswordCard } from './password.tsx';
import { ProfileCard } from './profile.tsx';
import { SessionsCard } from './sessions.tsx';

/** What a person sets for themselves. */
export function Account() {
  const { staff } = useMe();
  return (
    <Page title={t('account.title')} intro={staff.email}>
      <div class="narrow">
        <ProfileCard />
        <MailsCard />
        <PasswordCard />
        <SessionsCard />
      </div>
    </Page>
  );
}
