import type { DisputeState } from '../../../domain/dispute.ts';
import type { Sql } from '../../../platform/db.ts';

export type DisputeRow = {
  ref: string;
  reference: string | null;
  amount: number;
  currency: string;
  reason: string;
  state: DisputeState;
  evidenceDueAt: Date | null;
  openedAt: Date;
  updatedAt: Date;
  /** When a person decided that the pre-order goes on despite this dispute. */
  goesOnAt: Date | null;
};

const DISPUTE = `d.ref, p.reference, d.amount, d.currency, d.reason, d.state, d.evidence_due_at AS "evidenceDueAt",
  d.opened_at AS "openedAt", d.updated_at AS "updatedAt", d.goes_on_at AS "goesOnAt"`;

/** Lists the store's disputes, newest first. */
export async function listDisputes(sql: Sql, storeId: string): Promise<DisputeRow[]> {
  return sql.query<DisputeRow>(
    `SELECT ${DISPUTE} FROM dispute d LEFT JOIN preorder p ON p.store_id = d.store_id AND p.id = d.preorder_id
     WHERE d.store_id = $1 ORDER BY d.opened_at DESC LIMIT 500`,
    [storeId],
  );
}

/**
 * open: a bank has not decided yet · lost: the bank decided against the store, so a person decides about the pre-order · withdrawal:
 * somebody declared to withdraw from it, and that is not dealt with.
 */
export type WaitReason = 'open' | 'lost' | 'withdrawal';

/** Why a pre-order is neither released nor charged, and since when. */
export type Wait = {
  reason: WaitReason;
  since: Date;
  /** A withdrawal holds it back, perhaps beside a dispute. */
  withdrawn: boolean;
};

/** Returns null when nothing holds the pre-order back. */
export async function readWait(
  sql: Sql,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<Wait | null> {
  const [wait] = await sql.query<Wait>(
    'SELECT reason, since, withdrawn FROM dispute_wait WHERE store_id = $1 AND preorder_id = $2',
    [storeId, preorderId],
  );
  return wait ?? null;
}

/** Returns those of these pre-orders from which somebody declared to withdraw, while that is not dealt with. */
export async function listWithdrawn(sql: Sql, storeId: string, preorderIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `SELECT preorder_id AS id FROM dispute_wait
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[]) AND withdrawn`,
    [storeId, preorderIds],
  );
  return new Set(rows.map(({ id }) => id));
}
