import { inWords, type MailContent, type MailFacts } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, items, text } from './letter.ts';

export type LinkOffer = { url: string; minutes: number };

/** Asks the customer to confirm the cancellation of these line items by a link. */
export function cancelLinkMail(
  given: MailFacts,
  { url, minutes, lineIds }: LinkOffer & { lineIds: ReadonlySet<string> },
): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  const nothingYet = t('mail.cancel_link.preheader');
  return writeMail(words, {
    subject: t('mail.cancel_link.subject', { store: store.name, reference }),
    preheader: nothingYet,
    title: t('mail.cancel_link.title'),
    blocks: [
      text(t('mail.cancel_link.intro', { store: store.name, reference })),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      actions({ label: t('mail.cancel_link.button'), url }),
      text(`${nothingYet} ${t('mail.cancel_link.expires', { count: minutes })}`),
      text(t('mail.cancel_link.not_you')),
    ],
  });
}

/** Sends the link that lets the shopper see and change the pre-order. */
export function manageLinkMail(given: MailFacts, { url, minutes }: LinkOffer): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  return writeMail(words, {
    subject: t('mail.manage_link.subject', { store: store.name, reference }),
    preheader: t('mail.cancel_link.expires', { count: minutes }),
    title: t('mail.manage_link.title'),
    blocks: [
      text(t('mail.manage_link.intro', { store: store.name, reference })),
      actions({ label: t('mail.manage'), url }),
      text(t('mail.cancel_link.expires', { count: minutes })),
      text(t('mail.cancel_link.not_you')),
    ],
  });
}
