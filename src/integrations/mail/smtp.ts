import { createTransport } from 'nodemailer';
import type { MailTransport } from './port.ts';

const SEND_MS_MAX = 30_000; // a job waits for it, and is tried again later

/** Sends through the server that SMTP_URL names. Rejects when the server did not take the mail. */
export function createSmtpMail(smtpUrl: string): MailTransport & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: SEND_MS_MAX,
    greetingTimeout: SEND_MS_MAX,
    socketTimeout: SEND_MS_MAX,
    // Content is ours, text and HTML only: a mail never reads a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      await transport.sendMail(message);
    },
    close: () => transport.close(),
  };
}
