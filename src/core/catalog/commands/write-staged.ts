import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { emitAll } from '../../outbox/outbox.ts';

/**
 * Writes the decisions to the catalogue, about a thousand variants a transaction, so that locks are short. A product is
 * always written as a whole, so an import that is killed leaves only complete products.
 */
export async function writeStaged(
  sql: Sql,
  storeId: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const chunks = await sql.query<{ chunk: number }>(
    `SELECT DISTINCT chunk FROM staged_product WHERE verdict IN ('new', 'changed') ORDER BY chunk`,
  );
  for (const [index, { chunk }] of chunks.entries()) {
    await sql.query('BEGIN');
    try {
      await writeChunk(sql, storeId, chunk);
      await sql.query('COMMIT');
    } catch (error) {
      await sql.query('ROLLBACK').catch(() => {}); // the connection may be what failed
      throw index === 0 ? error : partlyWritten(index / chunks.length, error);
    }
    // PostgreSQL keeps the plan of its foreign key checks. A plan made for an empty catalogue would read the whole table
    // once it is full.
    if (index === 0 && chunks.length > 1) await sql.query('ANALYZE product, variant');
    onProgress(index + 1, chunks.length);
  }
}

function partlyWritten(share: number, error: unknown): AppError {
  const message = `The database failed after ${Math.floor(share * 100)} % was written. Run the import again to write the rest.`;
  return new AppError('unavailable', message, { detail: String(error) });
}

async function writeChunk(tx: Sql, storeId: string, chunk: number): Promise<void> {
  await tx.query(INSERT_PRODUCTS, [storeId, chunk]);
  const changed = await tx.query<{ id: string }>(UPDATE_PRODUCTS, [storeId, chunk]);
  for (const statement of [INSERT_VARIANTS, UPDATE_VARIANTS, MARK_GONE]) await tx.query(statement, [storeId, chunk]);
  // No answer about a new product can be cached, so only changed products are announced.
  await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: changed.map((product) => product.id) });
}

const INSERT_PRODUCTS = `
  INSERT INTO product (store_id, id, external_id, handle, title, description_html, vendor, image_url, option_names)
  SELECT $1, id, external_id, handle, title, description_html, vendor, image_url, option_names
  FROM staged_product WHERE chunk = $2 AND verdict = 'new'`;

const UPDATE_PRODUCTS = `
  UPDATE product p
  SET title = s.title, description_html = s.description_html, vendor = s.vendor, image_url = s.image_url,
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
  SET sku = s.sku, position = s.position, price = s.price, compare_at_price = s.compare_at_price,
      image_url = s.image_url, in_stock = s.in_stock, oversell_enabled = s.oversell_enabled,
      gone_at = NULL, updated_at = app_now()
  FROM staged_variant s
  WHERE s.chunk = $2 AND s.verdict = 'changed' AND v.store_id = $1 AND v.id = s.id`;

const MARK_GONE = `
  UPDATE variant v SET gone_at = app_now(), updated_at = app_now()
  FROM staged_gone g WHERE g.chunk = $2 AND v.store_id = $1 AND v.id = g.id`;
