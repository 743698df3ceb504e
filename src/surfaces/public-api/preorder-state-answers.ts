import { findStoreByKey, type Store } from '../../core/stores/queries.ts';
import {
  findNamedProduct,
  findOpenWaitlist,
  findProductOfVariant,
  listVariantStock,
  type OpenWaitlist,
  type ProductKey,
  type VariantStock,
} from '../../core/waitlists/queries/on-sale.ts';
import { msUntilScheduledChange } from '../../core/waitlists/queries.ts';
import { AppError } from '../../domain/error.ts';
import { preorderStateOfProduct, preorderStateOfVariant } from '../../domain/preorder-state.ts';
import type { Sql } from '../../platform/db.ts';
import type { ProductState, VariantState } from '../../protocol/schema/public-api.ts';
import type { LoadedAnswer } from '../answer-cache.ts';
import { json, unknownKey, waitlistView } from './product-answers.ts';

/** Loads the answer of `GET /api/v1/products/preorder-state` (contract: Preorder state). */
export async function loadProductState(sql: Sql, storeKey: string, handle: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  const product = await findNamedProduct(sql, store.id, { handle });
  if (!product) {
    const content = new AppError('product_not_found', 'There is no such product in this store.', { param: 'handle' });
    return { storeId: store.id, productId: null, msUntilChange: null, content };
  }
  const { msUntilChange, waitlist, variants } = await loadSupply(sql, store.id, product);
  const state: ProductState = {
    id: product.externalId,
    product_code: product.handle,
    state: preorderStateOfProduct(variants),
    waitlist: waitlist && waitlistView(waitlist, store),
  };
  return { storeId: store.id, productId: product.id, msUntilChange, content: json(state) };
}

/** Loads the answer of `GET /api/v1/variants/preorder-state` (contract: Preorder state). */
export async function loadVariantState(sql: Sql, storeKey: string, externalId: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  const product = await findProductOfVariant(sql, store.id, externalId);
  if (!product) return { storeId: store.id, productId: null, msUntilChange: null, content: unknownVariant() };
  const { msUntilChange, waitlist, variants } = await loadSupply(sql, store.id, product);
  const variant = variants.find((each) => each.externalId === externalId);
  const content = variant ? json(variantState(variant, { product, waitlist, store })) : unknownVariant();
  return { storeId: store.id, productId: product.id, msUntilChange, content };
}

type Supply = { msUntilChange: number | null; waitlist: OpenWaitlist | null; variants: VariantStock[] };

async function loadSupply(sql: Sql, storeId: string, product: ProductKey): Promise<Supply> {
  // The scheduled change is read first: read last, it would miss a launch in between.
  const msUntilChange = await msUntilScheduledChange(sql, storeId, product.id);
  const waitlist = await findOpenWaitlist(sql, storeId, product.id);
  const of = { productId: product.id, waitlistId: waitlist?.id ?? null };
  return { msUntilChange, waitlist, variants: await listVariantStock(sql, storeId, of) };
}

type Around = { product: ProductKey; waitlist: OpenWaitlist | null; store: Pick<Store, 'locale' | 'currency'> };

function variantState(variant: VariantStock, { product, waitlist, store }: Around): VariantState {
  return {
    id: variant.externalId,
    sku: variant.sku,
    product: { id: product.externalId, product_code: product.handle },
    state: preorderStateOfVariant(variant),
    waitlist: waitlist && variant.onWaitlist ? waitlistView(waitlist, store) : null,
  };
}

function unknownVariant(): AppError {
  return new AppError('variant_not_found', 'There is no such variant in this store.', { param: 'variant_id' });
}
