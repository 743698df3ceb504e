import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { emitAll } from '../../outbox/outbox.ts';
import { writeSafety } from './write-safety.ts';

const CHUNKS_OF_A_PAGE = 4;

/**
 * Writes the decisions to the catalogue, about a thousand variants a transaction, so that locks are short. A product is
 * always written as a whole, so an import that is killed leaves only complete products.
 */
export async function writeStaged(
  sql: Sql,
  storeId: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  await inTransaction(sql, () => moveHandles(sql, storeId));
  const chunks = await sql.query<{ chunk: number }>(
    `SELECT DISTINCT chunk FROM staged_product WHERE verdict IN ('new', 'changed') ORDER BY chunk`,
  );
  for (const [index, { chunk }] of chunks.entries()) {
    await inTransaction(sql, () => writeChunk(sql, storeId, chunk)).catch((error: unknown) => {
      throw index === 0 ? error : partlyWritten(index / chunks.length, error);
    });
    // PostgreSQL keeps the plan of its foreign key checks for a session. A plan made for an empty catalogue would read the whole
    // table once a file has filled it. A platform's page is of a few chunks, and the next one has another session.
    if (index === 0 && chunks.length > CHUNKS_OF_A_PAGE) await sql.query('ANALYZE product, variant');
    onProgress(index + 1, chunks.length);
  }
  await inTransaction(sql, () => writeSafety(sql, storeId));
}

async function inTransaction(sql: Sql, write: () => Promise<void>): Promise<void> {
  await sql.query('BEGIN');
  try {
    await write();
    await sql.query('COMMIT');
  } catch (error) {
    await sql.query('ROLLBACK').catch(() => {}); // the connection may be what failed
    throw error;
  }
}

/**
 * Gives products their new handles, all at once: one may have the handle that another had. First each gives up its own,
 * because a constraint keeps handles unique at every moment.
 */
async function moveHandles(tx: Sql, storeId: string): Promise<void> {
  const moved = await tx.query<{ id: string }>(GIVE_UP_HANDLES, [storeId]);
  if (moved.length === 0) return;
  await tx.query(TAKE_HANDLES, [storeId]);
  await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: moved.map(({ id }) => id) });
}

function partlyWritten(share: number, error: unknown): AppError {
  const message = `The database failed after ${Math.floor(share * 100)} % was written. Run the import again to write the rest.`;
  return new AppError('unavailable', message, { detail: String(error) });
}

async function writeChunk(tx: Sql, storeId: string, chunk: number): Promise<void> {
  const values = [storeId, chunk];
  const robbed = await tx.query<{ id: string }>(TAKE_PRODUCT_IDS, values);
  robbed.push(...(await tx.query<{ id: string }>(TAKE_VARIANT_IDS, values)));
  await tx.query(INSERT_PRODUCTS, values);
  const changed = await tx.query<{ id: string }>(UPDATE_PRODUCTS, values);
  for (const statement of [INSERT_VARIANTS, UPDATE_VARIANTS, MARK_GONE]) await tx.query(statement, values);
  for (const statement of [KEEP_PRODUCT_IDS, KEEP_VARIANT_IDS]) await tx.query(statement, values);
  // No answer about a new product can be cached, so only changed products are announced.
  const subjectIds = [...new Set([...changed, ...robbed].map(({ id }) => id))];
  await emitAll(tx, 'waitlist.changed', { storeId, subjectIds });
}

const GIVE_UP_HANDLES = `
  UPDATE product p SET handle = p.id::text
  FROM staged_product s WHERE s.verdict = 'changed' AND p.store_id = $1 AND p.id = s.id AND p.handle <> s.handle
  RETURNING p.id`;

const TAKE_HANDLES = `
  UPDATE product p SET handle = s.handle
  FROM staged_product s WHERE s.verdict = 'changed' AND p.store_id = $1 AND p.id = s.id AND p.handle <> s.handle`;

// The id that a product or variant has comes before the ids that others had earlier.
const TAKE_PRODUCT_IDS = `
  DELETE FROM product_earlier_id e USING staged_product s
  WHERE s.chunk = $2 AND s.verdict IN ('new', 'changed') AND e.store_id = $1 AND e.external_id = s.external_id
  RETURNING e.product_id AS id`;

const TAKE_VARIANT_IDS = `
  DELETE FROM variant_earlier_id e USING staged_variant s
  WHERE s.chunk = $2 AND s.verdict IN ('new', 'changed') AND e.store_id = $1 AND e.external_id = s.external_id
  RETURNING (SELECT v.product_id FROM variant v WHERE v.store_id = $1 AND v.id = e.variant_id) AS id`;

const KEEP_PRODUCT_IDS = `
  INSERT INTO product_earlier_id (store_id, external_id, product_id)
  SELECT $1, earlier_id, id FROM staged_product WHERE chunk = $2 AND verdict = 'changed' AND earlier_id IS NOT NULL`;

const KEEP_VARIANT_IDS = `
  INSERT INTO variant_earlier_id (store_id, external_id, variant_id)
  SELECT $1, earlier_id, id FROM staged_variant WHERE chunk = $2 AND verdict = 'changed' AND earlier_id IS NOT NULL`;

const INSERT_PRODUCTS = `
  INSERT INTO product (store_id, id, external_id, handle, title, description_html, vendor, image_url, option_names)
  SELECT $1, id, external_id, handle, title, description_html, vendor, image_url, option_names
  FROM staged_product WHERE chunk = $2 AND verdict = 'new'`;

const UPDATE_PRODUCTS = `
  UPDATE product p
  SET external_id = s.external_id, title = s.title, description_html = s.description_html, vendor = s.vendor, image_url = s.image_url,
      option_names = s.option_names, updated_at = app_now()
  FROM staged_product s
  WHERE s.chunk = $2 AND s.verdict = 'changed' AND p.store_id = $1 AND p.id = s.id
  RETURNING p.id`;

const INSERT_VARIANTS = `
  INSERT INTO variant (store_id, id, product_id, external_id, sku, title, option_values, position, price,
                       compare_at_price, image_url, in_stock, oversell_enabled)
  SELECT $1, id, product_id, external_id, sku, array_to_string(option_values, ' / '), option_values, position, price,
         compare_at_price, image_url, in_stock, oversell_enabled
  FROM staged_variant WHERE chunk = $2 AND verdict = 'new'`;

const UPDATE_VARIANTS = `
  UPDATE variant v
  SET external_id = s.external_id, title = array_to_string(s.option_values, ' / '), option_values = s.option_values,
      sku = s.sku, position = s.position, price = s.price, compare_at_price = s.compare_at_price,
      image_url = s.image_url, in_stock = s.in_stock, oversell_enabled = s.oversell_enabled,
      gone_at = NULL, updated_at = app_now()
  FROM staged_variant s
  WHERE s.chunk = $2 AND s.verdict = 'changed' AND v.store_id = $1 AND v.id = s.id`;

const MARK_GONE = `
  UPDATE variant v SET gone_at = app_now(), updated_at = app_now()
  FROM staged_gone g WHERE g.chunk = $2 AND v.store_id = $1 AND v.id = g.id`;
