import type { Sql } from '../../../platform/db.ts';

/** From which store to which; `left` copies the units that are not sold yet, else all that were ever offered. */
export type Copying = { from: Sql; to: Sql; fromId: string; toId: string; left: boolean };

/** A table, its rows that are copied, and what changes in them. The order is that of the foreign keys. */
type Copied = { table: string; key: string; where?: string; changes?: string };

const OPEN_WAITLISTS = `(SELECT id FROM waitlist WHERE store_id = $1 AND state <> 'CLOSED')`;
const THEIR_BATCHES = `(SELECT id FROM batch WHERE store_id = $1 AND waitlist_id IN ${OPEN_WAITLISTS})`;

const COPIED: readonly Copied[] = [
  { table: 'store_asset', key: 'hash' },
  { table: 'store_brand', key: 'store_id' },
  { table: 'guarantee_notice', key: 'language, country' },
  { table: 'store_text', key: 'language, key' },
  { table: 'product', key: 'id' },
  { table: 'variant', key: 'id' },
  { table: 'product_safety', key: 'product_id, source' },
  { table: 'guarantee_label', key: 'product_id' },
  { table: 'product_earlier_id', key: 'external_id' },
  { table: 'variant_earlier_id', key: 'external_id' },
  { table: 'waitlist', key: 'id', where: `id IN ${OPEN_WAITLISTS}`, changes: `'nearly_sold_at', NULL` },
  { table: 'waitlist_variant', key: 'waitlist_id, variant_id', where: `waitlist_id IN ${OPEN_WAITLISTS}` },
  { table: 'batch', key: 'id', where: `id IN ${THEIR_BATCHES}` },
  {
    table: 'promise',
    key: 'id',
    where: `batch_id IN ${THEIR_BATCHES} AND version =
      (SELECT max(version) FROM promise p WHERE p.store_id = t.store_id AND p.batch_id = t.batch_id)`,
    changes: `'version', 1`,
  },
  {
    table: 'unit',
    key: 'batch_id, variant_id',
    where: `waitlist_id IN ${OPEN_WAITLISTS}`,
    changes: `'held', 0, 'sold', 0`,
  },
];

// Some megabytes of JSON at a time.
const PAGE = 2_000;

/**
 * Copies what a store offers into an empty one, in this database or another: look, words, products, and the waitlists that are not
 * closed with their batches, dates and units. No shopper, no pre-order, no secret and no account goes along. Rows keep their ids,
 * because every key begins with the store.
 */
export async function copyOffers(copying: Copying): Promise<void> {
  for (const copied of COPIED) await copyTable(copying, copied);
  await copying.to.query(
    `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, allocated_delta, reason, source_id, at)
     SELECT store_id, waitlist_id, batch_id, variant_id, allocated, 'allocate', waitlist_id, app_now()
     FROM unit WHERE store_id = $1 AND allocated > 0`,
    [copying.toId],
  );
}

async function copyTable({ from, to, fromId, toId, left }: Copying, copied: Copied): Promise<void> {
  const { table, key, where = 'true', changes = "'store_id', NULL" } = copied;
  const units = left && table === 'unit' ? `, 'allocated', allocated - sold` : '';
  for (let offset = 0; ; offset += PAGE) {
    const [page] = await from.query<{ rows: string; count: number }>(
      `SELECT coalesce(jsonb_agg(r), '[]')::text AS rows, count(*)::int AS count FROM (
         SELECT to_jsonb(t) || jsonb_build_object(${changes}${units}) AS r FROM ${table} t
         WHERE store_id = $1 AND ${where} ORDER BY ${key} LIMIT $2 OFFSET $3) page`,
      [fromId, PAGE, offset],
    );
    if (page === undefined || page.count === 0) return;
    await to.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, r || jsonb_build_object('store_id', $2::text))).*
       FROM jsonb_array_elements($1::jsonb) r`,
      [page.rows, toId],
    );
    if (page.count < PAGE) return;
  }
}
