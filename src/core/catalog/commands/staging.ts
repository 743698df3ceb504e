import type { CatalogRow } from '../../../domain/catalog-rows.ts';
import { AppError } from '../../../domain/error.ts';
import { NO_TRANSACTION_TIMEOUT } from '../../../platform/database-session-options.ts';
import { asSql, type Database, type Sql } from '../../../platform/db.ts';

// The import has its own connection with its own settings. Sorting a large file takes longer than a request may, and
// compiling its few statements (JIT) costs more than it saves. The import waits up to 30 seconds for a row that another
// transaction has locked; no transaction lasts that long.
const SESSION =
  "SET statement_timeout = '10min'; SET lock_timeout = '30s'; SET work_mem = '32MB'; SET jit = off; SET client_min_messages = warning; " +
  NO_TRANSACTION_TIMEOUT;

// Temporary tables hold the file and the decisions about it. Only this connection sees them, and they end with it. They
// need no memory of this process and no write-ahead log.
export const STAGING_TABLES = `
  CREATE TEMP TABLE staged_row (
    line integer NOT NULL, product_key text NOT NULL, handle text, handle_guess text, product_sku text,
    product_given_id text, product_made_id text,
    title text, description_html text, vendor text, image_url text, image_position integer, option_names jsonb,
    unreadable boolean NOT NULL,
    option_values text[], -- null: the row holds no variant
    variant_given_id text, variant_made_id text, named boolean, bare boolean, fit boolean, sku text, price bigint,
    compare_at_price bigint, variant_image_url text,
    in_stock integer, -- of a row without a variant: what the product counts for all of its variants
    oversell_enabled boolean,
    safety jsonb -- null: the row says nothing of it
  );
  CREATE TEMP TABLE staged_product (
    key text PRIMARY KEY, line integer NOT NULL, chunk integer NOT NULL, verdict text NOT NULL, id uuid NOT NULL,
    external_id text, -- the id that it has afterwards
    earlier_id text, -- the id that it has now, if that changes
    made boolean NOT NULL, -- the service made its id
    handle text, title text, description_html text, vendor text, image_url text,
    option_names text[] NOT NULL,
    variants integer NOT NULL, -- how many rows the file has for it
    optioned boolean NOT NULL, -- the catalogue knows variants of it that have options
    spared boolean NOT NULL -- a row does not say which variant it means, so no variant may count as absent
  );
  CREATE TEMP TABLE staged_variant (
    product_key text NOT NULL, line integer NOT NULL, chunk integer NOT NULL, verdict text NOT NULL, id uuid NOT NULL,
    product_id uuid NOT NULL, external_id text NOT NULL, earlier_id text, made boolean NOT NULL, option_values text[] NOT NULL,
    position integer NOT NULL, sku text, price bigint, compare_at_price bigint, image_url text, in_stock integer,
    oversell_enabled boolean
  );
  CREATE TEMP TABLE staged_gone (chunk integer NOT NULL, product_id uuid NOT NULL, id uuid NOT NULL);`;

/** Opens a connection with empty staging tables. `end` also drops them and releases the lock of `lockCatalog`. */
export async function openStaging(db: Database): Promise<{ sql: Sql; end(): Promise<void> }> {
  const client = await db.connect({ direct: true });
  try {
    await client.query(SESSION);
    await client.query(STAGING_TABLES);
    return { sql: asSql(client), end: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

const LOCK = "hashtext('catalogue'), hashtext($1)";

/** Locks the store's catalogue until the transaction ends. Throws `busy` while another writer has the lock. */
export async function tryLockCatalog(tx: Sql, storeId: string): Promise<void> {
  const [tried] = await tx.query<{ locked: boolean }>(`SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`, [storeId]);
  if (tried?.locked) return;
  const message = 'An import of this store is running: try again in a moment. Nothing was changed.';
  throw new AppError('busy', message, { data: { retry_after: 5 } });
}

/**
 * Locks the store's catalogue until the connection ends, so that it has one writer at a time. When another writer holds the
 * lock, calls `onWait` and waits without a time limit.
 */
export async function lockCatalog(sql: Sql, storeId: string, onWait: () => void): Promise<void> {
  const [tried] = await sql.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS locked`, [storeId]);
  if (tried?.locked) return;
  onWait();
  await sql.query('SET lock_timeout = 0; SET statement_timeout = 0');
  await sql.query(`SELECT pg_advisory_lock(${LOCK})`, [storeId]);
  await sql.query(SESSION);
}

/** Inserts the rows into `staged_row` with one statement. */
export async function stageRows(sql: Sql, rows: readonly CatalogRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query('INSERT INTO staged_row SELECT * FROM json_populate_recordset(NULL::staged_row, $1)', [
    JSON.stringify(rows.map(toStaged)),
  ]);
}

/**
 * Gives rows of variants that name their product by its SKU the key of that product, and those that have no stock of their own
 * the product's.
 */
export async function joinParents(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE staged_row v SET product_key = p.key
     FROM (SELECT product_sku, min(product_key) AS key FROM staged_row WHERE product_sku IS NOT NULL GROUP BY product_sku) p
     WHERE v.product_key = 'sku:' || p.product_sku`,
  );
  await sql.query(
    `UPDATE staged_row v SET in_stock = p.in_stock, oversell_enabled = p.oversell_enabled
     FROM (SELECT DISTINCT ON (product_key) product_key, in_stock, oversell_enabled FROM staged_row
           WHERE option_values IS NULL AND in_stock IS NOT NULL ORDER BY product_key, line) p
     WHERE v.product_key = p.product_key AND v.option_values IS NOT NULL AND v.in_stock IS NULL`,
  );
}

function toStaged({ line, productKey, productId, product, stock, variant, unreadable, ...row }: CatalogRow) {
  return {
    line,
    product_key: productKey,
    handle: row.handle,
    handle_guess: row.handleGuess,
    product_sku: row.productSku,
    product_given_id: productId.given,
    product_made_id: productId.made,
    title: product.title,
    description_html: product.descriptionHtml,
    vendor: product.vendor,
    image_url: product.imageUrl,
    image_position: product.imagePosition,
    option_names: product.optionNames,
    unreadable,
    safety: row.safety,
    ...(stock && { in_stock: stock.inStock, oversell_enabled: stock.oversellEnabled }),
    ...(variant && {
      option_values: variant.optionValues,
      variant_given_id: variant.id.given,
      variant_made_id: variant.id.made,
      named: variant.named,
      bare: variant.bare,
      fit: variant.fit,
      sku: variant.sku,
      price: variant.price,
      compare_at_price: variant.compareAtPrice,
      variant_image_url: variant.imageUrl,
      in_stock: variant.inStock,
      oversell_enabled: variant.oversellEnabled,
    }),
  };
}
