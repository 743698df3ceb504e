import { randomUUID } from 'node:crypto';
import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../outbox/outbox.ts';
import type { PreorderKey } from '../queries/money.ts';

// As it stands in the pre-order's history.
const REASON = 'less than a card can be charged';

/**
 * The merchant does without what is too little to be charged, as if it had been given back: nobody loses a place for a few
 * cents that no payment could take. The caller has locked the pre-order.
 */
export async function waive(
  tx: Sql,
  { storeId, preorderId }: PreorderKey,
  lines: readonly { id: string; amount: Minor }[],
): Promise<void> {
  const columns = [lines.map(({ id }) => id), lines.map(({ amount }) => amount)];
  const waived = await tx.query<{ id: string; state: string }>(
    `UPDATE preorder_line l SET given_back = l.given_back + w.amount
     FROM unnest($2::uuid[], $3::bigint[]) AS w (id, amount) WHERE l.store_id = $1 AND l.id = w.id RETURNING l.id, l.state`,
    [storeId, ...columns],
  );
  await tx.query(
    `INSERT INTO goodwill (store_id, id, line_id, amount, reason)
     SELECT $1, w.id, w.line_id, w.amount, $5 FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS w (id, line_id, amount)`,
    [storeId, lines.map(() => randomUUID()), ...columns, REASON],
  );
  // No movement follows that would tell that it has arrived, and that nothing of it is owed.
  const lineIds = waived.filter(({ state }) => state === 'released').map(({ id }) => id);
  const detail = { from: 'released', to: 'released', lineIds } as const;
  if (lineIds.length > 0) await emit(tx, 'lines.moved', { storeId, subjectId: preorderId, detail });
}
