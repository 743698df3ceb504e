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
import { parseExternalId } from '../../domain/external-id.ts';
import { preorderStateOfProduct, preorderStateOfVariant } from '../../domain/product-preorder-state.ts';
import type { Sql } from '../../platform/db.ts';
import type { App } from '../../platform/http.ts';
import {
  ProductState,
  ProductStateAnswer,
  ProductStateQuery,
  PUBLIC_API,
  StateWaitlist,
  VariantState,
  VariantStateAnswer,
  VariantStateQuery,
} from '../../protocol/schema/public-api.ts';
import type { LoadedAnswer } from '../answer-cache.ts';
import { answerPlainRead } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { answerPreflights, json, notOk, storeKeyOf, unknownKey } from './public-route.ts';
import { waitlistView } from './waitlists.ts';

const PRODUCT_PATH = '/api/v1/products/preorder-state';
const VARIANT_PATH = '/api/v1/variants/preorder-state';

/** Registers `GET /api/v1/products/preorder-state` and `GET /api/v1/variants/preorder-state` (contract: Preorder state). */
export function registerPreorderState(app: App, deps: Pick<Deps, 'db' | 'answers' | 'limits'>): void {
  for (const schema of [StateWaitlist, ProductState, VariantState]) app.addSchema(schema);

  app.get(
    PRODUCT_PATH,
    {
      schema: {
        tags: [PUBLIC_API],
        operationId: 'getProductPreorderState',
        summary: 'Whether a product is on the shelf, on pre-order or sold out',
        querystring: ProductStateQuery,
        response: { 200: ProductStateAnswer, ...notOk, 404: { $ref: 'Error#', description: '`product_not_found`' } },
      },
    },
    (request, reply) => {
      const { handle } = request.query;
      const storeKey = storeKeyOf(deps, request, request.query.api_key);
      const load = () => loadProductState(deps.db, storeKey, handle);
      return answerPlainRead(deps, { request, reply }, { storeKey, about: `product state ${handle}`, load });
    },
  );

  app.get(
    VARIANT_PATH,
    {
      schema: {
        tags: [PUBLIC_API],
        operationId: 'getVariantPreorderState',
        summary: 'Whether a variant is on the shelf, on pre-order or sold out',
        querystring: VariantStateQuery,
        response: { 200: VariantStateAnswer, ...notOk, 404: { $ref: 'Error#', description: '`variant_not_found`' } },
      },
    },
    (request, reply) => {
      const storeKey = storeKeyOf(deps, request, request.query.api_key);
      const variantId = parseExternalId(request.query.variant_id);
      if (variantId === null) {
        throw new AppError('invalid_parameter', 'variant_id is not an id.', { param: 'variant_id' });
      }
      const load = () => loadVariantState(deps.db, storeKey, variantId);
      return answerPlainRead(deps, { request, reply }, { storeKey, about: `variant state ${variantId}`, load });
    },
  );

  for (const path of [PRODUCT_PATH, VARIANT_PATH]) answerPreflights(app, path, 'GET, HEAD');
}

/** Loads the answer of `GET /api/v1/products/preorder-state` (contract: Preorder state). */
async function loadProductState(sql: Sql, storeKey: string, handle: string): Promise<LoadedAnswer> {
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
    product: productView(product),
    state: preorderStateOfProduct(variants),
    waitlist: waitlist && stateWaitlist(waitlist, variants, store),
  };
  return { storeId: store.id, productId: product.id, msUntilChange, content: json(state) };
}

/** Loads the answer of `GET /api/v1/variants/preorder-state` (contract: Preorder state). */
async function loadVariantState(sql: Sql, storeKey: string, externalId: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  const product = await findProductOfVariant(sql, store.id, externalId);
  if (!product) return { storeId: store.id, productId: null, msUntilChange: null, content: unknownVariant() };
  const { msUntilChange, waitlist, variants } = await loadSupply(sql, store.id, product);
  const variant = variants.find((each) => each.externalId === product.variantExternalId);
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
    product: productView(product),
    state: preorderStateOfVariant(variant),
    waitlist: waitlist && variant.onWaitlist ? stateWaitlist(waitlist, [variant], store) : null,
  };
}

function productView({ externalId, handle }: ProductKey): ProductState['product'] {
  return { id: externalId, product_code: handle, handle };
}

/** Returns the waitlist with what older clients read of it: the units left of these variants, and who may sell them. */
function stateWaitlist(waitlist: OpenWaitlist, variants: VariantStock[], store: Around['store']): StateWaitlist {
  return {
    ...waitlistView(waitlist, store),
    units_left: variants.reduce((sum, { left }) => sum + left, 0),
    compatible_checkouts: ['service'],
  };
}

function unknownVariant(): AppError {
  return new AppError('variant_not_found', 'There is no such variant in this store.', { param: 'variant_id' });
}
