import { randomUUID } from 'node:crypto';
import type { Next } from '../../../domain/alert.ts';
import { MailError } from '../../../integrations/mail/port.ts';
import { retryWhileAway } from '../../../platform/database-away.ts';
import type { Sql } from '../../../platform/db.ts';
import { describeFault } from '../../../platform/faults.ts';
import { gather } from '../../../platform/gather.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { DoneByAnother } from '../../jobs/reason.ts';
import { beginLink } from '../../links/commands.ts';
import { MAILS_FAIL, noteMailNotTaken, noteMailTaken } from '../../outages/commands/note-mail.ts';
import { forgetOldAddress } from '../../people/commands/change-contact.ts';
import { forgetWords } from '../../preorders/commands/write-to-store.ts';
import { evidenceOf, type MailEvidence } from '../evidence.ts';
import { isAwaited } from '../kinds.ts';
import type { WordsDeps } from '../port.ts';
import { readSources } from '../queries/sources.ts';
import { findSuppressed, MAIL, type Mail, type MailState } from '../queries.ts';
import { linkMaker, makeLinks } from './mail-links.ts';
import { suppress } from './suppress.ts';

// Longer than the time-out for any mail server, so only a process that was killed leaves a claim to expire.
const CLAIM_MINUTES = 5;
// How long a write is retried while the database is away. If the result were not recorded, a mail that went out would be
// sent again. The limit is well below the claim.
const DATABASE_RETRY_MAX_MS = 2 * 60_000;

type MailKey = { storeId: string; mailId: string };
type Claim = MailKey & { claimant: string };
type SendDeps = WordsDeps & Pick<Deps, 'writeMail' | 'mail' | 'log'>;

/** Why a mail is never sent. `failure`: what the mail server answered. */
type Ending = { why: Exclude<MailState, 'waiting' | 'sent'>; failure?: string };
/** A mail that a mail server took, with what is kept of it. */
type Sent = { mail: Mail; evidence: MailEvidence };

/**
 * Returns what sends a mail unless another job is sending it. The text is written now, from the current facts; if there is nothing
 * to tell any more, or no person to tell it to, no mail is sent. Rejects while the mail may still go out: the job's retry sends it
 * with the same Message-ID. Mails of a store that are sent beside each other share their statements (docs/design/mails.md).
 */
export function createMailSender(deps: SendDeps): (key: MailKey) => Promise<void> {
  const together = statementsOf(deps);
  return (key) => send(deps, together, key);
}

type Together = ReturnType<typeof statementsOf>;

/** The statements of mails, each for all mails of a store that need it at the same time. */
function statementsOf({ db }: Pick<Deps, 'db'>) {
  return {
    claim: gather((claims: readonly Claim[]) => claimFree(db, claims)),
    read: gather((mails: readonly Mail[]) => readSources(db, mails)),
    makeLink: gather((links: Parameters<typeof makeLinks>[1]) => makeLinks(db, links)),
    isSuppressed: gather((given: readonly { storeId: string; email: string }[]) => areSuppressed(db, given)),
    noteSent: gather((mails: readonly Sent[]) => noteSent(db, mails)),
  };
}

async function send(deps: SendDeps, together: Together, key: MailKey): Promise<void> {
  const asked = { ...key, claimant: randomUUID() };
  // When the answer to the claim is lost, the claim may still exist. The retry uses the same `claimant`, so it gets it.
  const claimed = () => together.claim(key.storeId, asked).then((mail) => mail ?? claim(deps, asked));
  const mail = await retryWhileAway(DATABASE_RETRY_MAX_MS, claimed);
  if (mail === null) return refuseUnsent(deps, key);
  try {
    const ended = await handOver(deps, together, mail);
    const record =
      'why' in ended ? recordUnsent(deps, mail, ended) : recordSent(deps, together, { mail, evidence: ended });
    await retryWhileAway(DATABASE_RETRY_MAX_MS, record);
  } catch (error) {
    const values = [...keyValues(key), describeFault(error).message];
    await retryWhileAway(DATABASE_RETRY_MAX_MS, () =>
      deps.db.query('UPDATE mail SET claimed_until = NULL, failure = $3 WHERE store_id = $1 AND id = $2', values),
    );
    throw error;
  }
}

/** Hands the mail over to the mail server. Returns what is kept of it when the server took it, else why the mail is never sent. */
async function handOver(deps: SendDeps, together: Together, mail: Mail): Promise<Ending | MailEvidence> {
  const { storeId } = mail;
  // The link in a copy does not begin again, because the original mail was already handed over.
  if (isAwaited(mail) && mail.copyOf === null) await beginLink(deps.db, storeId, mail.detail.linkId);
  const sources = await together.read(storeId, mail);
  const link = linkMaker(deps, mail, (wanted) => together.makeLink(storeId, wanted));
  const message = sources && (await deps.writeMail(deps, { mail, ...sources }, link));
  if (sources === null || message === null) return { why: 'over' };
  const { address } = message.to;
  if (await together.isSuppressed(storeId, { storeId, email: address })) return { why: 'suppressed' };
  // Before it goes out: a fault in here must not send the mail again.
  const evidence = evidenceOf(mail, sources, message);
  try {
    await deps.mail.send(message);
    return evidence;
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
 * Claims a mail for sending. Returns null when it was sent or dropped, or when another job has claimed it. Waits for an
 * erasure of the customer that is under way, which deletes unsent mails; of the rows read here, only the mail itself can
 * change during the wait. A repeated call with the same `claimant` gets the same claim.
 */
async function claim({ db }: Pick<Deps, 'db'>, { claimant, ...key }: Claim): Promise<Mail | null> {
  const [mail] = await db.query<Mail>(
    `UPDATE mail m SET claimed_until = app_now() + $3 * interval '1 minute', claimed_by = $4
     FROM preorder o
     WHERE m.store_id = $1 AND m.id = $2 AND ${mayClaim('$4')} AND o.store_id = m.store_id AND o.id = m.preorder_id
     RETURNING ${MAIL}`,
    [...keyValues(key), CLAIM_MINUTES, claimant],
  );
  return mail ?? null;
}

const mayClaim = (claimant: string) => `m.sent_at IS NULL AND m.dropped_at IS NULL
  AND (m.claimed_until IS NULL OR m.claimed_until <= (SELECT app_now()) OR m.claimed_by = ${claimant})`;

/** Claims mails of a store as `claim` does. Resolves with null also for a mail that another transaction has locked. */
async function claimFree(sql: Sql, claims: readonly Claim[]): Promise<(Mail | null)[]> {
  const mails = await sql.query<Mail & { claimant: string }>(
    `WITH free AS MATERIALIZED (
       SELECT m.id, c.claimant FROM unnest($2::uuid[], $3::uuid[]) AS c (id, claimant)
       JOIN mail m ON m.store_id = $1 AND m.id = c.id WHERE ${mayClaim('c.claimant')}
       FOR NO KEY UPDATE OF m SKIP LOCKED)
     UPDATE mail m SET claimed_until = app_now() + $4 * interval '1 minute', claimed_by = free.claimant
     FROM free, preorder o
     WHERE m.store_id = $1 AND m.id = free.id AND o.store_id = m.store_id AND o.id = m.preorder_id
     RETURNING ${MAIL}, m.claimed_by AS claimant`,
    [claims[0]?.storeId, claims.map(({ mailId }) => mailId), claims.map(({ claimant }) => claimant), CLAIM_MINUTES],
  );
  const claimed = new Map(mails.map(({ claimant, ...mail }) => [claimant, mail as Mail]));
  return claims.map(({ claimant }) => claimed.get(claimant) ?? null);
}

async function areSuppressed(sql: Sql, given: readonly { storeId: string; email: string }[]): Promise<boolean[]> {
  const emails = given.map(({ email }) => email);
  const suppressed = await findSuppressed(sql, given[0]?.storeId ?? '', emails);
  return emails.map((email) => suppressed.has(email));
}

async function refuseUnsent({ db }: Pick<Deps, 'db'>, key: MailKey): Promise<void> {
  const unsent = await db.query(
    'SELECT 1 FROM mail WHERE store_id = $1 AND id = $2 AND sent_at IS NULL AND dropped_at IS NULL',
    keyValues(key),
  );
  if (unsent.length > 0) throw new DoneByAnother('another job is sending this mail');
}

/** Returns what records that a mail went out. The fast path is that of nearly every mail. */
function recordSent({ db }: Pick<Deps, 'db'>, together: Together, sent: Sent): () => Promise<void> {
  const { mail } = sent;
  const isOnce = mail.kind === 'message' || mail.kind === 'contact_left';
  return async () => {
    if (!isOnce && (await together.noteSent(mail.storeId, sent))) return;
    await db.transaction(async (tx) => {
      await tx.query(SENT, [mail.storeId, ...sentValues([sent]).map(([value]) => value)]);
      await noteMailTaken(tx);
      await forgetOnce(tx, mail);
    });
  };
}

/** Returns what records that a mail is never sent. */
const recordUnsent =
  ({ db }: Pick<Deps, 'db'>, mail: Mail, { why, failure }: Ending) =>
  (): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.query(DROPPED, [mail.storeId, mail.id, why, failure ?? null]);
      await forgetOnce(tx, mail);
    });

/** Forgets what was kept for this mail alone. */
async function forgetOnce(tx: Sql, mail: Mail): Promise<void> {
  if (mail.kind === 'message') await forgetWords(tx, mail.storeId, mail.detail.messageId);
  if (mail.kind === 'contact_left') await forgetOldAddress(tx, mail.storeId, mail.detail.changeId);
}

/** Records that mails of a store went out, unless the end of an outage has to be noted too. Resolves with false for those then. */
async function noteSent(sql: Sql, sent: readonly Sent[]): Promise<boolean[]> {
  const noted = await sql.query<{ id: string }>(
    `WITH mine AS MATERIALIZED (
       SELECT m.id, w.sent_to, w.subject, w.written_from, w.digest
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::json[], $6::text[]) AS w (id, sent_to, subject, written_from, digest)
       JOIN mail m ON m.store_id = $1 AND m.id = w.id AND NOT ${MAILS_FAIL}
       ORDER BY m.id FOR NO KEY UPDATE OF m)
     UPDATE mail m SET sent_at = app_now(), failure = NULL, claimed_until = NULL, sent_to = mine.sent_to, subject = mine.subject,
       written_from = mine.written_from, body_digest = decode(mine.digest, 'hex') FROM mine
     WHERE m.store_id = $1 AND m.id = mine.id RETURNING m.id`,
    [sent[0]?.mail.storeId, ...sentValues(sent)],
  );
  const ids = new Set(noted.map(({ id }) => id));
  return sent.map(({ mail }) => ids.has(mail.id));
}

/** Returns the values of mails that went out, a column after the other. */
const sentValues = (sent: readonly Sent[]): string[][] => [
  sent.map(({ mail }) => mail.id),
  sent.map(({ evidence }) => evidence.to),
  sent.map(({ evidence }) => evidence.subject),
  sent.map(({ evidence }) => JSON.stringify(evidence.writtenFrom)),
  sent.map(({ evidence }) => evidence.digest),
];

const SENT = `
  UPDATE mail SET sent_at = app_now(), failure = NULL, claimed_until = NULL, sent_to = $3, subject = $4, written_from = $5,
    body_digest = decode($6, 'hex')
  WHERE store_id = $1 AND id = $2`;

const DROPPED = `
  UPDATE mail SET dropped_at = app_now(), dropped_why = $3, failure = $4, claimed_until = NULL
  WHERE store_id = $1 AND id = $2 AND sent_at IS NULL`;

type RefusalNotice = { text: 'mail_refused' | 'mail_refused.no_mailbox' | 'mail_refused.store_mailbox'; next: Next };
const REFUSED: RefusalNotice = { text: 'mail_refused', next: { step: 'look_at_mails' } };
const NO_MAILBOX: Record<'customer' | 'store', RefusalNotice> = {
  customer: { text: 'mail_refused.no_mailbox', next: { step: 'look_at_suppressions' } },
  store: { text: 'mail_refused.store_mailbox', next: { step: 'change_contact' } },
};

/** Tells the merchant that a mail was refused for good. When the mailbox does not exist, also suppresses the address. */
async function giveUp(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { storeId, id, kind, reference }: Mail,
  { error, email }: { error: MailError; email: string },
): Promise<void> {
  log.error({ mailId: id, kind, failure: error.message }, 'a mail was refused for good');
  const noMailbox = error.kind === 'no_mailbox';
  const { text, next } = noMailbox ? NO_MAILBOX[kind === 'message' ? 'store' : 'customer'] : REFUSED;
  await db.transaction(async (tx) => {
    if (noMailbox) await suppress(tx, { storeId, email }, { reason: 'refused', codes: error.codes });
    await raiseAlert(tx, storeId, { text, subjectId: id, values: { reference, codes: error.codes }, next });
  });
}
