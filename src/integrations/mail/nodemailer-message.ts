import type Mail from 'nodemailer/lib/mailer/index.js';
import type { AttachedPicture } from '../../platform/inline-pictures.ts';
import type { MailAddress, MailMessage } from './port.ts';

/** Converts a message to nodemailer's form. Throws if a value could add a header or another recipient. */
export function toNodemailer(message: MailMessage): Mail.Options {
  const { messageId, references, from, replyTo, to, subject, text, html, pictures = [] } = message;
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
    attachments: pictures.map(toAttachment),
    // Prevents out-of-office replies to the store.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Our attachments are bytes, so nodemailer must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Attaches a picture as a part of the HTML: mail programs show it there, and not in the list of attachments. */
function toAttachment({ cid, type, bytes }: AttachedPicture, index: number): Mail.Attachment {
  const filename = `picture-${index + 1}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`;
  return { cid, filename, content: bytes, contentType: type, contentDisposition: 'inline' };
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
