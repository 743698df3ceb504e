/** The mail port. Addresses are objects, never text to be parsed: a name with a line break cannot add a header. */
export type MailMessage = {
  /** RFC 5322 id without angle brackets; stable over retries, so that a receiver can drop a second copy. */
  messageId: string;
  from: { name: string; address: string };
  replyTo?: { name: string; address: string };
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
};

export type MailTransport = { send(message: MailMessage): Promise<void> };
