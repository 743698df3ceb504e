import type { ProductSafety, SafetySource } from '../../../domain/product-safety.ts';
import type { Sql } from '../../../platform/db.ts';

type ProductKey = { storeId: string; productId: string };

/** What each source says of the safety of a product; null where it says nothing. What a person typed is what shoppers read. */
export type SafetyEntries = Record<SafetySource, ProductSafety | null>;

/** Reads what is known of the safety of a product, by our id. */
export async function readSafety(sql: Sql, { storeId, productId }: ProductKey): Promise<SafetyEntries> {
  const rows = await sql.query<ProductSafety & { source: SafetySource }>(
    'SELECT source, maker, responsible, warnings FROM product_safety WHERE store_id = $1 AND product_id = $2',
    [storeId, productId],
  );
  const of = (source: SafetySource) => {
    const row = rows.find((one) => one.source === source);
    return row ? { maker: row.maker, responsible: row.responsible, warnings: row.warnings } : null;
  };
  return { hand: of('hand'), catalogue: of('catalogue') };
}

/** Reads what shoppers are shown of the safety of a product, by our id; null where nothing is known. */
export async function readShownSafety(sql: Sql, key: ProductKey): Promise<ProductSafety | null> {
  const { hand, catalogue } = await readSafety(sql, key);
  return hand ?? catalogue;
}
