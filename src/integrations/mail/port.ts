import type { AttachedPicture } from '../../platform/inline-pictures.ts';

/** A message for the mail port. Addresses are objects and never parsed from text, so a name cannot add a header. */
export type MailMessage = {
  /** RFC 5322 id without angle brackets. It stays the same over retries, so that a receiver can drop a second copy. */
  messageId: string;
  /** The id of the mail that this one continues. */
  references?: string;
  from: MailAddress;
  replyTo?: MailAddress;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** The pictures that the HTML shows as `cid:`. */
  pictures?: readonly AttachedPicture[];
};

export type MailAddress = { name: string; address: string };

export type MailTransport = {
  /**
   * Rejects if the server did not accept the mail. The caller may then send it again with the same id. The kind of a `MailError`
   * says whether a retry can succeed; any other error may be temporary.
   */
  send(message: MailMessage): Promise<void>;
  /** Set if mails go to a server. Rejects with a `MailError` if it does not answer, or does not take our name and password. */
  check?: () => Promise<void>;
  /** Set if mails are kept as files instead of sent. */
  archive?: MailArchive;
};

/** Access to kept mails by their id. */
export type MailArchive = {
  /** Returns the paths of the mail's files. */
  filesOf(messageId: string): Promise<string[]>;
  /** Returns the mail in RFC 5322 form, or null if there is none. */
  read(messageId: string): Promise<Buffer | null>;
  /** Removes the mail's files, if there are any. */
  remove(messageId: string): Promise<void>;
};

/**
 * `unreachable`: the server does not answer, or accepts no mail from us. `put_off`: the server does not accept this mail now. Both
 * may be temporary. `refused`: the server never accepts this mail. `no_mailbox`: it accepts no mail to this address.
 */
export type MailErrorKind = 'unreachable' | 'put_off' | 'refused' | 'no_mailbox';

/** The reason why a mail was not sent. It holds only codes, because the text of a server's answer repeats names and addresses. */
export class MailError extends Error {
  readonly kind: MailErrorKind;
  /** The server's codes, such as `550 5.1.1`, or the error code of the connection. */
  readonly codes: string;

  constructor(kind: MailErrorKind, codes: string, message: string) {
    super(message);
    this.name = 'MailError';
    this.kind = kind;
    this.codes = codes;
  }
}
