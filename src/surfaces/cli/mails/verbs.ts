import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/mails.ts';
import type { AnswerOf } from '../../../protocol/schema/admin-api/operation.ts';
import { addAskingVerb } from '../asking.ts';
import { formatFields, formatTable, momentIn, printable, toWords } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

/** Adds the merchant's verbs for mails: which were sent, which were not, and why. */
export function addMails(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listMails, text: mailsTable });
  addAskingVerb(verbs, 'show <mail-id>', { operation: operations.getMail, text: mailText });
  addAskingVerb(verbs, 'resend <mail-id>', {
    operation: operations.resendMail,
    text: ({ message_id: id }) => `Waiting to be sent again: ${id}.`,
  });
}

function mailsTable(mails: operations.AdminMail[], { timeZone }: Store): string {
  if (mails.length === 0) return 'No such mail.';
  const rows = mails.map((mail) => [
    mail.id,
    toWords(mail.kind),
    mail.preorder,
    mail.state,
    momentIn(timeZone, mail.sent_at ?? mail.created_at),
    mail.failure ?? '',
  ]);
  return formatTable(['Mail', 'What', 'Pre-order', 'State', 'When', 'Failed because'], rows);
}

function mailText(mail: AnswerOf<typeof operations.getMail>, { timeZone }: Store): string {
  const head = formatFields([
    ['Mail', mail.id],
    ['Message-ID', mail.message_id],
    ['What', toWords(mail.kind)],
    ['Pre-order', mail.preorder],
    ['State', mail.state],
    ['Failed because', mail.failure],
    ['Sent', momentIn(timeZone, mail.sent_at)],
    ['To', mail.to],
    ['Subject', mail.subject],
    ['Evidence', evidenceText(mail)],
  ]);
  if (mail.text === null) {
    return `${head}\n\nIts text no longer exists: the customer was erased, or the mail is no longer true.`;
  }
  const note = mail.as_sent ? '' : '\n\nWritten anew, in other words than it may have had when it went out:';
  return `${head}${note}\n\n${mail.text.split('\n').map(printable).join('\n').trimEnd()}`;
}

function evidenceText({ evidence }: AnswerOf<typeof operations.getMail>): string | null {
  if (evidence === null) return null;
  const { to, language, template_version: version, digest, same } = evidence;
  const words = same === null ? 'its words cannot be written again' : same ? 'its words are those' : 'its words differ';
  return `to ${to}, in ${language}, by version ${version}\nSHA-256 ${digest}: ${words}`;
}
