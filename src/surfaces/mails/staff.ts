import type { StaffMailFacts, WriteStaffMail } from '../../core/staff/port.ts';
import type { Role } from '../../domain/role.ts';
import { type MessageKey, readerLocale, textDirection, translate } from '../../messages/catalogue.ts';
import { html, trustedHtml } from '../../platform/html.ts';
import type { MessageValues } from '../../protocol/wire/message-format.ts';
import { mailStyle } from './templates/style.ts';

const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: var(--space-6) var(--space-4); background: var(--page); color: var(--text); font-family: var(--font); font-size: var(--page-text-md); line-height: 1.5; }
.card { max-width: 560px; margin: 0 auto; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-lg); overflow-wrap: anywhere; }
h1 { margin: 0 0 var(--space-3); font-size: var(--page-text-title); line-height: 1.25; }
p { margin: 0 0 var(--space-3); }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
a { color: var(--link); }`;
const DARK = `body { background: var(--page); color: var(--text); } .card { background: var(--card); border-color: var(--line); } .muted { color: var(--text-muted); } a { color: var(--link); }`;

const ROLES = {
  owner: 'mail.staff.role.owner',
  manager: 'mail.staff.role.manager',
  support: 'mail.staff.role.support',
  'read-only': 'mail.staff.role.read_only',
} as const satisfies Record<Role, MessageKey>;

type Words = { subject: string; intro: string; button: string; expires: string };

/** Writes a mail to staff in their language. It is the installation's, so it has no store's look. */
export const writeStaffMail: WriteStaffMail = (facts) => {
  const locale = readerLocale(facts.language);
  const t = (key: MessageKey, values?: MessageValues) => translate(locale, key, values);
  const { subject, intro, button, expires } = wordsOf(facts, t);
  const ending = t('mail.cancel_link.not_you');
  const style = `${mailStyle(SHEET, 'light', null)}\n@media (prefers-color-scheme: dark) {${mailStyle(DARK, 'dark', null)}}`;
  const { markup } = html`<!doctype html>
<html lang="${locale}" dir="${textDirection(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${subject}</title><style>${trustedHtml(style)}</style></head>
<body><div class="card"><h1>${subject}</h1><p>${intro}</p><p><a href="${facts.url}">${button}</a></p>
<p class="muted">${expires} ${ending}</p></div></body></html>`;
  return { subject, html: markup, text: [intro, `${button}:\n${facts.url}`, `${expires} ${ending}`].join('\n\n') };
};

function wordsOf(facts: StaffMailFacts, t: (key: MessageKey, values?: MessageValues) => string): Words {
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

/** A store's name is typed by people; a line break in a subject would end the header. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
