import { inWords, type MailContent, type MailFacts } from './facts.ts';
import { writeMail } from './frame.ts';
import { facts, items, quote, text } from './letter.ts';

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
