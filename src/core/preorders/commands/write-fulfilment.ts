import type { Tracking } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';

/** `key`: the caller's idempotency key, or null. */
export type NewFulfilment = { key: string | null; tracking: Tracking };

/** Writes the fulfilment of line items that are sent now. The caller has locked their pre-order. Resolves with its id. */
export async function writeFulfilment(
  tx: Sql,
  { storeId, preorderId, lineIds }: { storeId: string; preorderId: string; lineIds: readonly string[] },
  { key, tracking }: NewFulfilment,
): Promise<string> {
  const id = newRowId();
  await tx.query(
    `INSERT INTO fulfilment (store_id, id, preorder_id, number, key, carrier, tracking_number, tracking_link)
     SELECT $1, $2, $3, coalesce(max(f.number), 0) + 1, $4, $5, $6, $7
     FROM fulfilment f WHERE f.store_id = $1 AND f.preorder_id = $3`,
    [storeId, id, preorderId, key, tracking.carrier, tracking.number, tracking.link],
  );
  await tx.query(
    'INSERT INTO fulfilment_line (store_id, fulfilment_id, line_id) SELECT $1, $2, * FROM unnest($3::uuid[])',
    [storeId, id, lineIds],
  );
  return id;
}
