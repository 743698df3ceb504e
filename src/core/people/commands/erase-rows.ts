import { AppError } from '../../../domain/error.ts';
import type { MailTransport } from '../../../integrations/mail/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { PAYMENT_SCOPE } from '../../payments/commands/pay.ts';
import { forgetWithdrawals } from '../../withdrawals/commands/forget.ts';

/** Returns the pseudonym that replaces the customer key of an erased person. */
export const pseudonymOf = (erasureId: string): string => `erased-${erasureId}`;

type Target = { storeId: string; ids: readonly string[]; pseudonym: string };

/**
 * Erases contact, properties and marketing consent of checkouts. The checkouts, their money and their stock stay. Without a
 * `pseudonym` each checkout gets one of its own.
 */
export async function eraseCheckouts(
  tx: Sql,
  { storeId, ids, pseudonym }: Omit<Target, 'pseudonym'> & { pseudonym?: string },
): Promise<void> {
  await tx.query('DELETE FROM checkout_contact WHERE store_id = $1 AND checkout_id = ANY($2::uuid[])', [storeId, ids]);
  await tx.query(
    `UPDATE checkout SET customer_key = coalesce($3, 'erased-' || id), line_item_properties = NULL,
       marketing_consent = false
     WHERE store_id = $1 AND id = ANY($2::uuid[])`,
    [storeId, ids, pseudonym ?? null],
  );
}

/**
 * Deletes the idempotency rows of these checkouts: they hold hashes of bodies with names and addresses. They are pruned
 * after 7 days anyway. The row of a payment is found by its scope; the row of a hold by its time, which the checkout
 * shares.
 */
export async function eraseRequests(tx: Sql, storeId: string, checkoutIds: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM idempotency WHERE store_id = $1 AND scope = ANY($2::text[])', [
    storeId,
    checkoutIds.map((id) => `${PAYMENT_SCOPE} ${id}`),
  ]);
  const made = await tx.query<{ at: string }>(
    `SELECT DISTINCT created_at::text AS at FROM checkout
     WHERE store_id = $1 AND id = ANY($2::uuid[]) AND created_at > (SELECT app_now()) - interval '8 days'`,
    [storeId, checkoutIds],
  );
  if (made.length === 0) return;
  await tx.query(
    `DELETE FROM idempotency WHERE created_at = ANY($3::timestamptz[]) AND store_id = $1 AND subject_id = ANY($2::uuid[])`,
    [storeId, checkoutIds, made.map(({ at }) => at)],
  );
}

/**
 * Erases contact, properties, links, messages, notes and the answers of other systems. The pre-orders, their line items, money and
 * stock stay. Line items keep their customer key for now, see `releaseLineKeys`.
 */
export async function erasePreorders(
  tx: Sql,
  { mail, commerce }: Pick<Deps, 'mail' | 'commerce'>,
  { storeId, ids, pseudonym }: Target,
): Promise<void> {
  const target = [storeId, ids];
  await withdrawMails(tx, mail, target);
  await tx.query(
    `DELETE FROM mail_suppression s USING preorder o
     WHERE o.store_id = $1 AND o.id = ANY($2::uuid[]) AND s.store_id = $1 AND s.customer_key = o.customer_key
       AND NOT EXISTS (SELECT 1 FROM preorder other WHERE other.store_id = $1 AND other.customer_key = o.customer_key
                         AND other.id <> ALL ($2::uuid[]))`,
    target,
  );
  await tx.query('DELETE FROM preorder_contact WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', target);
  await tx.query(
    'UPDATE preorder SET customer_key = $3, marketing_consent = false WHERE store_id = $1 AND id = ANY($2::uuid[])',
    [...target, pseudonym],
  );
  await tx.query(
    'UPDATE preorder_line SET properties = NULL WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])',
    target,
  );
  // The provider's ids of the card stay until a later round has the provider forget the card.
  await tx.query(
    `UPDATE payment_method SET brand = '', last4 = '', expires_on = NULL, replaced_at = coalesce(replaced_at, app_now())
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])`,
    target,
  );
  await tx.query(
    `UPDATE goodwill g SET reason = '' FROM preorder_line l
     WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[]) AND g.store_id = l.store_id AND g.line_id = l.id`,
    target,
  );
  // A carrier tells the name on a parcel to anyone who has its number. The carrier itself may be a person.
  await tx.query(
    `UPDATE fulfilment SET carrier = '', tracking_number = '', tracking_link = ''
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])`,
    target,
  );
  await tx.query('DELETE FROM shopper_message WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', target);
  await tx.query('DELETE FROM store_message WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', target);
  await tx.query('DELETE FROM contact_change WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', target);
  await tx.query('DELETE FROM preorder_note WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', target);
  await tx.query('DELETE FROM link WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', target);
  await forgetWithdrawals(tx, mail, { storeId, pseudonym, preorderIds: ids });
  await withdrawOrders(tx, commerce, target);
  await eraseWebhookTexts(tx, target);
}

/**
 * Deletes waiting mails, what is kept of those that went out, and the archived files of all mails. Throws `job_running` while a mail is being sent: its file
 * would be archived after this transaction. A job that begins to send a mail now waits for this transaction, and then
 * finds no address.
 */
async function withdrawMails(tx: Sql, mail: MailTransport, target: unknown[]): Promise<void> {
  // Not `NO KEY`: a transaction that inserts a mail of the pre-order has to wait, too.
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE', target);
  const messages = await tx.query<{ messageId: string; sending: boolean }>(
    `SELECT message_id AS "messageId", sent_at IS NULL AND coalesce(claimed_until > (SELECT app_now()), false) AS sending
     FROM mail WHERE store_id = $1 AND preorder_id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
    target,
  );
  if (messages.some(({ sending }) => sending)) {
    throw new AppError('job_running', 'A mail is being sent just now. Try again in a moment. Nothing was erased.');
  }
  await tx.query('DELETE FROM mail WHERE store_id = $1 AND preorder_id = ANY($2::uuid[]) AND sent_at IS NULL', target);
  await tx.query(
    `UPDATE mail SET sent_to = NULL, subject = NULL, written_from = NULL, body_digest = NULL
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])`,
    target,
  );
  for (const { messageId } of messages) await mail.archive?.remove(messageId);
}

/**
 * Removes the archived files of store orders, and the answers of the store's system to orders that it refused: an answer
 * may repeat an address. The merchant has to erase the data that the store's system already has.
 */
async function withdrawOrders(tx: Sql, commerce: Deps['commerce'], target: unknown[]): Promise<void> {
  const orders = await tx.query<{ id: string }>(
    `UPDATE store_order SET handed_hash = NULL, failure = left(failure, 0)
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[]) RETURNING id`,
    target,
  );
  await tx.query(
    `UPDATE alert SET message = 'An order of somebody who was erased was refused.', message_code = NULL, message_values = NULL,
       resolved_at = coalesce(resolved_at, app_now())
     WHERE store_id = $1 AND code = 'store_order_refused' AND subject_id = ANY($2::uuid[])`,
    [target[0], orders.map(({ id }) => id)],
  );
  for (const { id } of orders) await commerce.archive?.remove(id);
}

/**
 * Empties the answers of webhook receivers, which may contain anything, and the bodies that name a parcel. A body that is
 * sent again is then written anew, without the number. The other bodies name no person.
 */
async function eraseWebhookTexts(tx: Sql, target: unknown[]): Promise<void> {
  await tx.query(
    `UPDATE webhook_attempt a SET answer = '' FROM webhook_message m
     WHERE m.store_id = $1 AND m.subject_id = ANY($2::uuid[]) AND a.store_id = m.store_id
       AND a.endpoint_id = m.endpoint_id AND a.message_id = m.id AND a.answer <> ''`,
    target,
  );
  await tx.query(
    `UPDATE webhook_message m SET body = NULL FROM webhook_endpoint e
     WHERE m.store_id = $1 AND m.subject_id = ANY($2::uuid[]) AND m.body IS NOT NULL
       AND e.store_id = m.store_id AND e.id = m.endpoint_id
       AND (e.include_personal OR m.type IN ('preorder.sent', 'fulfilment.changed', 'fulfilment.delivered'))`,
    target,
  );
}

const LINES_AT_ONCE = 5_000;

/**
 * Replaces the customer key of line items of erased pre-orders by the pseudonym. A line item that is not cancelled keeps
 * its key until its waitlist is closed, if that has a limit per customer: the unit still counts for the limit. Works on
 * the pre-orders `ids`, or on the whole erasure; 5,000 line items a call. Returns true if there may be more.
 */
export async function releaseLineKeys(
  tx: Sql,
  { storeId, pseudonym, ids }: Omit<Target, 'ids'> & { ids?: readonly string[] },
): Promise<boolean> {
  const released = await tx.query(
    `UPDATE preorder_line SET customer_key = $2 WHERE store_id = $1 AND id = ANY (ARRAY(
       SELECT l.id FROM preorder o
       JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id
       JOIN waitlist w ON w.store_id = l.store_id AND w.id = l.waitlist_id
       WHERE o.store_id = $1 AND o.customer_key = $2 AND l.customer_key <> $2
         AND (w.state = 'CLOSED' OR w.limit_per_customer IS NULL OR l.state = 'cancelled')
         AND ($3::uuid[] IS NULL OR o.id = ANY($3)) LIMIT ${LINES_AT_ONCE})) RETURNING 1`,
    [storeId, pseudonym, ids ?? null],
  );
  return released.length === LINES_AT_ONCE;
}

/** Marks the erasure as finished once no line item has a key left. */
export async function finishErasure(tx: Sql, storeId: string, erasureId: string): Promise<void> {
  await tx.query(
    `UPDATE erasure SET finished_at = app_now() WHERE store_id = $1 AND id = $2 AND finished_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM preorder o JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id
                       WHERE o.store_id = $1 AND o.customer_key = $3 AND l.customer_key <> $3)`,
    [storeId, erasureId, pseudonymOf(erasureId)],
  );
}
