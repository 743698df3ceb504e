import { createHash } from 'node:crypto';
import type { Sql } from '../../../platform/db.ts';

export const NO_FACTS = { width: null, height: null, weightMin: null, weightMax: null };

type NewAsset = {
  bytes: Buffer;
  facts: { [K in keyof typeof NO_FACTS]: number | null } & { type: string };
};

/** Stores a file under the hash of its content. Returns the hash. */
export async function keepAsset(tx: Sql, storeId: string, { bytes, facts }: NewAsset): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  await tx.query(
    `INSERT INTO store_asset (store_id, hash, type, bytes, width, height, weight_min, weight_max)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (store_id, hash) DO UPDATE SET created_at = app_now()`,
    [storeId, hash, facts.type, bytes, facts.width, facts.height, facts.weightMin, facts.weightMax],
  );
  return hash;
}

// Pages that are open, and answers that a proxy keeps, still ask for what was replaced a moment ago.
const REPLACED_KEPT = 4;

/** Removes files that nothing names any more, save for the latest. */
export async function dropOldAssets(tx: Sql, storeId: string): Promise<void> {
  await tx.query(
    `DELETE FROM store_asset WHERE store_id = $1 AND hash IN (
       SELECT hash FROM store_asset a WHERE store_id = $1
         AND NOT EXISTS (SELECT FROM store_brand b WHERE b.store_id = $1 AND a.hash IN (b.logo, b.font))
         AND NOT EXISTS (SELECT FROM guarantee_notice n WHERE n.store_id = $1 AND n.hash = a.hash)
         AND NOT EXISTS (SELECT FROM guarantee_label l WHERE l.store_id = $1 AND l.hash = a.hash)
       ORDER BY created_at DESC, hash OFFSET $2)`,
    [storeId, REPLACED_KEPT],
  );
}
