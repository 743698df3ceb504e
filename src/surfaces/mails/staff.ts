import type { ChangeFacts, NewsFacts, StaffMailFacts, WriteStaffMail } from '../../core/staff/port.ts';
import type { Role } from '../../domain/role.ts';
import { type MessageKey, readerLocale, translate } from '../../messages/catalogue.ts';
import { html } from '../../platform/html.ts';
import type { MessageValues } from '../../protocol/wire/message-format.ts';
import { writeChangeMail } from './staff-change.ts';
import { writeNewsMail } from './staff-news.ts';
import { oneLine, staffMailPage } from './staff-page.ts';

const ROLES = {
  owner: 'mail.staff.role.owner',
  manager: 'mail.staff.role.manager',
  support: 'mail.staff.role.support',
  'read-only': 'mail.staff.role.read_only',
} as const satisfies Record<Role, MessageKey>;

type Words = { subject: string; intro: string; button: string; expires: string };
type LinkFacts = Exclude<StaffMailFacts, NewsFacts | ChangeFacts>;

/** Writes a mail to staff in their language. It is the installation's, so it has no store's look. */
export const writeStaffMail: WriteStaffMail = (facts) => {
  if (facts.kind === 'changed') return writeChangeMail(facts);
  return facts.kind === 'password' || facts.kind === 'invitation' ? writeLinkMail(facts) : writeNewsMail(facts);
};

function writeLinkMail(facts: LinkFacts): ReturnType<WriteStaffMail> {
  const locale = readerLocale(facts.language);
  const t = (key: MessageKey, values?: MessageValues) => translate(locale, key, values);
  const { subject, intro, button, expires } = wordsOf(facts, t);
  const ending = t('mail.cancel_link.not_you');
  const content = html`<p>${intro}</p><p><a href="${facts.url}">${button}</a></p>
<p class="muted">${expires} ${ending}</p>`;
  const text = [intro, `${button}:\n${facts.url}`, `${expires} ${ending}`].join('\n\n');
  return { subject, html: staffMailPage(locale, subject, content), text };
}

function wordsOf(facts: LinkFacts, t: (key: MessageKey, values?: MessageValues) => string): Words {
  if (facts.kind === 'password') {
    return {
      subject: t('mail.staff.password.subject'),
      intro: t('mail.staff.password.intro'),
      button: t('mail.staff.password.button'),
      expires: t('mail.cancel_link.expires', { count: facts.minutes }),
    };
  }
  const { store, days } = facts;
  return {
    subject: oneLine(t('mail.staff.invitation.subject', { store })),
    intro: t('mail.staff.invitation.intro', {
      inviter: facts.invitedBy,
      store,
      role: t(ROLES[facts.role]),
    }),
    button: t('mail.staff.invitation.button'),
    expires: t('mail.staff.invitation.expires', { days }),
  };
}
