import { createTransport } from 'nodemailer';
import { toNodemailer } from './nodemailer-message.ts';
import { MailError, type MailErrorKind, type MailTransport } from './port.ts';

const ANSWER_MS_MAX = 30_000; // a job waits for it, and is tried again later
const CONNECTIONS_MAX = 5;

/** Sends through the server that SMTP_URL names. Rejects with a `MailError` when the server did not take the mail. */
export function createSmtpMail(
  smtpUrl: string,
  { answerMsMax = ANSWER_MS_MAX, connectionsMax = CONNECTIONS_MAX } = {},
): MailTransport & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: answerMsMax,
    greetingTimeout: answerMsMax,
    socketTimeout: answerMsMax,
  });
  return {
    async send(message) {
      const mail = toNodemailer(message);
      await transport.sendMail(mail).catch((error: SmtpError) => Promise.reject(toMailError(error)));
    },
    close: () => transport.close(),
  };
}

/** What nodemailer adds to its errors. `response` is what the server said, to `command`. */
type SmtpError = Error & { code?: string; command?: string; response?: string };

/** Of a server's words its codes are enough: it repeats names and addresses in them, and reasons are kept. */
function toMailError({ response = '', command = '', code = 'no answer', message }: SmtpError): MailError {
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response) ?? [];
  if (codes === undefined) return new MailError('unreachable', code, `the mail server was not reached: ${message}`);
  const kind = kindOf(codes, command);
  return new MailError(
    kind,
    codes,
    `the mail server refused the mail with ${codes}${command ? ` after ${command}` : ''}`,
  );
}

// RFC 3463: no such mailbox or domain, a bad address, moved and gone, disabled.
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([0-3]|6|10)|2\.1)$/;
// The mailbox is full: it may be emptied, though many servers say for good.
const FULL = /^5\d\d[ -]5\.2\.2$/;
// Without a second code: no such mailbox, not ours, not allowed.
const NO_MAILBOX_PLAIN = /^55[013]$/;

/** Only what is said of the recipient tells of the mailbox. Log-in and sender are this installation's, to be put right. */
function kindOf(codes: string, command: string): MailErrorKind {
  if (!/^(RCPT TO|DATA)/.test(command)) return 'unreachable';
  if (!codes.startsWith('5') || FULL.test(codes)) return 'put_off';
  if (NO_MAILBOX.test(codes)) return 'no_mailbox';
  return command.startsWith('RCPT') && NO_MAILBOX_PLAIN.test(codes) ? 'no_mailbox' : 'refused';
}
