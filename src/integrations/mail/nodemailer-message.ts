import type Mail from 'nodemailer/lib/mailer/index.js';
import type { MailAddress, MailMessage } from './port.ts';

/** Converts a message to nodemailer's form. Throws if a value could add a header or another recipient. */
export function toNodemailer(message: MailMessage): Mail.Options {
  const { messageId, references, from, replyTo, to, subject, text, html } = message;
  refuseLineBreaks(subject);
  return {
    messageId: bracketed(messageId),
    ...(references && { references: bracketed(references), inReplyTo: bracketed(references) }),
    from: checkAddress(from),
    to: checkAddress(to),
    ...(replyTo && { replyTo: checkAddress(replyTo) }),
    subject,
    text,
    html,
    // Prevents out-of-office replies to the store.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Our mails have no attachments, so nodemailer must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function bracketed(messageId: string): string {
  if (!/^[\w.+-]+@[\w.-]+$/.test(messageId)) throw new Error('message id is not of the form left@right');
  return `<${messageId}>`;
}

function checkAddress({ name, address }: MailAddress): MailAddress {
  refuseLineBreaks(name);
  // Exactly one mailbox, so no list, group, comment or space.
  if (address.length > 254 || !/^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u.test(address)) {
    throw new Error('mail to something that is not exactly one address');
  }
  return { name, address };
}

function refuseLineBreaks(text: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) throw new Error('line break or control character in a mail header');
}
