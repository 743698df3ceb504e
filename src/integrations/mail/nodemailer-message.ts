import type Mail from 'nodemailer/lib/mailer/index.js';
import type { MailAddress, MailMessage } from './port.ts';

/** The message as nodemailer takes it. Throws on anything that could reach past its own header or recipient. */
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
    // So that no out-of-office reply comes back to the store.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Content is ours, text and HTML only: a mail never reads a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function bracketed(messageId: string): string {
  if (!/^[\w.+-]+@[\w.-]+$/.test(messageId)) throw new Error('a message id has the form left@right');
  return `<${messageId}>`;
}

function checkAddress({ name, address }: MailAddress): MailAddress {
  refuseLineBreaks(name);
  // One mailbox: no list, no group, no comment, no space.
  if (address.length > 254 || !/^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u.test(address)) {
    throw new Error('a mail goes to exactly one address');
  }
  return { name, address };
}

function refuseLineBreaks(text: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) throw new Error('a mail header holds no line break or control character');
}
