import type { MailFacts, Words } from './facts.ts';
import { actions, type Block } from './letter.ts';

/** Returns the button to the pre-order's page. */
export function pageButton({ manageUrl }: MailFacts, { t }: Words): Block[] {
  return manageUrl === null ? [] : [actions({ label: t('mail.manage'), url: manageUrl })];
}
