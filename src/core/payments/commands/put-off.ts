import type { Sql } from '../../../platform/db.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import { emit } from '../../outbox/outbox.ts';
import { KNOWN_END, type PaymentDue, readOpenDue } from '../queries/dues.ts';
import type { PreorderKey } from '../queries/money.ts';
import { type DueKey, NOT_ASKED, wasNotAsked } from '../queries/unasked.ts';

/**
 * Stores the present deadlines of these payment dues. Their links stay valid as long, and shoppers who were reminded of an
 * earlier deadline are reminded again. Skips rows that another transaction has locked.
 */
export async function putOff(sql: Sql, dues: readonly PaymentDue[]): Promise<void> {
  if (dues.length === 0) return;
  await sql.query(PUT_OFF, [
    dues.map(({ storeId }) => storeId),
    dues.map(({ id }) => id),
    dues.map(({ deadline }) => deadline),
  ]);
}

const PUT_OFF = `
  WITH later AS (
    SELECT d.store_id, d.id, d.preorder_id, d.since, w.until
    FROM payment_due d JOIN unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS w (store_id, id, until)
      ON w.store_id = d.store_id AND w.id = d.id
    WHERE d.ended_at IS NULL ORDER BY d.store_id, d.id FOR NO KEY UPDATE OF d SKIP LOCKED),
  put_off AS (
    UPDATE payment_due d SET put_off_until = l.until, reminded_at = NULL
    FROM later l WHERE d.store_id = l.store_id AND d.id = l.id)
  UPDATE link k SET expires_at = l.until FROM later l
  WHERE k.store_id = l.store_id AND k.preorder_id = l.preorder_id AND k.purpose IN ('pay', 'card')
    AND k.detail->'swapId' IS NULL AND k.created_at >= l.since AND k.expires_at < l.until`;

const HOURS_TO_PAY = 48; // as after an outage
const HOUR_MS = 3_600_000;

/**
 * Gives the shopper at least two days from now to pay, and a link that is valid as long, because a dispute no longer
 * blocks the charge. A shopper who has less time left gets a new start: earlier outages no longer count.
 */
export async function leaveTimeToPay(tx: Sql, preorder: PreorderKey): Promise<void> {
  const due = await readOpenDue(tx, preorder);
  if (due && due.msLeft < HOURS_TO_PAY * HOUR_MS) await beginAnew(tx, due, HOURS_TO_PAY);
}

const HOURS_UNASKED = 72; // as for a question about a date

/**
 * Gives three days more where the shopper was not asked: the newest mail about this payment did not arrive. Resolves with false where
 * it did.
 */
export async function extendUnasked(tx: Sql, due: DueKey): Promise<boolean> {
  const isUnasked = await wasNotAsked(tx, due);
  if (isUnasked) await beginAnew(tx, due, HOURS_UNASKED);
  return isUnasked;
}

async function beginAnew(tx: Sql, { storeId, id }: DueKey, hours: number): Promise<void> {
  await tx.query(
    `WITH later AS (
       UPDATE payment_due d SET runs_from = now, deadline = now + $3 * interval '1 hour', put_off_until = NULL, reminded_at = NULL
       FROM app_now() AS now WHERE d.store_id = $1 AND d.id = $2
       RETURNING d.store_id, d.preorder_id, d.since, d.deadline)
     UPDATE link k SET expires_at = l.deadline FROM later l
     WHERE k.store_id = l.store_id AND k.preorder_id = l.preorder_id AND k.purpose IN ('pay', 'card')
       AND k.detail->'swapId' IS NULL AND k.created_at >= l.since AND k.expires_at < l.deadline`,
    [storeId, id, hours],
  );
}

/** Asks for the payment that is due again, with the whole time to pay from now, because the shopper has another address. */
export async function askToPayAgain(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  const asked = await tx.query<{ id: string }>(
    `UPDATE payment_due d SET runs_from = now, deadline = greatest(${KNOWN_END}, now + s.payment_days * interval '1 day'),
       put_off_until = NULL, reminded_at = NULL
     FROM store s, app_now() AS now
     WHERE d.store_id = $1 AND d.preorder_id = $2 AND d.ended_at IS NULL AND s.id = d.store_id RETURNING d.id`,
    [storeId, preorderId],
  );
  for (const { id } of asked) {
    await resolveAlert(tx, storeId, { code: NOT_ASKED, subjectId: id });
    await emit(tx, 'payment.needed', { storeId, subjectId: preorderId, detail: { paymentDueId: id } });
  }
}
