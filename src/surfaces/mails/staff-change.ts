import type { ChangeFacts, StaffChange, WriteStaffMail } from '../../core/staff/port.ts';
import { html } from '../../platform/html.ts';
import { type PortalText, portalTexts } from '../portal-texts.ts';
import { staffMailPage } from './staff-page.ts';

const SUBJECTS = {
  password: 'changed.password',
  app_added: 'changed.app_added',
  app_removed: 'changed.app_removed',
  passkey_added: 'changed.passkey_added',
  passkey_removed: 'changed.passkey_removed',
  recovery_codes: 'changed.recovery_codes',
  recovered: 'changed.recovered',
  factor_refused: 'changed.factor_refused',
} as const satisfies Record<StaffChange, PortalText>;

/** Writes a mail that tells a member what changed of how they sign in, and what to do if it was somebody else. */
export function writeChangeMail({ what, url, language }: ChangeFacts): ReturnType<WriteStaffMail> {
  const { locale, t } = portalTexts(language);
  const [subject, advice, button] = [t(SUBJECTS[what]), t('changed.text'), t('changed.button')];
  const content = html`<p>${advice}</p><p><a href="${url}">${button}</a></p>`;
  return { subject, html: staffMailPage(locale, subject, content), text: `${advice}\n\n${button}:\n${url}` };
}
