/** The mail port. Addresses are objects, never text to be parsed: a name with a line break cannot add a header. */
export type MailMessage = {
  /** RFC 5322 id without angle brackets; stable over retries, so that a receiver can drop a second copy. */
  messageId: string;
  /** The id of the mail that this one goes on from. */
  references?: string;
  from: MailAddress;
  replyTo?: MailAddress;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
};

export type MailAddress = { name: string; address: string };

export type MailTransport = {
  /**
   * Rejects when the mail was not taken over; a caller may then send it again, with the same id. A `MailError` says
   * whether that has a point; anything else may pass by itself.
   */
  send(message: MailMessage): Promise<void>;
  /** Only where mails are kept instead of handed over. */
  archive?: MailArchive;
};

/** Mails that are kept, by their id. */
export type MailArchive = {
  /** The files that hold the mail. */
  filesOf(messageId: string): Promise<string[]>;
  /** The mail as it went out, in its RFC 5322 form; null when there is none. */
  read(messageId: string): Promise<Buffer | null>;
  /** Removes them; there may be none. */
  remove(messageId: string): Promise<void>;
};

/**
 * unreachable: the server is not there, or takes nothing from us · put_off: it is, and does not take this mail now; both may pass
 * by themselves · refused: this mail is never taken · no_mailbox: nor is any other to that address
 */
export type MailErrorKind = 'unreachable' | 'put_off' | 'refused' | 'no_mailbox';

/** Why a server did not take a mail: its codes alone, since servers repeat names and addresses in their words. */
export class MailError extends Error {
  readonly kind: MailErrorKind;
  /** Such as `550 5.1.1`; what happened to the connection where there was no answer. */
  readonly codes: string;

  constructor(kind: MailErrorKind, codes: string, message: string) {
    super(message);
    this.name = 'MailError';
    this.kind = kind;
    this.codes = codes;
  }
}
