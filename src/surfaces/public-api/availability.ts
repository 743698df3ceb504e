import { findStoreByKey } from '../../core/stores/queries.ts';
import { findProduct, listVariantStock, type VariantStock } from '../../core/waitlists/queries/on-sale.ts';
import { msUntilScheduledChange, openWaitlistOf } from '../../core/waitlists/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { isLeftToShelf } from '../../domain/product-preorder-state.ts';
import type { Sql } from '../../platform/db.ts';
import type { App } from '../../platform/http.ts';
import {
  Availability,
  AvailabilityAnswer,
  AvailabilityQuery,
  AvailabilityVariant,
  PUBLIC_API,
} from '../../protocol/schema/public-api.ts';
import type { LoadedAnswer } from '../answer-cache.ts';
import { answerPlainRead } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { answerPreflights, json, notOk, storeKeyOf, unknownKey } from './public-route.ts';

const PATH = '/api/v1/availability';

/** Registers `GET /api/v1/availability` (contract: GET /availability). */
export function registerAvailability(app: App, deps: Pick<Deps, 'db' | 'answers' | 'limits'>): void {
  for (const schema of [AvailabilityVariant, Availability]) app.addSchema(schema);

  app.get(
    PATH,
    {
      schema: {
        tags: [PUBLIC_API],
        operationId: 'getAvailability',
        summary: 'The units left of a product and of each of its variants',
        querystring: AvailabilityQuery,
        response: {
          200: AvailabilityAnswer,
          ...notOk,
          404: { $ref: 'Error#', description: '`product_not_found`' },
        },
      },
    },
    (request, reply) => {
      const storeKey = storeKeyOf(deps, request, request.query.api_key);
      const productId = parseExternalId(request.query.product_id);
      if (productId === null) {
        throw new AppError('invalid_parameter', 'product_id is not an id.', { param: 'product_id' });
      }
      const load = () => loadAvailability(deps.db, storeKey, productId);
      return answerPlainRead(deps, { request, reply }, { storeKey, about: `availability ${productId}`, load });
    },
  );
  answerPreflights(app, PATH, 'GET, HEAD');
}

/**
 * Loads the answer of `GET /api/v1/availability` (contract: GET /availability), or `product_not_found`. A product without
 * an open waitlist has no stock, and all its variants are listed.
 */
export async function loadAvailability(sql: Sql, storeKey: string, externalId: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  const product = await findProduct(sql, store.id, externalId);
  if (!product) {
    const content = new AppError('product_not_found', 'There is no such product in this store.', {
      param: 'product_id',
    });
    return { storeId: store.id, productId: null, msUntilChange: null, content };
  }
  const msUntilChange = await msUntilScheduledChange(sql, store.id, product.id);
  const waitlistId = await openWaitlistOf(sql, store.id, product.id);
  const variants = await listVariantStock(sql, store.id, { productId: product.id, waitlistId });
  const availability: Availability = {
    id: product.externalId,
    product_code: product.handle,
    available: waitlistId !== null,
    available_stock: variants.reduce((sum, variant) => sum + variant.left, 0),
    variants: variants.map((variant) => variantView(variant, waitlistId)),
  };
  return { storeId: store.id, productId: product.id, msUntilChange, content: json(availability) };
}

function variantView(variant: VariantStock, waitlistId: string | null): Availability['variants'][number] {
  return {
    id: variant.externalId,
    sku: variant.sku,
    available: variant.left > 0,
    available_stock: variant.left,
    available_in_stock: variant.inStock,
    oversell_enabled: variant.oversellEnabled,
    waitlist_id: variant.onWaitlist ? waitlistId : null,
    left_to_shelf: isLeftToShelf(variant.shelfFirst, variant),
  };
}
