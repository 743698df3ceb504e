import type { OutageKind } from '../../../domain/clock.ts';
import type { Sql } from '../../../platform/db.ts';

/** `storeId` is null for an outage of the whole installation. */
type OutageKey = { storeId: string | null; kind: OutageKind };

const REASON_LENGTH_MAX = 300;

/** Begins an outage at `beganAt`. When one of this kind already lasts, it stays as it is, with its own beginning. */
export async function beginOutage(
  tx: Sql,
  { storeId, kind }: OutageKey,
  { beganAt, reason }: { beganAt: Date; reason: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO outage (store_id, kind, began_at, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, kind) WHERE ended_at IS NULL DO NOTHING`,
    [storeId, kind, beganAt, reason.slice(0, REASON_LENGTH_MAX)],
  );
}

export async function endOutage(tx: Sql, { storeId, kind }: OutageKey): Promise<void> {
  await tx.query(
    `UPDATE outage SET ended_at = greatest(began_at, app_now())
     WHERE store_id IS NOT DISTINCT FROM $1 AND kind = $2 AND ended_at IS NULL`,
    [storeId, kind],
  );
}
