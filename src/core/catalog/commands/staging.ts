import type { CatalogRow } from '../../../domain/catalog-csv.ts';
import { asSql, type Database, type Sql } from '../../../platform/db.ts';

// Of a connection of the import's own: sorting a large file takes longer than a request may, and compiling the few
// statements longer than it saves. A merchant's hand on the same product is waited for; no transaction lasts that long.
const SESSION =
  "SET statement_timeout = '10min'; SET lock_timeout = '30s'; SET work_mem = '32MB'; SET jit = off; SET client_min_messages = warning";

// The file, and what is decided about it, in tables that only this connection sees and that end with it. They cost
// neither memory of ours nor write-ahead log.
const TABLES = `
  CREATE TEMP TABLE staged_row (
    line integer NOT NULL, handle text NOT NULL, product_external_id text NOT NULL,
    title text, description_html text, vendor text, image_url text, image_position integer, option_names jsonb,
    unreadable boolean NOT NULL,
    option_values text[], -- null: the row holds no variant
    variant_external_id text, named boolean, bare boolean, fit boolean, sku text, price bigint,
    compare_at_price bigint, variant_image_url text, in_stock integer, oversell_enabled boolean
  );
  CREATE TEMP TABLE staged_product (
    handle text PRIMARY KEY, line integer NOT NULL, chunk integer NOT NULL, verdict text NOT NULL,
    id uuid NOT NULL, external_id text NOT NULL, title text, description_html text, vendor text, image_url text,
    option_names text[] NOT NULL,
    variants integer NOT NULL, -- how many rows the file has for it
    optioned boolean NOT NULL, -- the catalogue knows variants of it that have options
    spared boolean NOT NULL -- a row means nobody knows which variant of it, so none may be taken for absent
  );
  CREATE TEMP TABLE staged_variant (
    handle text NOT NULL, line integer NOT NULL, chunk integer NOT NULL, verdict text NOT NULL,
    id uuid NOT NULL, product_id uuid NOT NULL, external_id text NOT NULL, option_values text[] NOT NULL,
    position integer NOT NULL, sku text, price bigint, compare_at_price bigint, image_url text, in_stock integer,
    oversell_enabled boolean
  );
  CREATE TEMP TABLE staged_gone (chunk integer NOT NULL, product_id uuid NOT NULL, id uuid NOT NULL);`;

/** A connection with empty staging tables. Ending it ends them, and the lock that `lockCatalog` takes. */
export async function openStaging(db: Database): Promise<{ sql: Sql; end(): Promise<void> }> {
  const client = await db.connect({ direct: true });
  try {
    await client.query(SESSION);
    await client.query(TABLES);
    return { sql: asSql(client), end: () => client.end() };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** One writer of a store's catalogue at a time, from the first decision to the last row; `onWait` when another is at it. */
export async function lockCatalog(sql: Sql, storeId: string, onWait: () => void): Promise<void> {
  const key = `hashtext('catalogue'), hashtext($1)`;
  const [tried] = await sql.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS locked`, [storeId]);
  if (tried?.locked) return;
  onWait();
  await sql.query('SET lock_timeout = 0; SET statement_timeout = 0');
  await sql.query(`SELECT pg_advisory_lock(${key})`, [storeId]);
  await sql.query(SESSION);
}

/** Adds rows to `staged_row`, in one statement. */
export async function stageRows(sql: Sql, rows: readonly CatalogRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query('INSERT INTO staged_row SELECT * FROM json_populate_recordset(NULL::staged_row, $1)', [
    JSON.stringify(rows.map(toStaged)),
  ]);
}

function toStaged({ line, handle, productExternalId, product, variant, unreadable }: CatalogRow) {
  return {
    line,
    handle,
    product_external_id: productExternalId,
    title: product.title,
    description_html: product.descriptionHtml,
    vendor: product.vendor,
    image_url: product.imageUrl,
    image_position: product.imagePosition,
    option_names: product.optionNames,
    unreadable,
    ...(variant && {
      option_values: variant.optionValues,
      variant_external_id: variant.externalId,
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
