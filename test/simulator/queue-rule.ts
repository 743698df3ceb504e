import { HOLDING } from './rules.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** The queues: line items by batch and variant, the oldest first. */
export type Queue = Map<string, Place>;
type Place = {
  id: string;
  unit: string;
  state: string;
  rank: number;
  releaseId: string | null;
  isSomebodys: boolean;
  isHeld: boolean;
};

export async function readQueue({ sql, storeId }: World): Promise<Queue> {
  const rows = await sql.query<Place>(
    `SELECT l.id, l.batch_id || ' ' || l.variant_id AS unit, l.state, r.release_id AS "releaseId",
            k.preorder_id IS NOT NULL AS "isSomebodys",
            EXISTS (SELECT 1 FROM dispute d WHERE d.store_id = l.store_id AND d.preorder_id = l.preorder_id
                    AND ${HOLDING})
            OR EXISTS (SELECT 1 FROM withdrawal w WHERE w.store_id = l.store_id AND w.preorder_id = l.preorder_id
                       AND w.state = 'declared') AS "isHeld",
            row_number() OVER (PARTITION BY l.batch_id, l.variant_id ORDER BY o.placed_at, o.id, l.position)::int AS rank
     FROM preorder_line l JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
     LEFT JOIN preorder_contact k ON k.store_id = l.store_id AND k.preorder_id = l.preorder_id
     LEFT JOIN release_line r ON r.store_id = l.store_id AND r.line_id = l.id
     WHERE l.store_id = $1`,
    [storeId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Rule: no line item was released since `before` while an older one waited for the same unit all the time. Releases by hand
 * do not count, because the merchant chooses; line items of erased persons do not wait for a unit, nor do those in a dispute or from
 * which somebody withdrew.
 */
export function checkFirstComeFirstServed(before: Queue, now: Queue): void {
  const waited = [...now.values()].filter(({ id, state, unit, isSomebodys, isHeld }) => {
    const then = before.get(id);
    const isFree = isSomebodys && !isHeld && then?.isHeld === false;
    return isFree && state === 'placed' && then.state === 'placed' && then.unit === unit;
  });
  for (const given of now.values()) {
    if (given.releaseId === null || before.get(given.id)?.releaseId === given.releaseId) continue;
    const passedOver = waited.find(({ unit, rank }) => unit === given.unit && rank < given.rank);
    if (passedOver) throw new Violation('First come, first served', { given: given.id, passedOver: passedOver.id });
  }
}
