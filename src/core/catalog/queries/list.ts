import type { Sql } from '../../../platform/db.ts';
import { noCursor } from '../../list-cursor.ts';
import { PRODUCT, type Product, withVariants } from '../queries.ts';
import { isFound, searchProducts } from './search.ts';

export type ProductFilter = {
  /** Only those that an import changed since then. */
  updatedAtMin?: Date | undefined;
  /** Only those that have each of these words in title, handle or a SKU, in any order and spelling. */
  text?: string | undefined;
  /** In any case. */
  vendor?: string | undefined;
  hasPicture?: boolean | undefined;
  /** Whether the service made its id. */
  idMade?: boolean | undefined;
  /** Whether it has a waitlist that is not closed. */
  hasWaitlist?: boolean | undefined;
  /** Whether each variant that is not gone has a price. */
  hasPrices?: boolean | undefined;
};

export type ProductPage = {
  limit: number;
  /** The handle of the last product of the page before. */
  after?: string | undefined;
  sort?: ProductSort | undefined;
};

/** Lists up to `limit` products, by handle unless `sort` says otherwise. */
export async function listProducts(
  sql: Sql,
  storeId: string,
  { after, limit, sort = 'handle', ...filter }: ProductFilter & ProductPage,
): Promise<Product[]> {
  const { list, place } = SORTS[sort];
  const [from] = after === undefined ? [] : await sql.query<{ at: string }>(place, [storeId, after]);
  if (after !== undefined && !from) throw noCursor();
  const products = await sql.query<Omit<Product, 'variants'>>(list, [
    storeId,
    filter.updatedAtMin,
    ...(await searchProducts(sql, storeId, filter.text)),
    filter.vendor,
    filter.hasPicture,
    filter.idMade,
    filter.hasWaitlist,
    filter.hasPrices,
    from?.at,
    after,
    limit,
  ]);
  return withVariants(sql, storeId, products);
}

// It mirrors `productExternalId` of the domain. A JSON text of a handle is the same in both.
const MADE_ID = `(
  SELECT (100000000000000 + (
    ('x' || left(d.hex, 8))::bit(32)::bigint * 4294967296::numeric + ('x' || substr(d.hex, 9, 8))::bit(32)::bigint
  ) % 900000000000000)::text
  FROM (SELECT encode(sha256(convert_to('["product",' || to_json(p.handle)::text || ']', 'UTF8')), 'hex') AS hex) d)`;

// Values that are null leave their condition out: the statement is planned with them.
const MATCHES = `
  p.store_id = $1 AND ($2::timestamptz IS NULL OR p.updated_at >= $2) AND ${isFound('$3', '$4')}
  AND ($5::text IS NULL OR lower(p.vendor) = lower($5))
  AND ($6::boolean IS NULL OR $6 = (p.image_url IS NOT NULL))
  AND ($7::boolean IS NULL OR $7 = (p.external_id = ${MADE_ID}))
  AND ($8::boolean IS NULL OR $8 = EXISTS (
    SELECT FROM waitlist w WHERE w.store_id = p.store_id AND w.product_id = p.id AND w.state <> 'CLOSED'))
  AND ($9::boolean IS NULL OR $9 = NOT EXISTS (
    SELECT FROM variant v
    WHERE v.store_id = p.store_id AND v.product_id = p.id AND v.gone_at IS NULL AND v.price IS NULL))`;

type Column = { key: string; type: string };

const sortedBy = ({ key, type }: Column, descending = false) => {
  const [direction, beyond] = descending ? ['DESC', '<'] : ['ASC', '>'];
  return {
    list: `
      SELECT ${PRODUCT} FROM product p
      WHERE ${MATCHES} AND ($11::text IS NULL OR (${key}, p.handle) ${beyond} ($10::${type}, $11))
      ORDER BY ${key} ${direction}, p.handle ${direction} LIMIT $12`,
    place: `SELECT (${key})::text AS at FROM product p WHERE p.store_id = $1 AND p.handle = $2`,
  };
};

const TITLE = { key: 'lower(p.title)', type: 'text' };
const VENDOR = { key: 'lower(p.vendor)', type: 'text' };
const CHANGED = { key: 'p.updated_at', type: 'timestamptz' };

const SORTS = {
  // A handle is its own place, also once its product is gone.
  handle: { ...sortedBy({ key: 'p.handle', type: 'text' }), place: 'SELECT $2::text AS at FROM store WHERE id = $1' },
  title: sortedBy(TITLE),
  title_desc: sortedBy(TITLE, true),
  vendor: sortedBy(VENDOR),
  vendor_desc: sortedBy(VENDOR, true),
  changed: sortedBy(CHANGED),
  changed_desc: sortedBy(CHANGED, true),
};
export type ProductSort = keyof typeof SORTS;
