import { inWords, type MailContent, type MailFacts } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, facts, items, quote, text } from './letter.ts';

/** Sends a shopper's message to the store, in the store's language. */
export function messageMail(
  given: MailFacts,
  { words: written, locale }: { words: string; locale: string },
): MailContent {
  const words = inWords({ ...given, preorder: { ...given.preorder, locale } });
  const { t, reference } = words;
  const { email, address } = given.preorder.contact;
  const name = [address.firstName, address.lastName].filter(Boolean).join(' ') || email;
  return writeMail(words, {
    subject: t('mail.message.subject', { name, reference }),
    preheader: written.slice(0, 120),
    title: t('mail.message.title', { name }),
    blocks: [
      quote(written),
      text(t('mail.message.answer')),
      facts([t('mail.reference'), reference], [t('mail.message.from'), email]),
      items(words.rows(given.preorder.lines)),
    ],
  });
}

/** Brings what the store wrote to the shopper. A reply goes to the store, like that to every mail. */
export function writtenMail(given: MailFacts, written: string): MailContent {
  const words = inWords(given);
  const { t, reference, store } = words;
  return writeMail(words, {
    subject: t('mail.written.subject', { store: store.name, reference }),
    preheader: written.slice(0, 120),
    title: t('mail.written.title', { store: store.name }),
    blocks: [
      quote(written),
      text(t('mail.written.answer')),
      facts([t('mail.reference'), reference], [t('mail.ships'), words.ships(given.preorder.lines)]),
      given.manageUrl !== null && actions({ label: t('mail.manage'), url: given.manageUrl }),
    ],
  });
}
