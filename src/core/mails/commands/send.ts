import { randomUUID } from 'node:crypto';
import { MailError } from '../../../integrations/mail/port.ts';
import { retryWhileAway } from '../../../platform/database-away.ts';
import { describeFault } from '../../../platform/faults.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { beginLink } from '../../links/commands.ts';
import { MAILS_FAIL, noteMailNotTaken, noteMailTaken } from '../../outages/commands/note-mail.ts';
import { forgetWords } from '../../preorders/commands/write-to-store.ts';
import { isAwaited } from '../kinds.ts';
import type { WordsDeps } from '../port.ts';
import { findSuppression, MAIL, type Mail, type MailState } from '../queries.ts';
import { linkMaker } from './mail-links.ts';
import { suppress } from './suppress.ts';

// Longer than any mail server is waited for; only a process that was killed meanwhile leaves a claim behind.
const CLAIM_MINUTES = 5;
// Well within the claim. A mail that went out and is not known to have gone out would be sent again.
const OUTLAST_MS = 2 * 60_000;

type MailKey = { storeId: string; mailId: string };
type SendDeps = WordsDeps & Pick<Deps, 'writeMail' | 'mail' | 'log'>;

/** Why a mail is never sent, and what was said when it was tried. */
type Ending = { why: Exclude<MailState, 'waiting' | 'sent'>; failure?: string };

/**
 * Sends a mail that nobody else is sending, with the words that are right now: nothing, once there is nothing left to
 * tell or nobody left to tell it to. Rejects while it may still go out: the job's retry sends it, with the same id.
 */
export async function sendMail(deps: SendDeps, key: MailKey): Promise<void> {
  const claimant = randomUUID();
  // Where the answer is lost, a claim may have been made that nobody else would undo.
  const mail = await retryWhileAway(OUTLAST_MS, () => claim(deps, key, claimant));
  if (mail === null) return refuseUnsent(deps, key);
  try {
    const ending = await handOver(deps, mail);
    await retryWhileAway(OUTLAST_MS, () => end(deps, mail, ending));
  } catch (error) {
    const values = [...keyValues(key), describeFault(error).message];
    await retryWhileAway(OUTLAST_MS, () =>
      deps.db.query('UPDATE mail SET claimed_until = NULL, failure = $3 WHERE store_id = $1 AND id = $2', values),
    );
    throw error;
  }
}

/** Null: the mail server has it. */
async function handOver(deps: SendDeps, mail: Mail): Promise<Ending | null> {
  // A copy brings the link as it is: it was handed over before.
  if (isAwaited(mail) && mail.copyOf === null) await beginLink(deps.db, mail.storeId, mail.detail.linkId);
  const message = await deps.writeMail(deps, mail, linkMaker(deps, mail));
  if (message === null) return { why: 'over' };
  const { address } = message.to;
  if (await findSuppression(deps.db, mail.storeId, address)) return { why: 'suppressed' };
  try {
    await deps.mail.send(message);
    return null;
  } catch (error) {
    const kind = error instanceof MailError ? error.kind : 'unreachable';
    if (!(error instanceof MailError) || kind === 'unreachable' || kind === 'put_off') {
      const reason = describeFault(error).message;
      await noteMailNotTaken(deps.db, { mailId: mail.id, reason, isServer: kind === 'unreachable' });
      throw error;
    }
    await giveUp(deps, mail, { error, email: address });
    return { why: 'refused', failure: error.message };
  }
}

const keyValues = ({ storeId, mailId }: MailKey) => [storeId, mailId];

/**
 * Null: it is not ours to send. Waits for whoever is erasing the customer, after which there is nobody to write to; of what
 * is read here nothing but the mail itself may have changed meanwhile. May be asked again by who claims.
 */
async function claim({ db }: Pick<Deps, 'db'>, key: MailKey, claimant: string): Promise<Mail | null> {
  const [mail] = await db.query<Mail>(
    `UPDATE mail m SET claimed_until = app_now() + $3 * interval '1 minute', claimed_by = $4
     FROM preorder o
     WHERE m.store_id = $1 AND m.id = $2 AND m.sent_at IS NULL AND m.dropped_at IS NULL
       AND (m.claimed_until IS NULL OR m.claimed_until <= (SELECT app_now()) OR m.claimed_by = $4)
       AND o.store_id = m.store_id AND o.id = m.preorder_id
     RETURNING ${MAIL}`,
    [...keyValues(key), CLAIM_MINUTES, claimant],
  );
  return mail ?? null;
}

async function refuseUnsent({ db }: Pick<Deps, 'db'>, key: MailKey): Promise<void> {
  const unsent = await db.query(
    'SELECT 1 FROM mail WHERE store_id = $1 AND id = $2 AND sent_at IS NULL AND dropped_at IS NULL',
    keyValues(key),
  );
  if (unsent.length > 0) throw new Error('another job is sending this mail');
}

/** Of nearly every mail there is nothing to write down but that it went out. */
async function end({ db }: Pick<Deps, 'db'>, mail: Mail, ending: Ending | null): Promise<void> {
  const key = [mail.storeId, mail.id];
  if (ending === null && mail.kind !== 'message') {
    const written = await db.query(`${SENT} AND NOT ${MAILS_FAIL} RETURNING 1`, key);
    if (written.length > 0) return;
  }
  await db.transaction(async (tx) => {
    if (ending === null) await tx.query(SENT, key);
    else await tx.query(DROPPED, [...key, ending.why, ending.failure ?? null]);
    if (ending === null) await noteMailTaken(tx);
    if (mail.kind === 'message') await forgetWords(tx, mail.storeId, mail.detail.messageId);
  });
}

const SENT =
  'UPDATE mail SET sent_at = app_now(), failure = NULL, claimed_until = NULL WHERE store_id = $1 AND id = $2';

const DROPPED = `
  UPDATE mail SET dropped_at = app_now(), dropped_why = $3, failure = $4, claimed_until = NULL
  WHERE store_id = $1 AND id = $2 AND sent_at IS NULL`;

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
