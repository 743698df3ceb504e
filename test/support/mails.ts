import { vi } from 'vitest';
import { sendMail } from '../../src/core/mails/commands/send.ts';
import { startOutboxDispatcher } from '../../src/core/outbox/outbox.ts';
import { followFacts } from '../../src/main/compose.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import type { System } from './system.ts';

type MailDeps = Pick<Deps, 'db' | 'log' | 'mail' | 'mailFrom' | 'secrets' | 'baseUrl' | 'writeMail'>;

/** Turns what was committed into mails and messages, as the dispatcher of a running service would; none is sent. */
export async function recordMails({ db, log, mailFrom }: Pick<MailDeps, 'db' | 'log' | 'mailFrom'>): Promise<void> {
  const dispatcher = startOutboxDispatcher(db, log, followFacts(mailFrom));
  await vi.waitFor(async () => {
    const left = await db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL');
    if (left.length > 0) throw new Error('rows wait in the outbox');
  }, 10_000);
  await dispatcher.stop();
}

/** The mails about a pre-order that wait, or all of them, oldest first. */
export async function waitingMails({ db }: Pick<MailDeps, 'db'>, preorderId?: string) {
  return db.query<{ storeId: string; mailId: string; kind: string }>(
    `SELECT store_id AS "storeId", id AS "mailId", kind FROM mail
     WHERE sent_at IS NULL AND dropped_at IS NULL AND ($1::uuid IS NULL OR preorder_id = $1) ORDER BY created_at, id`,
    [preorderId ?? null],
  );
}

/** Records mails, then runs the job of each that waits; rejects as that job would. */
export async function sendMails(deps: MailDeps, preorderId?: string): Promise<void> {
  await recordMails(deps);
  for (const mail of await waitingMails(deps, preorderId)) await sendMail(deps, mail);
}

/** The link that confirms a cancellation, once the mail that brings it has gone out. */
export async function cancelLinkIn({ mails }: Pick<System, 'mails'>, recipient: string): Promise<string> {
  return vi.waitFor(async () => {
    const theirs = (await mails()).filter((mail) => mail.includes(recipient));
    // Quoted-printable breaks long lines with `=`.
    const links = theirs.map((mail) => /http\S+?\/links\/cancel\/[\w.-]+/.exec(mail.replace(/=\r?\n/g, ''))?.[0]);
    const url = links.find(Boolean);
    if (!url) throw new Error(`no link was mailed to ${recipient}`);
    return url;
  }, 10_000);
}
