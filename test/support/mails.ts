import { vi } from 'vitest';
import { createMailSender } from '../../src/core/mails/commands/send.ts';
import { startOutboxDispatcher } from '../../src/core/outbox/dispatcher.ts';
import { followFacts } from '../../src/main/compose.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import type { System } from './system.ts';

type MailDeps = Pick<Deps, 'db' | 'log' | 'mail' | 'mailFrom' | 'secrets' | 'baseUrl' | 'writeMail' | 'pictures'>;

/** Sends one mail by itself. */
export function sendMail(
  deps: Parameters<typeof createMailSender>[0],
  key: { storeId: string; mailId: string },
): Promise<void> {
  return createMailSender(deps)(key);
}

/** Turns the outbox rows into mail rows and webhook messages, like a running service. Sends none. */
export async function recordMails({ db, log, mailFrom }: Pick<MailDeps, 'db' | 'log' | 'mailFrom'>): Promise<void> {
  const dispatcher = startOutboxDispatcher(db, log, followFacts(mailFrom));
  await vi.waitFor(async () => {
    const left = await db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL');
    if (left.length > 0) throw new Error('undispatched outbox rows');
  }, 10_000);
  await dispatcher.stop();
}

/** Lists the waiting mails of a pre-order, or of all, oldest first. */
export async function waitingMails({ db }: Pick<MailDeps, 'db'>, preorderId?: string) {
  return db.query<{ storeId: string; mailId: string; kind: string }>(
    `SELECT store_id AS "storeId", id AS "mailId", kind FROM mail
     WHERE sent_at IS NULL AND dropped_at IS NULL AND ($1::uuid IS NULL OR preorder_id = $1) ORDER BY created_at, id`,
    [preorderId ?? null],
  );
}

/** Records mails, then runs the job of each waiting mail. Rejects if a job fails. */
export async function sendMails(deps: MailDeps, preorderId?: string): Promise<void> {
  await recordMails(deps);
  for (const mail of await waitingMails(deps, preorderId)) await sendMail(deps, mail);
}

/** Waits for the mail with the link that confirms a cancellation. Resolves with the link. */
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
