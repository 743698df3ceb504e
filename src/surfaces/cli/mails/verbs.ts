import { type Command, Option } from 'commander';
import { resendMail } from '../../../core/mails/commands/resend.ts';
import { MAIL_KINDS } from '../../../core/mails/commands/sample.ts';
import { type ShownMail, showLoggedMail } from '../../../core/mails/commands/show.ts';
import type { MailKind } from '../../../core/mails/kinds.ts';
import { listMails, MAIL_STATES, type Mail, type MailState, readMail } from '../../../core/mails/queries.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { mailJson, shownMailJson } from '../../merchant-json/mails.ts';
import { formatFields, formatTable, formatTime, printable, toWords } from '../terminal.ts';
import { limitOption } from '../values.ts';
import { defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 1_000;

/** Adds the merchant's verbs for mails: which were sent, which were not, and why. */
export function addMails(runner: VerbRunner, mails: Command): void {
  const list = mails
    .command('list')
    .description('newest first')
    .option('--preorder <reference>', 'only mails about this pre-order')
    .addOption(new Option('--state <state>', 'only those').choices(MAIL_STATES))
    .addOption(new Option('--kind <kind>', 'only those').choices(MAIL_KINDS))
    .addOption(limitOption(LIMIT_MAX, LIMIT_DEFAULT));
  type ListOptions = { preorder?: string; state?: MailState; kind?: MailKind; limit: number };
  defineStoreReading<ListOptions>(runner, list, async ({ db }, { store, options }) => {
    const { preorder, ...filter } = options;
    const reference = preorder === undefined ? undefined : (await readPreorder(db, store.id, preorder)).reference;
    const found = await listMails(db, store.id, { ...filter, reference });
    const rows = found.map((mail) => [
      mail.id,
      toWords(mail.kind),
      mail.reference,
      mail.state,
      formatTime(mail.sentAt ?? mail.createdAt, store.timeZone),
      mail.failure ?? '',
    ]);
    const heads = ['Mail', 'What', 'Pre-order', 'State', 'When', 'Failed because'];
    return { data: found.map(mailJson), text: rows.length > 0 ? formatTable(heads, rows) : 'No such mail.' };
  });

  const ofMail = (name: string, description: string) =>
    mails.command(name).argument('<mail>', 'its id, as listed, or its Message-ID').description(description);
  defineStoreVerb(
    runner,
    ofMail('show', 'one mail, with its text; what makes its links work is hidden'),
    async (deps, { store, args }) => {
      const mail = await readMail(deps.db, store.id, args[0] ?? '');
      const shown = await showLoggedMail(deps, mail);
      return { data: shownMailJson(mail, shown), text: mailText(mail, shown, store) };
    },
  );
  const again = ofMail('resend', 'send it again; if it was already sent, as a new mail');
  defineStoreVerb(runner, again, async (deps, { store, args }) => {
    const mail = await resendMail(deps, store.id, args[0] ?? '');
    return { data: mailJson(mail), text: `Waiting to be sent again: ${mail.messageId}.` };
  });
}

function mailText(mail: Mail, shown: ShownMail | null, { timeZone }: Store): string {
  const head = formatFields([
    ['Mail', mail.id],
    ['Message-ID', mail.messageId],
    ['What', toWords(mail.kind)],
    ['Pre-order', mail.reference],
    ['State', mail.state],
    ['Failed because', mail.failure],
    ['Sent', formatTime(mail.sentAt, timeZone)],
    ['To', shown?.to],
    ['Subject', shown?.subject],
  ]);
  if (!shown) return `${head}\n\nIts text no longer exists: the customer was erased, or the mail is no longer true.`;
  const note = shown.asSent ? '' : '\n\nThere is no file of it. With the present facts it says:';
  return `${head}${note}\n\n${shown.text.split('\n').map(printable).join('\n').trimEnd()}`;
}
