import { findNamedProduct } from '../../../core/catalog/names.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import { readConnection } from '../../../core/connections/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';

/** Finds a product by the platform's id in any of its forms, else by handle. Throws `product_not_found`. */
export async function readProduct(sql: Sql, store: Store, name: string): Promise<Product> {
  const product = await findNamedProduct(sql, store.id, name);
  if (product) return product;
  const message = `${store.name} has no product “${name.slice(0, 80)}”. See ./service products list --store ${store.slug}.`;
  throw new AppError('product_not_found', message, { param: 'product' });
}

/** Returns the command that brings the store's products in as they are now. */
export async function catalogueCommand(sql: Sql, { id, slug }: Store): Promise<string> {
  const connection = await readConnection(sql, id);
  return connection ? `./service connection sync --store ${slug}` : `./service catalog import FILE.csv --store ${slug}`;
}
