import { randomUUID } from 'node:crypto';
import type { CatalogProduct } from '../../../domain/catalog.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';

/**
 * Takes one product as a platform tells it, by the platform's own ids: new or changed, and variants it no longer names
 * are marked gone. Resolves with our id of it.
 */
export async function saveProduct(deps: Pick<Deps, 'db'>, storeId: string, product: CatalogProduct): Promise<string> {
  return deps.db.transaction(async (tx) => {
    // An import decides what to write under the same lock.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalogue'), hashtext($1))`, [storeId]);
    const productId = await writeProduct(tx, storeId, product);
    await writeVariants(tx, { storeId, productId }, product);
    await emit(tx, 'waitlist.changed', { storeId, subjectId: productId });
    return productId;
  });
}

async function writeProduct(tx: Sql, storeId: string, product: CatalogProduct): Promise<string> {
  const id = randomUUID();
  const [written] = await tx.query<{ id: string }>(
    `INSERT INTO product (store_id, id, external_id, handle, title, description_html, vendor, image_url, option_names)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (store_id, external_id) DO UPDATE
     SET handle = EXCLUDED.handle, title = EXCLUDED.title, description_html = EXCLUDED.description_html,
         vendor = EXCLUDED.vendor, image_url = EXCLUDED.image_url, option_names = EXCLUDED.option_names,
         updated_at = app_now()
     RETURNING id`,
    [
      ...[storeId, id, product.externalId, product.handle, product.title],
      ...[product.descriptionHtml, product.vendor, product.imageUrl, product.optionNames],
    ],
  );
  return written?.id ?? id;
}

async function writeVariants(
  tx: Sql,
  { storeId, productId }: { storeId: string; productId: string },
  { variants }: CatalogProduct,
): Promise<void> {
  await tx.query(
    `INSERT INTO variant (store_id, id, product_id, external_id, sku, title, option_values, position, price,
                          compare_at_price, image_url, in_stock, oversell_enabled)
     SELECT $1, gen_random_uuid(), $2, v."externalId", v.sku, array_to_string(v."optionValues", ' / '), v."optionValues",
            v.position, v.price, v."compareAtPrice", v."imageUrl", v."inStock", v."oversellEnabled"
     FROM json_to_recordset($3) AS v ("externalId" text, sku text, "optionValues" text[], position integer, price bigint,
       "compareAtPrice" bigint, "imageUrl" text, "inStock" integer, "oversellEnabled" boolean)
     ON CONFLICT (store_id, external_id) DO UPDATE
     SET sku = EXCLUDED.sku, title = EXCLUDED.title, option_values = EXCLUDED.option_values,
         position = EXCLUDED.position, price = EXCLUDED.price, compare_at_price = EXCLUDED.compare_at_price,
         image_url = EXCLUDED.image_url, in_stock = EXCLUDED.in_stock, oversell_enabled = EXCLUDED.oversell_enabled,
         gone_at = NULL, updated_at = app_now()`,
    [storeId, productId, JSON.stringify(variants.map((variant, index) => ({ ...variant, position: index + 1 })))],
  );
  await tx.query(
    `UPDATE variant SET gone_at = app_now(), updated_at = app_now()
     WHERE store_id = $1 AND product_id = $2 AND gone_at IS NULL AND external_id <> ALL ($3::text[])`,
    [storeId, productId, variants.map(({ externalId }) => externalId)],
  );
}
