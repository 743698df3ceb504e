import type { MomentPeriod } from '../../../domain/moment-period.ts';
import type { BookedPayment } from '../../../domain/reconciliation.ts';
import type { Sql } from '../../../platform/db.ts';

type Account = { storeId: string; provider: string };

// Joins the pre-order `o` that the attempt `a` placed, or that it was made for later. LATERAL with LIMIT looks up each row by
// key: with a plain join, the planner might read all pre-orders of the store for one page of payments.
const PAID_BY = `
  LEFT JOIN LATERAL (SELECT p.id FROM preorder p WHERE p.store_id = $1 AND p.attempt_id = a.id LIMIT 1) p ON true
  LEFT JOIN LATERAL (SELECT o.id, o.reference FROM preorder o
                     WHERE o.store_id = $1 AND o.id = coalesce(a.preorder_id, p.id) LIMIT 1) o ON true`;

/** `preorderId` and `reference` are null for a payment that never led to a pre-order. */
type FoundPayment = { attemptId: string; preorderId: string | null; reference: string | null };

/** Finds the payment that a dispute is about, by the provider's id of the payment. */
export async function findPayment(
  sql: Sql,
  storeId: string,
  { provider, ref }: { provider: string; ref: string },
): Promise<FoundPayment | null> {
  const [row] = await sql.query<FoundPayment>(
    `SELECT a.id AS "attemptId", o.id AS "preorderId", o.reference FROM attempt a ${PAID_BY}
     WHERE a.store_id = $1 AND a.provider = $2 AND a.provider_ref = $3`,
    [storeId, provider, ref],
  );
  return row ?? null;
}

const PAGE_SIZE = 500;

/** Reads what our books say about payments, given the provider's ids. */
export async function readBooked(
  sql: Sql,
  { storeId, provider }: Account,
  refs: readonly string[],
): Promise<BookedPayment[]> {
  const booked: BookedPayment[] = [];
  for (let from = 0; from < refs.length; from += PAGE_SIZE) {
    const part = refs.slice(from, from + PAGE_SIZE);
    for (const payment of await sql.query<BookedPayment>(BOOKED, [storeId, provider, part])) booked.push(payment);
  }
  return booked;
}

const BOOKED = `
  SELECT a.provider_ref AS ref, a.id AS "attemptId", o.id AS "preorderId", o.reference,
         a.state IN ('placed', 'open', 'cancel_sent', 'surplus') AS "mayHold",
         EXISTS (SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id AND m.state = 'open')
           AS moving,
         a.currency,
         coalesce((SELECT sum(m.amount) FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
                     AND m.kind IN ('capture', 'charge') AND m.state = 'done'), 0)::bigint AS captured,
         coalesce((SELECT json_agg(json_build_object('movementId', m.id, 'ref', m.by_hand_ref, 'amount', m.amount) ORDER BY m.created_at)
                   FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
                     AND m.kind = 'refund' AND m.state = 'done'), '[]') AS refunds
  FROM attempt a ${PAID_BY}
  WHERE a.store_id = $1 AND a.provider = $2 AND a.provider_ref = ANY($3)`;

/** Yields pages of the provider's ids of payments whose money was moved in the period, in the order in which the moves ended. */
export async function* listMoved(
  sql: Sql,
  { storeId, provider }: Account,
  { from, until }: MomentPeriod,
): AsyncGenerator<string[]> {
  let after = { at: from.toISOString(), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const page = await sql.query<{ ref: string | null; at: string; id: string }>(MOVED, [
      storeId,
      provider,
      after.at,
      after.id,
      until,
      PAGE_SIZE,
    ]);
    yield page.flatMap(({ ref }) => ref ?? []);
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last; // the time is text, because a Date has no microseconds
  }
}

const MOVED = `
  SELECT a.provider_ref AS ref, m.ended_at::text AS at, m.id FROM (
    SELECT id, attempt_id, ended_at FROM movement
    WHERE store_id = $1 AND (ended_at, id) > ($3::timestamptz, $4::uuid) AND ended_at < $5 AND kind <> 'undo'
    ORDER BY ended_at, id LIMIT $6) m
  LEFT JOIN LATERAL (SELECT a.provider_ref FROM attempt a
                     WHERE a.store_id = $1 AND a.id = m.attempt_id AND a.provider = $2 LIMIT 1) a ON true
  ORDER BY m.ended_at, m.id`;
