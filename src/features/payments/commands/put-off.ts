import type { Sql } from '../../../platform/db.ts';
import type { PaymentDue } from '../queries/dues.ts';
import type { PreorderKey } from '../queries/money.ts';

/**
 * Writes down that these are not over before the end that counts now. Their links count as long, and whoever was reminded of an
 * earlier end is reminded again. What somebody else works on is left to them.
 */
export async function putOff(sql: Sql, dues: readonly PaymentDue[]): Promise<void> {
  await sql.query(PUT_OFF, [
    ...[dues.map(({ storeId }) => storeId), dues.map(({ id }) => id), dues.map(({ deadline }) => deadline)],
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

const LEFT_TO_PAY = "interval '48 hours'"; // as after an outage

/** What stood in the way of a charge is over: whoever has to pay has at least two days from now on, and a link as long. */
export async function leaveTimeToPay(tx: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await tx.query(
    `WITH later AS (
       UPDATE payment_due SET deadline = app_now() + ${LEFT_TO_PAY}, reminded_at = NULL
       WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL AND deadline < (SELECT app_now()) + ${LEFT_TO_PAY}
       RETURNING store_id, preorder_id, since, deadline)
     UPDATE link k SET expires_at = l.deadline FROM later l
     WHERE k.store_id = l.store_id AND k.preorder_id = l.preorder_id AND k.purpose IN ('pay', 'card')
       AND k.detail->'swapId' IS NULL AND k.created_at >= l.since AND k.expires_at < l.deadline`,
    [storeId, preorderId],
  );
}
