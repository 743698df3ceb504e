import { MailError } from '../../../integrations/mail/port.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { retryWhileAway } from '../../../platform/database-away.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { linkAddress } from '../../links/commands.ts';
import { findSuppression } from '../../mails/queries.ts';
import { readNow } from '../../preorders/queries.ts';
import { readStore, type Store } from '../../stores/queries.ts';
import { readWithdrawal } from '../queries.ts';

// A slow mailbox must not keep the receipts of others waiting, and a mail server takes few connections. With a second for each mail,
// fewer would not send those of 10,000 declarations within the hour in which they come.
const RECEIPTS_AT_ONCE = 5;
// The waits are 5 s, 10, 20 … up to ten minutes: the law wants the receipt without delay, however long the mail server is away.
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 600;
const DOUBLINGS_MAX = 7; // more than reach the longest wait, and few enough for a power of two
// Longer than a mail server may be silent, so that no other process sends the same receipt meanwhile. Where a process dies, its receipts
// still go out within a minute.
const CLAIM_SECONDS = 40;
// So long a receipt waits for its pre-order to be found, because it then has the link that undoes it.
const LOOK_SECONDS = 10;
// How long it is tried to note that a receipt went out: it would be sent again otherwise.
const DATABASE_RETRY_MAX_MS = 60_000;

type ReceiptDeps = Pick<Deps, 'db' | 'log' | 'secrets' | 'baseUrl' | 'mail' | 'mailFrom' | 'writeReceipt'>;
type Due = {
  storeId: string;
  withdrawalId: string;
  recipient: 'declarant' | 'contact';
  /** This is the n-th try. Another number since then means that another person is to get it. */
  tries: number;
};

/** Sends the receipts of declarations that are due, some at a time. Any number of processes may do so at once. */
export async function sendReceipts(deps: ReceiptDeps, stopping?: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: RECEIPTS_AT_ONCE }, () => sendDue(deps, stopping)));
}

async function sendDue(deps: ReceiptDeps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await claim(deps.db);
    if (due === null) return;
    await trySend(deps, due);
  }
}

/** Takes the next receipt and puts its next try off, so that no other process sends it meanwhile, and none at all forgets it. */
async function claim(sql: Sql): Promise<Due | null> {
  const [due] = await sql.query<Due>(
    `UPDATE withdrawal_receipt r SET tries = r.tries + 1,
            try_at = app_now() + interval '${CLAIM_SECONDS} seconds'
     FROM (SELECT c.store_id, c.withdrawal_id, c.recipient FROM withdrawal_receipt c
           JOIN withdrawal w ON w.store_id = c.store_id AND w.id = c.withdrawal_id
           WHERE c.sent_at IS NULL AND c.try_at < 'infinity' AND c.try_at <= (SELECT app_now())
             AND (w.looked_at IS NOT NULL OR w.declared_at <= (SELECT app_now()) - interval '${LOOK_SECONDS} seconds')
           ORDER BY c.try_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED) due
     WHERE r.store_id = due.store_id AND r.withdrawal_id = due.withdrawal_id AND r.recipient = due.recipient
     RETURNING r.store_id AS "storeId", r.withdrawal_id AS "withdrawalId", r.recipient, r.tries`,
  );
  return due ?? null;
}

async function trySend(deps: ReceiptDeps, due: Due): Promise<void> {
  const outcome = await handOver(deps, due);
  await retryWhileAway(DATABASE_RETRY_MAX_MS, () => deps.db.transaction((tx) => note(tx, due, outcome)));
}

/** Hands the receipt over to the mail server. An address that must get no mails gets none. */
async function handOver(deps: ReceiptDeps, due: Due): Promise<Outcome> {
  const withdrawal = await readWithdrawal(deps.db, due.storeId, due.withdrawalId);
  const email = due.recipient === 'declarant' ? withdrawal.email : await contactOf(deps.db, due);
  if (!email) return { gaveUp: 'erased' };
  if (await findSuppression(deps.db, due.storeId, email)) return { gaveUp: 'suppressed' };
  const store = await readStore(deps.db, due.storeId);
  const linkId = await undoLinkOf(deps.db, due);
  const undo =
    linkId === null ? null : { url: linkAddress(deps, linkId, 'withdrawal'), by: await undoBy(deps.db, store) };
  const messageId = receiptId(deps, due, email);
  try {
    await deps.mail.send({
      messageId,
      to: { name: due.recipient === 'declarant' ? withdrawal.name : '', address: email },
      ...(await deps.writeReceipt(deps, { store, withdrawal, undo })),
    });
    return { messageId };
  } catch (error) {
    const codes = error instanceof MailError ? error.codes : 'unknown';
    deps.log.warn({ withdrawal: due.withdrawalId, codes }, 'a receipt of a withdrawal was not sent');
    const isFinal = error instanceof MailError && (error.kind === 'refused' || error.kind === 'no_mailbox');
    return isFinal ? { gaveUp: codes } : { failure: codes };
  }
}

const undoBy = async (sql: Sql, { withdrawalUndoHours }: Store): Promise<Date> =>
  new Date((await readNow(sql)) + withdrawalUndoHours * 3_600_000);

/** Returns the Message-ID of a receipt, the same at each try for one address. The customer of a pre-order may have another one meanwhile. */
function receiptId(
  { mailFrom }: Pick<Deps, 'mailFrom'>,
  { withdrawalId, recipient }: Pick<Due, 'withdrawalId' | 'recipient'>,
  email: string,
): string {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return `withdrawal-${withdrawalId}-${recipient}-${sha256Hex(email).slice(0, 12)}@${domain}`;
}

async function contactOf(sql: Sql, { storeId, withdrawalId }: Due): Promise<string | null> {
  const [contact] = await sql.query<{ email: string }>(
    `SELECT c.email FROM withdrawal w
     JOIN preorder_contact c ON c.store_id = w.store_id AND c.preorder_id = w.preorder_id
     WHERE w.store_id = $1 AND w.id = $2`,
    [storeId, withdrawalId],
  );
  return contact?.email ?? null;
}

/** Returns the link to undo the declaration. Only the customer of the pre-order gets it. */
async function undoLinkOf(sql: Sql, { storeId, withdrawalId, recipient }: Due): Promise<string | null> {
  const [link] = await sql.query<{ id: string }>(
    `SELECT k.id FROM withdrawal w
     JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
     JOIN link k ON k.store_id = o.store_id AND k.preorder_id = o.id AND k.purpose = 'withdrawal'
     WHERE w.store_id = $1 AND w.id = $2 AND k.detail->>'withdrawalId' = w.id::text AND k.expires_at > (SELECT app_now())
       AND (o.customer_key = w.customer_key OR $3 = 'contact')
     ORDER BY k.created_at DESC LIMIT 1`,
    [storeId, withdrawalId, recipient],
  );
  return link?.id ?? null;
}

type Outcome = { messageId: string } | { failure: string } | { gaveUp: string };

async function note(sql: Sql, { storeId, withdrawalId, recipient, tries }: Due, outcome: Outcome): Promise<void> {
  const key = [storeId, withdrawalId, recipient, tries];
  const ROW = 'store_id = $1 AND withdrawal_id = $2 AND recipient = $3 AND tries = $4';
  if ('messageId' in outcome) {
    await sql.query(`UPDATE withdrawal_receipt SET sent_at = app_now(), failure = NULL, message_id = $5 WHERE ${ROW}`, [
      ...key,
      outcome.messageId,
    ]);
    return;
  }
  if ('failure' in outcome) {
    await sql.query(
      `UPDATE withdrawal_receipt SET failure = $5, try_at = app_now() + interval '1 second'
         * least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(tries - 1, ${DOUBLINGS_MAX})))
       WHERE ${ROW} AND try_at < 'infinity'`,
      [...key, outcome.failure],
    );
    return;
  }
  await sql.query(`UPDATE withdrawal_receipt SET failure = $5, try_at = 'infinity' WHERE ${ROW}`, [
    ...key,
    outcome.gaveUp,
  ]);
  if (outcome.gaveUp === 'erased') return;
  await raiseAlert(sql, storeId, {
    text: 'withdrawal_receipt_refused',
    subjectId: withdrawalId,
    values: { codes: outcome.gaveUp },
    next: { step: 'look_at_withdrawal', about: withdrawalId },
  });
}
