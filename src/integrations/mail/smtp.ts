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
      await transport
        .sendMail(toNodemailer(message))
        .catch((error: SmtpError) => Promise.reject(withoutTheirWords(error)));
    },
    close: () => transport.close(),
  };
}

/** What nodemailer adds to its errors. `response` is what the server said. */
type SmtpError = Error & { code?: string; command?: string; response?: string };

/** Servers repeat names and addresses in their refusals, and reasons are kept: of their words the codes are enough. */
function withoutTheirWords(error: SmtpError): Error {
  const { response, command, code } = error;
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '') ?? [];
  if (codes === undefined) return error;
  const told = new Error(`the mail server refused the mail with ${codes}${command ? ` after ${command}` : ''}`);
  return Object.assign(told, { code });
}
