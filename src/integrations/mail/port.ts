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

/** Rejects when the mail was not taken over; a caller may then send it again, with the same id. */
export type MailTransport = { send(message: MailMessage): Promise<void> };
