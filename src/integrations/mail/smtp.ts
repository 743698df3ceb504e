import { createTransport } from 'nodemailer';
import { toNodemailer } from './nodemailer-message.ts';
import { MailError, type MailErrorKind, type MailTransport } from './port.ts';

const ANSWER_MS_MAX = 30_000; // a job waits for the answer, and is retried later
const CONNECTIONS_MAX = 5;

/** Returns the transport for the server that SMTP_URL names. `send` rejects with a `MailError` if the mail was not accepted. */
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
    async check() {
      await transport.verify().catch((error: SmtpError) => Promise.reject(toMailError(error)));
    },
    close: () => transport.close(),
  };
}

/** An error with nodemailer's fields. `originalCode` is the one of the system or of TLS. `response` is the server's answer to `command`. */
type SmtpError = Error & { code?: string; originalCode?: string; command?: string; response?: string };

/** Keeps only the codes of the server's answer. Its text repeats names and addresses, and failures are stored. */
function toMailError(error: SmtpError): MailError {
  const { response = '', command = '', code = 'no answer', originalCode = code, message } = error;
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response) ?? [];
  if (codes === undefined)
    return new MailError('unreachable', originalCode, `the mail server was not reached: ${message}`);
  const kind = kindOf(codes, command);
  return new MailError(
    kind,
    codes,
    `the mail server refused the mail with ${codes}${command ? ` after ${command}` : ''}`,
  );
}

// RFC 3463: no such mailbox or domain, bad address, mailbox moved, mailbox disabled.
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([0-3]|6|10)|2\.1)$/;
// The mailbox is full. It may be emptied, although many servers report this as permanent.
const FULL = /^5\d\d[ -]5\.2\.2$/;
// Without an enhanced code: mailbox unavailable, user not local, mailbox name not allowed.
const NO_MAILBOX_PLAIN = /^55[013]$/;

/** Only answers to RCPT TO and DATA are about the mail. Refusals of log-in or sender are faults of this installation. */
function kindOf(codes: string, command: string): MailErrorKind {
  if (!/^(RCPT TO|DATA)/.test(command)) return 'unreachable';
  if (!codes.startsWith('5') || FULL.test(codes)) return 'put_off';
  if (NO_MAILBOX.test(codes)) return 'no_mailbox';
  return command.startsWith('RCPT') && NO_MAILBOX_PLAIN.test(codes) ? 'no_mailbox' : 'refused';
}
