import { randomUUID } from 'node:crypto';
import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Movement } from '../queries/movements.ts';

export type NewMovement = Pick<Movement, 'preorderId' | 'attemptId' | 'kind' | 'amount' | 'currency'> & {
  lines: readonly { id: string; amount: Minor }[];
  /**
   * The provider's id of a movement that another hand made. It has ended already, so its line items are not `open` for
   * it.
   */
  byHandRef?: string;
};

/** Inserts movements. The caller commits them before it calls the provider. Resolves with their ids, in the same order. */
export async function insertMovements(tx: Sql, storeId: string, movements: readonly NewMovement[]): Promise<string[]> {
  const made = movements.map((movement) => ({ id: randomUUID(), ...movement }));
  const lines = made.flatMap(({ id, byHandRef, lines: own }) =>
    own.map((line) => ({ ...line, movementId: id, open: byHandRef === undefined })),
  );
  await tx.query(
    `WITH made AS (
       INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, by_hand_ref, created_at)
       SELECT $1, m.id, m.attempt_id, m.preorder_id, m.kind, 'open', m.amount, m.currency, m.by_hand_ref, app_now()
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[], $8::text[])
         AS m (id, attempt_id, preorder_id, kind, amount, currency, by_hand_ref))
     INSERT INTO movement_line (store_id, movement_id, line_id, amount, open)
     SELECT $1, l.* FROM unnest($9::uuid[], $10::uuid[], $11::bigint[], $12::boolean[]) AS l (movement_id, id, amount, open)`,
    [
      storeId,
      made.map(({ id }) => id),
      made.map(({ attemptId }) => attemptId),
      made.map(({ preorderId }) => preorderId),
      made.map(({ kind }) => kind),
      made.map(({ amount }) => amount),
      made.map(({ currency }) => currency),
      made.map(({ byHandRef }) => byHandRef ?? null),
      lines.map(({ movementId }) => movementId),
      lines.map(({ id }) => id),
      lines.map(({ amount }) => amount),
      lines.map(({ open }) => open),
    ],
  );
  return made.map(({ id }) => id);
}

/** Inserts one movement. Resolves with its id. */
export async function insertMovement(tx: Sql, storeId: string, movement: NewMovement): Promise<string> {
  const [id = ''] = await insertMovements(tx, storeId, [movement]);
  return id;
}
