import type { Minor } from '../../../domain/money.ts';
import type { SavedMethod } from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { inTurn } from '../rounds.ts';
import type { PreorderKey } from './money.ts';

/** One call that moves money at the provider. */
export type Movement = PreorderKey & {
  id: string;
  attemptId: string;
  kind: 'capture' | 'charge' | 'refund' | 'undo' | 'chargeback';
  amount: Minor;
  currency: string;
  provider: string;
  /** Null for a charge whose object at the provider is not known yet. */
  providerRef: string | null;
  /** The card of a charge; null for other kinds. */
  method: Pick<SavedMethod, 'ref' | 'customerRef'> | null;
};

const MOVEMENT = `
  SELECT m.store_id AS "storeId", m.id, m.preorder_id AS "preorderId", m.attempt_id AS "attemptId", m.kind, m.amount,
         m.currency, a.provider, a.provider_ref AS "providerRef",
         CASE WHEN p.id IS NOT NULL THEN json_build_object('ref', p.method_ref, 'customerRef', p.customer_ref) END AS method
  FROM movement m
  JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
  LEFT JOIN payment_method p ON p.store_id = a.store_id AND p.id = a.payment_method_id`;

/** Reads the oldest open movement of a pre-order whose id is not in `except`. */
export async function readOpenMovement(
  sql: Sql,
  { storeId, preorderId }: PreorderKey,
  except: ReadonlySet<string>,
): Promise<Movement | null> {
  const rows = await sql.query<Movement>(
    `${MOVEMENT} WHERE m.store_id = $1 AND m.preorder_id = $2 AND m.state = 'open' AND m.id <> ALL($3::uuid[])
     ORDER BY m.created_at LIMIT 1`,
    [storeId, preorderId, [...except]],
  );
  return rows[0] ?? null;
}

/** Returns which of these pre-orders have an open movement. */
export async function listWithOpenMovements(
  sql: Sql,
  storeId: string,
  preorderIds: readonly string[],
): Promise<Set<string>> {
  const rows = await sql.query<{ preorderId: string }>(
    `SELECT p.id AS "preorderId" FROM unnest($2::uuid[]) AS p (id)
     JOIN movement m ON m.store_id = $1 AND m.preorder_id = p.id AND m.state = 'open'`,
    [storeId, preorderIds],
  );
  return new Set(rows.map(({ preorderId }) => preorderId));
}

/** Reads pre-orders with a movement that should have ended long ago: its job may be lost. */
export async function readStuckMovements(sql: Sql, olderThanSeconds: number, limit: number): Promise<PreorderKey[]> {
  return sql.query<PreorderKey>(
    `SELECT DISTINCT store_id AS "storeId", preorder_id AS "preorderId" FROM (
       SELECT store_id, preorder_id FROM movement
       WHERE state = 'open' AND preorder_id IS NOT NULL AND created_at < (SELECT app_now()) - $1 * interval '1 second'
       ORDER BY ${inTurn('created_at')} LIMIT $2) m`,
    [olderThanSeconds, limit],
  );
}
