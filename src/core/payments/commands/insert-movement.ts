import { randomUUID } from 'node:crypto';
import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import type { PreorderKey } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';

export type NewMovement = Pick<Movement, 'attemptId' | 'kind' | 'amount' | 'currency'> & {
  lines: readonly { id: string; amount: Minor }[];
  /**
   * The provider's id of a movement that another hand made. It has ended already, so its line items are not `open` for
   * it.
   */
  byHandRef?: string;
};

/** Inserts a movement. The caller commits it before it calls the provider. Resolves with the movement's id. */
export async function insertMovement(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  { kind, attemptId, amount, currency, lines, byHandRef }: NewMovement,
): Promise<string> {
  const id = randomUUID();
  await tx.query(
    `WITH made AS (
       INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, by_hand_ref, created_at)
       VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, app_now()))
     INSERT INTO movement_line (store_id, movement_id, line_id, amount, open)
     SELECT $1, $2, l.id, l.amount, $8 IS NULL FROM unnest($9::uuid[], $10::bigint[]) AS l (id, amount)`,
    [
      storeId,
      id,
      attemptId,
      preorderId,
      kind,
      amount,
      currency,
      byHandRef ?? null,
      lines.map((line) => line.id),
      lines.map((line) => line.amount),
    ],
  );
  return id;
}
