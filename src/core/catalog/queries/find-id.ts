import type { IdFinding, UnknownId } from '../../../domain/id-finding.ts';
import type { Sql } from '../../../platform/db.ts';
import { hasMadeId } from '../made-ids.ts';
import { PRODUCT_OF_ID, variantOfId } from '../queries.ts';

type ProductRow = NonNullable<IdFinding['product']>;
type VariantRow = NonNullable<IdFinding['variant']>;
type Row = { product: ProductRow; variant: VariantRow | null };

const PRODUCT = `json_build_object('id', p.external_id, 'handle', p.handle, 'title', p.title) AS product`;
const VARIANT = `json_build_object('id', v.external_id, 'sku', v.sku, 'title', v.title) AS variant`;

/**
 * Finds out what an id means in a store's catalogue; where it means nothing, looks for the reason. `as` says where the page or
 * person gave it: a product's id is looked for among products first.
 */
export async function findId(
  sql: Sql,
  storeId: string,
  { id, as }: { id: string; as: 'product' | 'variant' },
): Promise<IdFinding> {
  const kinds = as === 'product' ? (['product', 'variant'] as const) : (['variant', 'product'] as const);
  for (const kind of kinds) {
    const row = kind === 'product' ? await productOf(sql, storeId, id) : await variantOf(sql, storeId, id);
    if (row) return { id, found: kind, earlier: (row.variant ?? row.product).id !== id, why: null, ...row };
  }
  const { why, row } = await reasonFor(sql, storeId, id);
  return { id, found: null, earlier: false, why, ...(row ?? { product: null, variant: null }) };
}

async function productOf(sql: Sql, storeId: string, id: string): Promise<Row | null> {
  const [row] = await sql.query<Omit<Row, 'variant'>>(
    `SELECT ${PRODUCT} FROM product p WHERE p.store_id = $1 AND p.id = ${PRODUCT_OF_ID}`,
    [storeId, id],
  );
  return row ? { ...row, variant: null } : null;
}

async function variantOf(sql: Sql, storeId: string, id: string): Promise<Row | null> {
  const [row] = await sql.query<{ product: ProductRow; variant: VariantRow }>(
    `SELECT ${PRODUCT}, ${VARIANT} FROM variant v JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND v.id = ${variantOfId('$1', '$2')}`,
    [storeId, id],
  );
  return row ?? null;
}

async function reasonFor(sql: Sql, storeId: string, id: string): Promise<{ why: UnknownId; row: Row | null }> {
  const [byHandle] = await sql.query<Omit<Row, 'variant'>>(
    `SELECT ${PRODUCT} FROM product p WHERE p.store_id = $1 AND p.handle = $2`,
    [storeId, id],
  );
  if (byHandle) return { why: 'handle', row: { ...byHandle, variant: null } };
  const [bySku] = await sql.query<{ product: ProductRow; variant: VariantRow }>(
    `SELECT ${PRODUCT}, ${VARIANT} FROM variant v JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND v.sku = $2 AND v.sku <> '' ORDER BY v.gone_at IS NOT NULL, v.external_id LIMIT 1`,
    [storeId, id],
  );
  if (bySku) return { why: 'sku', row: bySku };
  const similar = await similarTo(sql, storeId, id);
  if (similar) return { why: 'similar', row: similar };
  return { why: await stateOfIds(sql, storeId), row: null };
}

// Shopify's ids have 13 or 14 digits; none that is known has more zeros before it than this.
const ZEROS_MAX = 12;
// A JavaScript number keeps 15 digits of a longer id, and any of the others may differ.
const DIGITS_KEPT = 15;
// Enough for one store's ids with the same 15 digits.
const NEAR_MAX = 1_000;

/** Finds what has the same id but for zeros before it, upper and lower case, or the digits that a JavaScript number loses. */
async function similarTo(sql: Sql, storeId: string, id: string): Promise<Row | null> {
  const bare = id.replace(/^0+/, '');
  const zeros = Array.from({ length: ZEROS_MAX + 1 }, (_, count) => '0'.repeat(count) + bare);
  const forms = [...(/^\d+$/.test(id) ? zeros : []), id.toLowerCase(), id.toUpperCase()];
  const near = await rounded(sql, storeId, id);
  for (const form of new Set([...forms, ...near])) {
    const row = form === '' ? null : ((await productOf(sql, storeId, form)) ?? (await variantOf(sql, storeId, form)));
    if (row) return row;
  }
  return null;
}

async function rounded(sql: Sql, storeId: string, id: string): Promise<string[]> {
  if (!/^\d+$/.test(id) || id.length <= DIGITS_KEPT) return [];
  const from = id.slice(0, DIGITS_KEPT);
  const rows = await sql.query<{ id: string }>(
    `(SELECT external_id AS id FROM product WHERE store_id = $1 AND external_id BETWEEN $2 AND $3 LIMIT ${NEAR_MAX})
     UNION (SELECT external_id FROM variant WHERE store_id = $1 AND external_id BETWEEN $2 AND $3 LIMIT ${NEAR_MAX})`,
    [storeId, from.padEnd(id.length, '0'), from.padEnd(id.length, '9')],
  );
  return rows.map((row) => row.id).filter((other) => other.length === id.length && Number(other) === Number(id));
}

// A catalogue is imported from files with ids or without, so its first products tell.
const LOOKED_AT = 100;

async function stateOfIds(sql: Sql, storeId: string): Promise<UnknownId> {
  const products = await sql.query<{ externalId: string; handle: string }>(
    `SELECT external_id AS "externalId", handle FROM product WHERE store_id = $1 ORDER BY handle LIMIT ${LOOKED_AT}`,
    [storeId],
  );
  if (products.length === 0) return 'empty';
  return products.some(hasMadeId) ? 'ids_made' : 'unknown';
}
