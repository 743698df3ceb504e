/** The mail port. Addresses are objects, never text to be parsed: a name with a line break cannot add a header. */
export type MailMessage = {
  /** RFC 5322 id without angle brackets; stable over retries, so that a receiver can drop a second copy. */
  messageId: string;
  from: MailAddress;
  replyTo?: MailAddress;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
};

export type MailAddress = { name: string; address: string };

export type MailTransport = {
  /** Rejects when the mail was not taken over; a caller may then send it again, with the same id. */
  send(message: MailMessage): Promise<void>;
  /** Only where mails are kept instead of handed over. */
  archive?: MailArchive;
};

/** Mails that are kept, by their id. */
export type MailArchive = {
  /** The files that hold the mail. */
  filesOf(messageId: string): Promise<string[]>;
  /** Removes them; there may be none. */
  remove(messageId: string): Promise<void>;
};
