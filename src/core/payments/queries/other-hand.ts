import type { Minor } from '../../../domain/money.ts';
import type { KnownMovement } from '../../../domain/other-hand.ts';
import type { AttemptState } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import type { AttemptKey } from '../queries.ts';
import type { PreorderKey } from './money.ts';

/** A payment with the movements that our books know. */
export type KnownPayment = AttemptKey & {
  state: AttemptState;
  offSession: boolean;
  provider: string;
  providerRef: string | null;
  currency: string;
  /** The pre-order that it pays for; null if it never led to one. */
  preorder: { id: string; reference: string } | null;
  movements: KnownMovement[];
};

export async function readKnownPayment(sql: Sql, { storeId, attemptId }: AttemptKey): Promise<KnownPayment | null> {
  const [row] = await sql.query<KnownPayment>(
    `SELECT a.store_id AS "storeId", a.id AS "attemptId", a.state, a.off_session AS "offSession", a.provider,
            a.provider_ref AS "providerRef", a.currency,
            (SELECT json_build_object('id', o.id, 'reference', o.reference) FROM preorder o
             WHERE o.store_id = a.store_id AND (o.id = a.preorder_id OR o.attempt_id = a.id) LIMIT 1) AS preorder,
            coalesce((SELECT json_agg(json_build_object('id', m.id, 'kind', m.kind, 'state', m.state,
                                                        'byHandRef', m.by_hand_ref) ORDER BY m.created_at)
                      FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id), '[]') AS movements
     FROM attempt a WHERE a.store_id = $1 AND a.id = $2`,
    [storeId, attemptId],
  );
  return row ?? null;
}

/** Reads what the open refunds of a pre-order give back of each line item, by its id. */
export async function readRefundsUnderWay(
  sql: Sql,
  { storeId, preorderId }: PreorderKey,
): Promise<ReadonlyMap<string, Minor>> {
  const rows = await sql.query<{ id: string; amount: Minor }>(
    `SELECT l.line_id AS id, sum(l.amount)::bigint AS amount
     FROM movement m JOIN movement_line l ON l.store_id = m.store_id AND l.movement_id = m.id
     WHERE m.store_id = $1 AND m.preorder_id = $2 AND m.kind = 'refund' AND m.state = 'open' GROUP BY l.line_id`,
    [storeId, preorderId],
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
