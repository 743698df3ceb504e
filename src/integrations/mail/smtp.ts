import { createTransport } from 'nodemailer';
import { toNodemailer } from './nodemailer-message.ts';
import type { MailTransport } from './port.ts';

const ANSWER_MS_MAX = 30_000; // a job waits for it, and is tried again later

/** Sends through the server that SMTP_URL names. Rejects when the server did not take the mail. */
export function createSmtpMail(
  smtpUrl: string,
  { answerMsMax = ANSWER_MS_MAX } = {},
): MailTransport & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: answerMsMax,
    greetingTimeout: answerMsMax,
    socketTimeout: answerMsMax,
  });
  return {
    async send(message) {
      await transport.sendMail(toNodemailer(message));
    },
    close: () => transport.close(),
  };
}
