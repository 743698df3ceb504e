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
  for (const column of ['id', 'handle']) await sql.query(`CREATE INDEX ON staged_product (${column})`);
  await sql.query('ANALYZE staged_product');
  await refuseTakenHandles(sql, storeId);
  await sql.query(DECIDE_VARIANTS, [storeId, given, VARIANTS_MAX]);
  await sql.query('CREATE INDEX ON staged_variant (product_key)');
  await sql.query('ANALYZE staged_variant');
  for (const statement of [SPARE_AMBIGUOUS, LEAVE_OUT_EMPTY]) await sql.query(statement);
  await sql.query(DECIDE_GONE, [storeId]);
  await sql.query(TOUCH_PRODUCTS);
  for (const table of ['staged_product', 'staged_variant', 'staged_gone']) {
    await sql.query(`CREATE INDEX ON ${table} (chunk)`);
    await sql.query(`ANALYZE ${table}`);
  }
}

/** Refuses products whose handle another product keeps. Each refusal may keep a handle from a further product. */
async function refuseTakenHandles(sql: Sql, storeId: string): Promise<void> {
  let refused: { refused: number }[];
  do refused = await sql.query<{ refused: number }>(REFUSE_TAKEN_HANDLES, [storeId]);
  while (refused.length > 0);
}

// The number of variants that one transaction writes: about a thousand rows keep locks short and round trips few.
const CHUNK_VARIANTS = 1000;

const given = (column: string) => `'${column}' = ANY ($2::text[])`;
// The first row with a value for the column wins.
const first = (column: string) => `(array_agg(${column} ORDER BY line) FILTER (WHERE ${column} IS NOT NULL))[1]`;

// A product is the one with its id, else the one that had this id earlier. Else it is the one with its handle, if the file
// has no id for it or if the id of that one was made from the handle. When several products of the file mean the same one,
// the surest has it, and the others are new.
const DECIDE_PRODUCTS = `
  INSERT INTO staged_product
  SELECT said.key, said.line, sum(said.variants) OVER (ORDER BY said.line) / ${CHUNK_VARIANTS},
         CASE WHEN said.given_ids > 1 THEN 'ids_differ'
              WHEN said.way = 1 AND said.turn > 1 THEN 'id_collision'
              WHEN p.id IS NULL AND said.title IS NULL THEN 'no_title'
              WHEN p.external_id IS DISTINCT FROM wanted.external_id
                   AND (EXISTS (SELECT FROM product o WHERE o.store_id = $1 AND o.external_id = wanted.external_id)
                        OR row_number() OVER (PARTITION BY said.new_id ORDER BY said.line) > 1)
              THEN 'id_collision'
              WHEN p.id IS NULL THEN 'new'
              WHEN ROW(wanted.*) IS DISTINCT FROM ROW(p.external_id, p.handle, p.title, p.description_html, p.vendor, p.image_url, p.option_names)
              THEN 'changed' ELSE 'same' END,
         coalesce(p.id, gen_random_uuid()), wanted.external_id,
         CASE WHEN p.external_id <> wanted.external_id THEN p.external_id END,
         wanted.external_id IS NOT DISTINCT FROM said.made_id, wanted.handle, wanted.title, wanted.description_html,
         wanted.vendor, wanted.image_url, wanted.option_names, said.variants,
         said.unnamed AND EXISTS (SELECT FROM variant v WHERE v.store_id = $1 AND v.product_id = p.id
                                                          AND v.gone_at IS NULL AND v.option_values <> '{}'),
         said.unreadable
  FROM (
    SELECT *, row_number() OVER (PARTITION BY product_id ORDER BY way, line) AS turn,
           row_number() OVER (PARTITION BY guess ORDER BY line) AS same_guess
    FROM (
      SELECT s.*, coalesce(s.given_id, s.made_id) AS new_id, coalesce(by_id.id, e.product_id, by_handle.id) AS product_id,
             CASE WHEN by_id.id IS NOT NULL THEN 1 WHEN e.product_id IS NOT NULL THEN 2 ELSE 3 END AS way
      FROM (
        SELECT product_key AS key, min(line) AS line, ${first('handle')} AS handle, ${first('handle_guess')} AS guess,
               ${first('product_given_id')} AS given_id,
               count(DISTINCT product_given_id) AS given_ids, ${first('product_made_id')} AS made_id, ${first('title')} AS title,
               ${first('description_html')} AS description_html, ${first('vendor')} AS vendor,
               (array_agg(image_url ORDER BY image_position NULLS LAST, line) FILTER (WHERE image_url IS NOT NULL))[1] AS image_url,
               ${first('option_names')} AS option_names, count(option_values) AS variants,
               bool_or(unreadable) AS unreadable, bool_or(NOT named) IS TRUE AS unnamed
        FROM staged_row GROUP BY product_key
      ) AS s
      LEFT JOIN product by_id ON by_id.store_id = $1 AND by_id.external_id = s.given_id
      LEFT JOIN product_earlier_id e ON e.store_id = $1 AND e.external_id = s.given_id
      LEFT JOIN product by_handle ON by_handle.store_id = $1 AND by_handle.handle = coalesce(s.handle, s.guess)
                                 AND (s.given_id IS NULL OR by_handle.external_id = s.made_id)
    ) AS named
  ) AS said
  LEFT JOIN product p ON p.store_id = $1 AND p.id = said.product_id AND said.turn = 1
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p.id IS NULL THEN said.new_id WHEN said.way = 3 THEN coalesce(said.given_id, p.external_id)
                ELSE p.external_id END AS external_id,
           coalesce(said.handle, p.handle, CASE
             WHEN EXISTS (SELECT FROM product o WHERE o.store_id = $1 AND o.handle = said.guess) OR said.same_guess > 1
             THEN said.guess || '-' || said.new_id ELSE said.guess END) AS handle,
           coalesce(said.title, p.title) AS title,
           CASE WHEN p.id IS NULL OR ${given('description')} THEN coalesce(said.description_html, '') ELSE p.description_html END
             AS description_html,
           CASE WHEN p.id IS NULL OR ${given('vendor')} THEN coalesce(said.vendor, '') ELSE p.vendor END AS vendor,
           CASE WHEN p.id IS NULL OR ${given('image')} THEN said.image_url ELSE p.image_url END AS image_url,
           coalesce(CASE WHEN said.option_names IS NOT NULL
                         THEN ARRAY(SELECT jsonb_array_elements_text(said.option_names)) END, p.option_names, '{}') AS option_names
  ) AS wanted`;

// The other product keeps its handle unless this file gives it another one.
const REFUSE_TAKEN_HANDLES = `
  UPDATE staged_product s SET verdict = 'handle_taken'
  WHERE s.verdict IN ('new', 'changed') AND (
    EXISTS (SELECT FROM product o
            WHERE o.store_id = $1 AND o.handle = s.handle AND o.id <> s.id
              AND NOT EXISTS (SELECT FROM staged_product m
                              WHERE m.id = o.id AND m.verdict = 'changed' AND m.handle <> o.handle))
    OR EXISTS (SELECT FROM staged_product d
               WHERE d.handle = s.handle AND d.line < s.line AND d.verdict IN ('new', 'changed', 'same')))
  RETURNING 1 AS refused`;

// When two rows have the same options, only the first counts, even if it is refused. A row without options means the
// product's only variant. If the product has other variants, such a row either only adds an image ('ignored') or lacks its
// options. A variant is found like its product: by its id, its earlier id, or its options. A file has all variants of the
// products that it names, so a variant whose id it does not name is no longer the platform's: the row with its options
// follows it, with a new id.
const DECIDE_VARIANTS = `
  INSERT INTO staged_variant
  SELECT r.product_key, r.line, r.chunk,
         CASE WHEN NOT r.fit THEN 'unfit'
              WHEN NOT r.named AND (r.beside_named OR r.optioned)
              THEN CASE WHEN r.bare THEN 'ignored' ELSE 'options_missing' END
              WHEN r.occurrence > 1 THEN CASE WHEN r.bare THEN 'ignored' ELSE 'duplicate' END
              WHEN r.product_verdict NOT IN ('new', 'changed', 'same') THEN 'without_product'
              WHEN cardinality(r.names) <> cardinality(r.option_values) AND r.names <> '{}'
              THEN 'options_miscounted'
              WHEN r.position > $3 THEN 'too_many'
              WHEN v.external_id IS DISTINCT FROM wanted.external_id
                   AND (EXISTS (SELECT FROM variant o WHERE o.store_id = $1 AND o.external_id = wanted.external_id)
                        OR r.same_id > 1)
              THEN 'id_collision'
              WHEN v.id IS NULL THEN 'new'
              WHEN v.gone_at IS NOT NULL OR ROW(r.position, r.option_values, wanted.*) IS DISTINCT FROM
                   ROW(v.position, v.option_values, v.external_id, v.sku, v.price, v.compare_at_price, v.image_url, v.in_stock,
                       v.oversell_enabled)
              THEN 'changed' ELSE 'same' END,
         coalesce(v.id, gen_random_uuid()), r.product_id, wanted.external_id,
         CASE WHEN v.external_id <> wanted.external_id THEN v.external_id END,
         wanted.external_id IS NOT DISTINCT FROM r.variant_made_id, r.option_values, r.position, wanted.sku, wanted.price,
         wanted.compare_at_price, wanted.image_url, wanted.in_stock, wanted.oversell_enabled
  FROM (
    SELECT *, row_number() OVER (PARTITION BY variant_id ORDER BY way, line) AS turn
    FROM (
      SELECT s.*, p.id AS product_id, p.chunk, p.verdict AS product_verdict, p.optioned, p.option_names AS names,
             coalesce(by_id.id, e.variant_id, alike.id) AS variant_id,
             CASE WHEN by_id.id IS NOT NULL THEN 1 WHEN e.variant_id IS NOT NULL THEN 2 ELSE 3 END AS way
      FROM (
        SELECT product_key, line, option_values, variant_given_id, variant_made_id, named, bare, fit, sku, price, compare_at_price,
               variant_image_url, in_stock, oversell_enabled, coalesce(variant_given_id, variant_made_id) AS new_id,
               row_number() OVER (PARTITION BY product_key, option_values ORDER BY line) AS occurrence,
               row_number() OVER (PARTITION BY product_key ORDER BY line) AS position,
               bool_or(named) OVER (PARTITION BY product_key) AS beside_named,
               row_number() OVER (PARTITION BY coalesce(variant_given_id, variant_made_id) ORDER BY line) AS same_id
        FROM staged_row WHERE option_values IS NOT NULL
      ) AS s
      JOIN staged_product p ON p.key = s.product_key
      LEFT JOIN variant by_id ON by_id.store_id = $1 AND by_id.external_id = s.variant_given_id AND by_id.product_id = p.id
      LEFT JOIN (
        SELECT e.external_id, e.variant_id, v.product_id FROM variant_earlier_id e
        JOIN variant v ON v.store_id = e.store_id AND v.id = e.variant_id WHERE e.store_id = $1
      ) AS e ON e.external_id = s.variant_given_id AND e.product_id = p.id
      LEFT JOIN (
        SELECT DISTINCT ON (v.product_id, v.option_values) v.id, v.product_id, v.option_values
        FROM staged_product p JOIN variant v ON v.store_id = $1 AND v.product_id = p.id
        WHERE NOT EXISTS (SELECT FROM staged_row r WHERE r.variant_given_id = v.external_id AND r.product_key = p.key)
        ORDER BY v.product_id, v.option_values, v.gone_at DESC NULLS FIRST
      ) AS alike ON alike.product_id = p.id AND alike.option_values = s.option_values
    ) AS named
  ) AS r
  LEFT JOIN variant v ON v.store_id = $1 AND v.id = r.variant_id AND r.turn = 1
  CROSS JOIN LATERAL (
    SELECT CASE WHEN v.id IS NULL THEN r.new_id WHEN r.way = 3 THEN coalesce(r.variant_given_id, v.external_id)
                ELSE v.external_id END AS external_id,
           CASE WHEN v.id IS NULL OR ${given('sku')} THEN r.sku ELSE v.sku END AS sku,
           CASE WHEN v.id IS NULL OR ${given('price')} THEN r.price ELSE v.price END AS price,
           CASE WHEN v.id IS NULL OR ${given('compareAtPrice')} THEN r.compare_at_price ELSE v.compare_at_price END AS compare_at_price,
           CASE WHEN v.id IS NULL OR ${given('variantImage')} THEN r.variant_image_url ELSE v.image_url END AS image_url,
           CASE WHEN v.id IS NULL OR ${given('inStock')} THEN coalesce(r.in_stock, v.in_stock, 0) ELSE v.in_stock END AS in_stock,
           CASE WHEN v.id IS NULL OR ${given('oversell')} THEN r.oversell_enabled ELSE v.oversell_enabled END AS oversell_enabled
  ) AS wanted`;

const SPARE_AMBIGUOUS = `
  UPDATE staged_product p SET spared = true
  FROM staged_variant s WHERE s.product_key = p.key AND s.verdict IN ('options_missing', 'options_miscounted')`;

// An empty product needs no issue of its own: its rows have one each. One without any row of a variant needs it.
const LEAVE_OUT_EMPTY = `
  UPDATE staged_product p
  SET verdict = CASE WHEN p.spared OR EXISTS (SELECT FROM staged_variant s WHERE s.product_key = p.key)
                     THEN 'empty' ELSE 'no_variants' END
  WHERE p.verdict = 'new' AND NOT EXISTS (SELECT FROM staged_variant s WHERE s.product_key = p.key AND s.verdict = 'new')`;

// When the rows of a product hold only images, its variants are kept. A row that was refused still names a variant, so that
// variant is not gone.
const DECIDE_GONE = `
  INSERT INTO staged_gone
  SELECT p.chunk, p.id, v.id
  FROM staged_product p
  JOIN variant v ON v.store_id = $1 AND v.product_id = p.id AND v.gone_at IS NULL
  WHERE p.verdict IN ('changed', 'same') AND NOT p.spared
    AND EXISTS (SELECT FROM staged_variant s WHERE s.product_key = p.key AND s.verdict <> 'ignored')
    AND NOT EXISTS (SELECT FROM staged_variant s WHERE s.product_key = p.key AND s.id = v.id AND s.verdict <> 'ignored')`;

const TOUCH_PRODUCTS = `
  UPDATE staged_product p SET verdict = 'changed'
  WHERE p.verdict = 'same'
    AND (EXISTS (SELECT FROM staged_variant s WHERE s.product_key = p.key AND s.verdict IN ('new', 'changed'))
         OR EXISTS (SELECT FROM staged_gone g WHERE g.product_id = p.id))`;
