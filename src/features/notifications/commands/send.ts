import { MailError } from '../../../integrations/mail/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { describeFault } from '../../../platform/faults.ts';
import type { Deps } from '../../deps.ts';
import { forgetWords } from '../../preorders/commands/write-to-store.ts';
import { raiseAlert } from '../../stores/commands.ts';
import { composeMail, type MailDeps } from '../compose.ts';
import { findSuppression, type Mail, type MailState, readMail } from '../queries.ts';
import { linkMaker } from './mail-links.ts';
import { suppress } from './suppress.ts';

// Longer than any mail server is waited for; only a process that was killed meanwhile leaves a claim behind.
const CLAIM_MINUTES = 5;

type MailKey = { storeId: string; mailId: string };
type SendDeps = MailDeps & Pick<Deps, 'mail' | 'log'>;

/** Why a mail is never sent, and what was said when it was tried. */
type Ending = { why: Exclude<MailState, 'waiting' | 'sent'>; failure?: string };

/**
 * Sends a mail that nobody else is sending, with the words that are right now: nothing, once there is nothing left to
 * tell or nobody left to tell it to. Rejects while it may still go out: the job's retry sends it, with the same id.
 */
export async function sendMail(deps: SendDeps, key: MailKey): Promise<void> {
  if (!(await claim(deps, key))) return refuseUnsent(deps, key);
  try {
    const mail = await readMail(deps.db, key.storeId, key.mailId);
    const ending = await handOver(deps, mail);
    await deps.db.transaction(async (tx) => {
      await end(tx, key, ending);
      if (mail.kind === 'message') await forgetWords(tx, key.storeId, String(mail.detail?.messageId));
    });
  } catch (error) {
    await deps.db.query('UPDATE mail SET claimed_until = NULL, failure = $3 WHERE store_id = $1 AND id = $2', [
      ...keyValues(key),
      describeFault(error).message,
    ]);
    throw error;
  }
}

/** Null: the mail server has it. */
async function handOver(deps: SendDeps, mail: Mail): Promise<Ending | null> {
  const message = await composeMail(deps, mail, linkMaker(deps, mail));
  if (message === null) return { why: 'over' };
  const { address } = message.to;
  if (await findSuppression(deps.db, mail.storeId, address)) return { why: 'suppressed' };
  try {
    await deps.mail.send(message);
    return null;
  } catch (error) {
    if (!(error instanceof MailError) || error.kind === 'unreachable') throw error;
    await giveUp(deps, mail, { error, email: address });
    return { why: 'refused', failure: error.message };
  }
}

const keyValues = ({ storeId, mailId }: MailKey) => [storeId, mailId];

/** Waits for whoever is erasing the customer: after that there is nobody to write to. */
async function claim({ db }: Pick<Deps, 'db'>, key: MailKey): Promise<boolean> {
  const claimed = await db.query(
    `UPDATE mail SET claimed_until = app_now() + $3 * interval '1 minute'
     WHERE store_id = $1 AND id = $2 AND sent_at IS NULL AND dropped_at IS NULL
       AND (claimed_until IS NULL OR claimed_until <= app_now())
     RETURNING 1`,
    [...keyValues(key), CLAIM_MINUTES],
  );
  return claimed.length > 0;
}

async function refuseUnsent({ db }: Pick<Deps, 'db'>, key: MailKey): Promise<void> {
  const unsent = await db.query(
    'SELECT 1 FROM mail WHERE store_id = $1 AND id = $2 AND sent_at IS NULL AND dropped_at IS NULL',
    keyValues(key),
  );
  if (unsent.length > 0) throw new Error('another job is sending this mail');
}

async function end(sql: Sql, key: MailKey, ending: Ending | null): Promise<void> {
  await sql.query(
    ending === null
      ? `UPDATE mail SET sent_at = app_now(), failure = NULL, claimed_until = NULL WHERE store_id = $1 AND id = $2`
      : `UPDATE mail SET dropped_at = app_now(), dropped_why = $3, failure = $4, claimed_until = NULL
         WHERE store_id = $1 AND id = $2 AND sent_at IS NULL`,
    ending === null ? keyValues(key) : [...keyValues(key), ending.why, ending.failure ?? null],
  );
}

const REACH = {
  customer: 'No more mails go there. Reach the customer another way, then see ./service suppressions --help.',
  store: "No more go to the store's contact address. Put it right with ./service stores update --contact.",
};

/** Asking again would be refused again. Where there is no such mailbox, no other mail goes there either. */
async function giveUp(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { storeId, id, kind, reference }: Mail,
  { error, email }: { error: MailError; email: string },
): Promise<void> {
  log.error({ mailId: id, kind, failure: error.message }, 'a mail was refused for good');
  const noMailbox = error.kind === 'no_mailbox';
  const rest = noMailbox
    ? REACH[kind === 'message' ? 'store' : 'customer']
    : 'See ./service mails list --state refused.';
  await db.transaction(async (tx) => {
    if (noMailbox) await suppress(tx, { storeId, email }, { reason: 'refused', codes: error.codes });
    const message = `A mail about pre-order ${reference} was refused for good (${error.codes}). ${rest}`;
    await raiseAlert(tx, storeId, { code: 'mail_refused', subjectId: id, message });
  });
}
