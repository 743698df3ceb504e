import { AppError } from '../../domain/error.ts';
import type { Sql } from '../../platform/db.ts';

/** A write of the private API. The same key may be used again for another target. */
export type ApiWrite = {
  storeId: string;
  /** `token:ID` or `staff:ID`. */
  principal: string;
  /** Method and path, such as `POST /admin/api/v1/waitlists`. */
  target: string;
  key: string;
  /** SHA-256 of the body. */
  bodyHash: Buffer;
};

/** What a write has done: ids and sums, never a secret or a shopper's data. A repeated request is answered from it. */
export type Done = {
  /** The id of what was made or changed, as the merchant knows it. */
  subject: string;
  outcome: Record<string, unknown>;
};

type WriteRow = { bodyHash: Buffer; done: Done | null; abandoned: boolean };

/**
 * Claims a write. Waits while the transaction of another request does the same write. Resolves with what was done before, or
 * with null when this request has to do it. Throws `idempotency_mismatch` for the same key with another body, and
 * `idempotency_in_flight` while the write is being done outside of a transaction.
 */
export async function claimWrite(
  tx: Sql,
  { storeId, principal, target, key, bodyHash }: ApiWrite,
): Promise<Done | null> {
  const claimed = await tx.query(
    `INSERT INTO api_write (store_id, principal, target, key, body_hash) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [storeId, principal, target, key, bodyHash],
  );
  if (claimed.length > 0) return null;
  // Two minutes are longer than any write outside of a transaction takes: its process has died without an answer.
  const [kept] = await tx.query<WriteRow>(
    `SELECT body_hash AS "bodyHash", done, created_at < (SELECT app_now()) - interval '2 minutes' AS abandoned
     FROM api_write WHERE store_id = $1 AND principal = $2 AND target = $3 AND key = $4 FOR UPDATE`,
    [storeId, principal, target, key],
  );
  if (!kept) return null; // pruned in between
  if (!kept.bodyHash.equals(bodyHash)) {
    const message = 'This Idempotency-Key was used with another body.';
    throw new AppError('idempotency_mismatch', message, { param: 'Idempotency-Key' });
  }
  if (kept.done === null && !kept.abandoned) {
    const message = 'The same request is being worked on: ask again in a moment.';
    throw new AppError('idempotency_in_flight', message, { data: { retry_after: 2 } });
  }
  return kept.done;
}

/** Keeps what a claimed write has done, for seven days. */
export async function keepWrite(tx: Sql, { storeId, principal, target, key }: ApiWrite, done: Done): Promise<void> {
  await tx.query(
    `UPDATE api_write SET done = $5, created_at = app_now()
     WHERE store_id = $1 AND principal = $2 AND target = $3 AND key = $4`,
    [storeId, principal, target, key, JSON.stringify(done)],
  );
}

/** Gives a claim back: the write was refused and has done nothing, so the same key may try again. */
export async function dropClaim(sql: Sql, { storeId, principal, target, key }: ApiWrite): Promise<void> {
  await sql.query(
    `DELETE FROM api_write WHERE store_id = $1 AND principal = $2 AND target = $3 AND key = $4 AND done IS NULL`,
    [storeId, principal, target, key],
  );
}
