import type { Sql } from '../../../platform/db.ts';

/** `storeKey` is the key that the page used; null for `service.js`, which has none, and for text that is no key. */
export type Sighting = {
  storeKey: string | null;
  origin: string;
  kind: 'page' | 'product' | 'script';
  product: string;
};

// Pages come first, registered ones before all others: a catalogue of ten thousand products must not push out an origin that the merchant
// forgot to allow, and origins that somebody invents must not push out the store's own.
const KEPT_MAX = 500;

/**
 * Writes where placements were asked for. A page whose key is not that of a store which registered its origin is noted for that
 * store, as is a page that only loads the script.
 */
export async function addSightings(sql: Sql, seen: readonly Sighting[]): Promise<void> {
  const made = await sql.query<{ storeId: string }>(
    `WITH told AS (
       SELECT s.id, s.mode, t.origin, t.kind, t.product
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS t (key, origin, kind, product)
       LEFT JOIN store s ON s.public_key = t.key AND s.deleted_at IS NULL
     ), noted AS (
       SELECT id AS store_id, origin, kind, product FROM told WHERE id IS NOT NULL
       UNION
       SELECT o.store_id, t.origin,
         CASE WHEN t.kind = 'script' THEN t.kind ELSE coalesce(t.mode, 'unknown') || '_key' END, ''
       FROM told t JOIN store_origin o ON o.origin = t.origin
       WHERE o.store_id IS DISTINCT FROM t.id AND t.kind <> 'product'
     )
     INSERT INTO sighting AS g (store_id, origin, kind, product)
     SELECT store_id, origin, kind, product FROM noted ORDER BY 1, 2, 3, 4
     ON CONFLICT (store_id, origin, kind, product) DO UPDATE SET last_seen_at = excluded.last_seen_at
     WHERE g.last_seen_at < excluded.last_seen_at - interval '30 seconds'
     RETURNING store_id AS "storeId"`,
    [
      seen.map(({ storeKey }) => storeKey),
      seen.map(({ origin }) => origin),
      seen.map(({ kind }) => kind),
      seen.map(({ product }) => product),
    ],
  );
  for (const storeId of new Set(made.map((row) => row.storeId))) await removeBeyond(sql, storeId);
}

async function removeBeyond(sql: Sql, storeId: string): Promise<void> {
  await sql.query(
    `DELETE FROM sighting WHERE (store_id, origin, kind, product) IN (
       SELECT g.store_id, g.origin, g.kind, g.product FROM sighting g
       LEFT JOIN store_origin o ON o.store_id = g.store_id AND o.origin = g.origin
       WHERE g.store_id = $1
       ORDER BY g.kind = 'product', o.origin IS NULL, g.last_seen_at DESC OFFSET ${KEPT_MAX})`,
    [storeId],
  );
}
