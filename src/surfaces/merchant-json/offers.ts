import { findNamedProduct } from '../../core/catalog/names.ts';
import type { Product, Variant } from '../../core/catalog/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { readWaitlist, type Waitlist } from '../../core/waitlists/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { Sql } from '../../platform/db.ts';
import type { AdminOnShelf } from '../../protocol/schema/admin-api/waitlists.ts';
import { productPage } from '../product-page.ts';

/** A waitlist with its product as the catalogue has it. */
export type Offer = { store: Store; waitlist: Waitlist; product: Product };

/** Reads an offer. Throws `waitlist_not_found`. */
export async function readOffer(sql: Sql, store: Store, waitlistId: string): Promise<Offer> {
  const waitlist = await readWaitlist(sql, store.id, waitlistId);
  const product = await findNamedProduct(sql, store.id, waitlist.product.externalId);
  if (product) return { store, waitlist, product };
  throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product' });
}

/** Returns the variants of the waitlist that, says the catalogue, the store could send today. */
export function variantsOnShelf({ waitlist, product }: Offer): Variant[] {
  const offered = new Set(waitlist.variants.map(({ variantId }) => variantId));
  return product.variants.filter(({ id, goneAt, inStock }) => offered.has(id) && !goneAt && inStock > 0);
}

export function onShelfJson(variants: readonly Variant[]): AdminOnShelf[] {
  return variants.map(({ externalId, sku, title, inStock }) => ({ id: externalId, sku, title, in_stock: inStock }));
}

/** Returns the page to paste, as HTML. */
export function offerPage({ baseUrl }: { baseUrl: string }, { store, waitlist, product }: Offer): string {
  return productPage({ baseUrl, store, product, variants: waitlist.variants.filter(({ gone }) => !gone) });
}
