import { randomUUID } from 'node:crypto';
import type { MailMessage } from '../../integrations/mail/port.ts';
import type { Sql } from '../../platform/db.ts';
import type { Deps } from '../deps.ts';
import { linkAddress } from '../links/commands.ts';
import { findLink, lineIdsOf } from '../links/queries.ts';
import { findPreorder } from '../preorders/queries.ts';
import { readStore } from '../stores/queries.ts';
import { cancelLinkMail } from './templates/cancel-link.ts';
import type { MailContent, MailFacts } from './templates/facts.ts';
import { preorderCancelled } from './templates/preorder-cancelled.ts';
import { preorderPlaced } from './templates/preorder-placed.ts';

export type MailKind = 'preorder_placed' | 'preorder_cancelled';

type MailDeps = Pick<Deps, 'db' | 'mail' | 'mailFrom'>;
type Mail = { id: string; messageId: string; dedupe: string };

/**
 * Sends what a shopper is still to be told of a pre-order. Each mail is a row with its Message-ID before it goes out, so
 * a second call sends nothing new, and a retry after a lost answer repeats the same id, which receivers drop.
 */
export async function sendPreorderMail(
  deps: MailDeps,
  { storeId, preorderId, kind }: { storeId: string; preorderId: string; kind: MailKind },
): Promise<void> {
  const preorder = await findPreorder(deps.db, storeId, preorderId);
  if (!preorder?.contact) return; // erased meanwhile: nobody is left to write to
  const facts: MailFacts = {
    store: await readStore(deps.db, storeId),
    preorder: { ...preorder, contact: preorder.contact },
  };
  const domain = deps.mailFrom.split('@').at(-1) ?? 'localhost';
  const mails = await deps.db.transaction((tx) => takeMails(tx, { storeId, domain, kind }, facts));
  for (const mail of mails) {
    const message = { ...addressed(facts, deps.mailFrom), ...content(kind, facts, mail), messageId: mail.messageId };
    await deliver(deps, { storeId, id: mail.id }, message);
  }
}

/**
 * Sends the link that was asked for to the pre-order's own address; nothing once it is sent, used, or over. The row of
 * the mail comes first, as with the others.
 */
export async function sendCancelLink(
  deps: MailDeps & Pick<Deps, 'secrets' | 'baseUrl'>,
  { storeId, linkId }: { storeId: string; linkId: string },
): Promise<void> {
  const link = await findLink(deps.db, linkId);
  const preorder = link?.storeId === storeId ? await findPreorder(deps.db, storeId, link.preorderId) : null;
  if (link?.purpose !== 'cancel' || link.expired || link.used || !preorder?.contact) return;
  const facts: MailFacts = {
    store: await readStore(deps.db, storeId),
    preorder: { ...preorder, contact: preorder.contact },
  };
  const id = randomUUID();
  const messageId = `${preorder.reference.toLowerCase()}.cancel_link.${id}@${deps.mailFrom.split('@').at(-1)}`;
  await deps.db.query(
    `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id)
     VALUES ($1, $2, $3, 'preorder_cancel_link', $4, $5) ON CONFLICT (store_id, preorder_id, kind, dedupe) DO NOTHING`,
    [storeId, id, preorder.id, linkId, messageId],
  );
  const [mail] = await deps.db.query<{ id: string; messageId: string }>(
    `SELECT id, message_id AS "messageId" FROM mail
     WHERE store_id = $1 AND preorder_id = $2 AND kind = 'preorder_cancel_link' AND dedupe = $3 AND sent_at IS NULL`,
    [storeId, preorder.id, linkId],
  );
  if (!mail) return;
  const url = linkAddress(deps, linkId, 'cancel');
  const offer = { url, minutes: link.minutes, lineIds: new Set(lineIdsOf(link)) };
  const message = { ...addressed(facts, deps.mailFrom), ...cancelLinkMail(facts, offer), messageId: mail.messageId };
  await deliver(deps, { storeId, id: mail.id }, message);
}

// Longer than any mail server is waited for; only a process that was killed meanwhile leaves a claim behind.
const CLAIM_MINUTES = 5;

/**
 * Sends a mail that nobody else is sending, unless who it is for was erased since they were read. Rejects while somebody
 * is: should they fail, this job's retry sends it.
 */
async function deliver(deps: MailDeps, { storeId, id }: { storeId: string; id: string }, message: MailMessage) {
  const claimed = await deps.db.query(
    `UPDATE mail SET claimed_until = app_now() + $3 * interval '1 minute'
     WHERE store_id = $1 AND id = $2 AND sent_at IS NULL AND (claimed_until IS NULL OR claimed_until <= app_now())
       AND EXISTS (SELECT 1 FROM preorder_contact k WHERE k.store_id = $1 AND k.preorder_id = mail.preorder_id)
     RETURNING 1`,
    [storeId, id, CLAIM_MINUTES],
  );
  if (claimed.length === 0) return refuseUnsent(deps, { storeId, id });
  try {
    await deps.mail.send(message);
  } catch (error) {
    await deps.db.query('UPDATE mail SET claimed_until = NULL WHERE store_id = $1 AND id = $2', [storeId, id]);
    throw error;
  }
  await deps.db.query('UPDATE mail SET sent_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, id]);
}

async function refuseUnsent({ db }: MailDeps, { storeId, id }: { storeId: string; id: string }): Promise<void> {
  const unsent = await db.query('SELECT 1 FROM mail WHERE store_id = $1 AND id = $2 AND sent_at IS NULL', [
    storeId,
    id,
  ]);
  if (unsent.length > 0) throw new Error('another job is sending this mail');
}

function content(kind: MailKind, facts: MailFacts, { dedupe }: Mail): MailContent {
  if (kind === 'preorder_placed') return preorderPlaced(facts);
  return preorderCancelled(facts, new Set(dedupe.split(',').map(Number)));
}

function addressed({ store, preorder: { contact } }: MailFacts, mailFrom: string) {
  const { firstName = '', lastName = '' } = contact.address;
  return {
    from: { name: headerText(store.name), address: mailFrom },
    replyTo: { name: headerText(store.name), address: store.contactEmail },
    to: { name: headerText(`${firstName} ${lastName}`), address: contact.email },
  };
}

/** A name as one line: whatever somebody typed, their mail goes out. */
function headerText(name: string): string {
  return name.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}

type MailKey = { storeId: string; domain: string; kind: MailKind };

/** Writes down the mail that is now due. Where there is none, this is a retry: what was written and not sent. */
async function takeMails(tx: Sql, key: MailKey, { preorder }: MailFacts): Promise<Mail[]> {
  const { storeId, kind } = key;
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorder.id]);
  const known = await tx.query<Mail & { sent: boolean }>(
    `SELECT id, message_id AS "messageId", dedupe, sent_at IS NOT NULL AS sent FROM mail
     WHERE store_id = $1 AND preorder_id = $2 AND kind = $3 ORDER BY created_at`,
    [storeId, preorder.id, kind],
  );
  const dedupe = dueDedupe(kind, preorder, known);
  if (dedupe === null) return known.filter(({ sent }) => !sent);
  const id = randomUUID();
  // The reference comes first, so that people find the mail by it.
  const messageId = `${preorder.reference.toLowerCase()}.${kind}.${id}@${key.domain}`;
  await tx.query(
    'INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, message_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [storeId, id, preorder.id, kind, dedupe, messageId],
  );
  return [{ id, messageId, dedupe }];
}

/** What makes a mail the same mail: a pre-order is confirmed once, and of each cancelled line is told once. */
function dueDedupe(kind: MailKind, preorder: MailFacts['preorder'], known: readonly Mail[]): string | null {
  if (kind === 'preorder_placed') return known.length === 0 ? 'placed' : null;
  const told = new Set(known.flatMap(({ dedupe }) => dedupe.split(',').map(Number)));
  const untold = preorder.lines.filter(({ state, number }) => state === 'cancelled' && !told.has(number));
  return untold.length > 0 ? untold.map(({ number }) => number).join(',') : null;
}
