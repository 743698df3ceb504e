import type { PaymentFailure } from '../../../domain/payment-retry.ts';
import type { Sql } from '../../../platform/db.ts';
import { LIVE_STATES } from '../queries.ts';
import { inTurn } from '../rounds.ts';
import type { PreorderKey } from './money.ts';

export type PaymentDue = PreorderKey & {
  id: string;
  since: Date;
  /** Until when the place in the queue is kept. */
  deadline: Date;
  retryAt: Date | null;
  /** How many times it failed until now. */
  tries: number;
  reason: PaymentFailure;
  endedAt: Date | null;
  outcome: 'paid' | 'cancelled' | null;
};

const DUE = `
  SELECT store_id AS "storeId", id, preorder_id AS "preorderId", since, deadline, retry_at AS "retryAt", tries, reason,
         ended_at AS "endedAt", outcome
  FROM payment_due`;

/** What waits for a payment now; null when nothing does. */
export async function readOpenDue(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<PaymentDue | null> {
  const rows = await sql.query<PaymentDue>(`${DUE} WHERE store_id = $1 AND preorder_id = $2 AND ended_at IS NULL`, [
    storeId,
    preorderId,
  ]);
  return rows[0] ?? null;
}

export async function readDueRetries(sql: Sql, limit: number): Promise<PaymentDue[]> {
  return sql.query<PaymentDue>(
    `${DUE} d WHERE ended_at IS NULL AND retry_at <= app_now() AND NOT EXISTS (
       SELECT 1 FROM attempt a WHERE a.store_id = d.store_id AND a.preorder_id = d.preorder_id
       AND a.state IN (${LIVE_STATES}))
     ORDER BY ${inTurn('retry_at')} LIMIT $1`,
    [limit],
  );
}

export async function readNearDeadlines(sql: Sql, hours: number, limit: number): Promise<PaymentDue[]> {
  return sql.query<PaymentDue>(
    `${DUE} WHERE ended_at IS NULL AND reminded_at IS NULL AND deadline <= app_now() + $1 * interval '1 hour'
       AND since < deadline - $1 * interval '1 hour' -- who had no longer than that was told just now
     ORDER BY deadline LIMIT $2`,
    [hours, limit],
  );
}

/** Places whose time is over, of each store the first to end first. */
export async function readOverdue(sql: Sql, limit: number): Promise<PaymentDue[]> {
  return sql.query<PaymentDue>(
    `${DUE} WHERE ended_at IS NULL AND deadline <= app_now() ORDER BY ${inTurn('deadline')} LIMIT $1`,
    [limit],
  );
}

export type ForgettableCard = { storeId: string; id: string; provider: string; ref: string; customerRef: string };

/** None that a charge may still be asked for by: while one is open it is the same card, however often it is asked. */
export async function readForgettableCards(sql: Sql, limit: number): Promise<ForgettableCard[]> {
  return sql.query<ForgettableCard>(
    `SELECT m.store_id AS "storeId", m.id, m.provider, m.method_ref AS ref, m.customer_ref AS "customerRef"
     FROM payment_method m
     WHERE m.forgotten_at IS NULL
       AND (m.replaced_at IS NOT NULL
            OR NOT EXISTS (SELECT 1 FROM preorder_contact c WHERE c.store_id = m.store_id AND c.preorder_id = m.preorder_id)
            OR NOT EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = m.store_id AND l.preorder_id = m.preorder_id
                           AND l.state IN ('placed', 'payment_due', 'released')))
       AND NOT EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = m.store_id AND a.preorder_id = m.preorder_id
                       AND a.state IN (${LIVE_STATES}))
     ORDER BY ${inTurn('m.created_at', 'm.store_id')} LIMIT $1`,
    [limit],
  );
}
