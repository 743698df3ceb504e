import { randomUUID } from 'node:crypto';
import type { Minor } from '../../../domain/money.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../outbox/outbox.ts';
import type { PreorderKey } from '../queries/money.ts';

// Shown in the pre-order's history.
const REASON = 'less than a card can be charged';

/**
 * Waives an amount that is too small to be charged, by booking it as goodwill. Otherwise a shopper would lose the place in
 * the queue for a few cents that no payment can take. The caller has locked the pre-order.
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
  // A movement would tell the store that a released line item owes nothing any more. Here none follows, so this event
  // tells it.
  const lineIds = waived.filter(({ state }) => state === 'released').map(({ id }) => id);
  const detail = { from: 'released', to: 'released', lineIds } as const;
  if (lineIds.length > 0) await emit(tx, 'lines.moved', { storeId, subjectId: preorderId, detail });
}
