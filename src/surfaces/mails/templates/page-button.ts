import type { MailFacts, Words } from './facts.ts';
import { actions, type Block } from './letter.ts';

/** Returns the button to the pre-order's page, and in mails about a payment the one to the receipt. */
export function pageButton({ manageUrl, receiptUrl = null }: MailFacts, { t }: Words): Block[] {
  const buttons = [
    ...(manageUrl === null ? [] : [{ label: t('mail.manage'), url: manageUrl }]),
    ...(receiptUrl === null ? [] : [{ label: t('status.receipt'), url: receiptUrl }]),
  ];
  return buttons.length > 0 ? [actions(...buttons)] : [];
}
