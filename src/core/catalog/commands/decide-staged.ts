import { VARIANTS_MAX } from '../../../domain/catalog.ts';
import type { Sql } from '../../../platform/db.ts';

/**
 * Decides from the staged rows what happens to every product and variant: new, changed, same, or the reason why it is left
 * out. Writes only to the staging tables; the caller holds the catalogue's lock. `given` names the columns that the file
 * has: values of other columns stay as they are.
 */
export async function decideStaged(sql: Sql, storeId: string, given: readonly string[]): Promise<void> {
  await sql.query('ANALYZE staged_row');
  await sql.query(DECIDE_PRODUCTS, [storeId, given]);
  await sql.query('ANALYZE staged_product');
  await sql.query(DECIDE_VARIANTS, [storeId, given, VARIANTS_MAX]);
  await sql.query('CREATE INDEX ON staged_variant (handle)');
  await sql.query('ANALYZE staged_variant');
  for (const statement of [SPARE_AMBIGUOUS, LEAVE_OUT_EMPTY]) await sql.query(statement);
  await sql.query(DECIDE_GONE, [storeId]);
  await sql.query(TOUCH_PRODUCTS);
  for (const table of ['staged_product', 'staged_variant', 'staged_gone']) {
    await sql.query(`CREATE INDEX ON ${table} (chunk)`);
    await sql.query(`ANALYZE ${table}`);
  }
}

// The number of variants that one transaction writes: about a thousand rows keep locks short and round trips few.
const CHUNK_VARIANTS = 1000;

const given = (column: string) => `'${column}' = ANY ($2::text[])`;
// The first row with a value for the column wins.
const first = (column: string) => `(array_agg(${column} ORDER BY line) FILTER (WHERE ${column} IS NOT NULL))[1]`;

const DECIDE_PRODUCTS = `
  INSERT INTO staged_product
  SELECT said.handle, said.line, sum(said.variants) OVER (ORDER BY said.line) / ${CHUNK_VARIANTS},
         CASE WHEN p.id IS NULL AND said.title IS NULL THEN 'no_title'
              WHEN p.id IS NULL AND (EXISTS (SELECT FROM product o WHERE o.store_id = $1 AND o.external_id = said.external_id)
                                     OR row_number() OVER (PARTITION BY said.external_id ORDER BY said.line) > 1)
              THEN 'id_collision'
              WHEN p.id IS NULL THEN 'new'
              WHEN ROW(wanted.*) IS DISTINCT FROM ROW(p.title, p.description_html, p.vendor, p.image_url, p.option_names)
              THEN 'changed' ELSE 'same' END,
         coalesce(p.id, gen_random_uuid()), coalesce(p.external_id, said.external_id), wanted.*, said.variants,
         said.unnamed AND EXISTS (SELECT FROM variant v WHERE v.store_id = $1 AND v.product_id = p.id
                                                          AND v.gone_at IS NULL AND v.option_values <> '{}'),
         said.unreadable
  FROM (
    SELECT handle, min(line) AS line, min(product_external_id) AS external_id,
           ${first('title')} AS title, ${first('description_html')} AS description_html, ${first('vendor')} AS vendor,
           (array_agg(image_url ORDER BY image_position NULLS LAST, line) FILTER (WHERE image_url IS NOT NULL))[1] AS image_url,
           ${first('option_names')} AS option_names, count(option_values) AS variants,
           bool_or(unreadable) AS unreadable, bool_or(NOT named) IS TRUE AS unnamed
    FROM staged_row GROUP BY handle
  ) AS said
  LEFT JOIN product p ON p.store_id = $1 AND p.handle = said.handle
  CROSS JOIN LATERAL (
    SELECT coalesce(said.title, p.title) AS title,
           CASE WHEN p.id IS NULL OR ${given('description')} THEN coalesce(said.description_html, '') ELSE p.description_html END,
           CASE WHEN p.id IS NULL OR ${given('vendor')} THEN coalesce(said.vendor, '') ELSE p.vendor END,
           CASE WHEN p.id IS NULL OR ${given('image')} THEN said.image_url ELSE p.image_url END,
           coalesce(CASE WHEN said.option_names IS NOT NULL
                         THEN ARRAY(SELECT jsonb_array_elements_text(said.option_names)) END, p.option_names, '{}')
  ) AS wanted`;

// When two rows have the same options, only the first counts, even if it is refused. A row without options means the
// product's only variant. If the product has other variants, such a row either only adds an image ('ignored') or lacks its
// options.
const DECIDE_VARIANTS = `
  INSERT INTO staged_variant
  SELECT r.handle, r.line, p.chunk,
         CASE WHEN NOT r.fit THEN 'unfit'
              WHEN NOT r.named AND (r.beside_named OR p.optioned)
              THEN CASE WHEN r.bare THEN 'ignored' ELSE 'options_missing' END
              WHEN r.occurrence > 1 THEN CASE WHEN r.bare THEN 'ignored' ELSE 'duplicate' END
              WHEN p.verdict IN ('no_title', 'id_collision') THEN 'without_product'
              WHEN cardinality(p.option_names) <> cardinality(r.option_values) AND p.option_names <> '{}'
              THEN 'options_miscounted'
              WHEN r.position > $3 THEN 'too_many'
              WHEN v.id IS NULL AND (EXISTS (SELECT FROM variant o WHERE o.store_id = $1 AND o.external_id = r.variant_external_id)
                                     OR r.same_id > 1)
              THEN 'id_collision'
              WHEN v.id IS NULL THEN 'new'
              WHEN v.gone_at IS NOT NULL OR ROW(r.position, wanted.*) IS DISTINCT FROM
                   ROW(v.position, v.sku, v.price, v.compare_at_price, v.image_url, v.in_stock, v.oversell_enabled)
              THEN 'changed' ELSE 'same' END,
         coalesce(v.id, gen_random_uuid()), p.id, coalesce(v.external_id, r.variant_external_id), r.option_values,
         r.position, wanted.*
  FROM (
    SELECT *, row_number() OVER (PARTITION BY handle, option_values ORDER BY line) AS occurrence,
           row_number() OVER (PARTITION BY handle ORDER BY line) AS position,
           bool_or(named) OVER (PARTITION BY handle) AS beside_named,
           dense_rank() OVER (PARTITION BY variant_external_id ORDER BY handle, option_values) AS same_id
    FROM staged_row WHERE option_values IS NOT NULL
  ) AS r
  JOIN staged_product p ON p.handle = r.handle
  LEFT JOIN variant v ON v.store_id = $1 AND v.product_id = p.id AND v.option_values = r.option_values
  CROSS JOIN LATERAL (
    SELECT CASE WHEN v.id IS NULL OR ${given('sku')} THEN r.sku ELSE v.sku END,
           CASE WHEN v.id IS NULL OR ${given('price')} THEN r.price ELSE v.price END,
           CASE WHEN v.id IS NULL OR ${given('compareAtPrice')} THEN r.compare_at_price ELSE v.compare_at_price END,
           CASE WHEN v.id IS NULL OR ${given('variantImage')} THEN r.variant_image_url ELSE v.image_url END,
           CASE WHEN v.id IS NULL OR ${given('inStock')} THEN r.in_stock ELSE v.in_stock END,
           CASE WHEN v.id IS NULL OR ${given('oversell')} THEN r.oversell_enabled ELSE v.oversell_enabled END
  ) AS wanted`;

const SPARE_AMBIGUOUS = `
  UPDATE staged_product p SET spared = true
  FROM staged_variant s WHERE s.handle = p.handle AND s.verdict IN ('options_missing', 'options_miscounted')`;

// Such a product needs no issue of its own: its rows have one each.
const LEAVE_OUT_EMPTY = `
  UPDATE staged_product p SET verdict = 'empty'
  WHERE p.verdict = 'new' AND NOT EXISTS (SELECT FROM staged_variant s WHERE s.handle = p.handle AND s.verdict = 'new')`;

// When the rows of a product hold only images, its variants are kept. A row that was refused still names a variant, so that
// variant is not gone.
const DECIDE_GONE = `
  INSERT INTO staged_gone
  SELECT p.chunk, p.id, v.id
  FROM staged_product p
  JOIN variant v ON v.store_id = $1 AND v.product_id = p.id AND v.gone_at IS NULL
  WHERE p.verdict IN ('changed', 'same') AND NOT p.spared
    AND EXISTS (SELECT FROM staged_variant s WHERE s.handle = p.handle AND s.verdict <> 'ignored')
    AND NOT EXISTS (SELECT FROM staged_variant s WHERE s.handle = p.handle AND s.id = v.id AND s.verdict <> 'ignored')`;

const TOUCH_PRODUCTS = `
  UPDATE staged_product p SET verdict = 'changed'
  WHERE p.verdict = 'same'
    AND (EXISTS (SELECT FROM staged_variant s WHERE s.handle = p.handle AND s.verdict IN ('new', 'changed'))
         OR EXISTS (SELECT FROM staged_gone g WHERE g.product_id = p.id))`;
