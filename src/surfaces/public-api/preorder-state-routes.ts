import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import type { App } from '../../platform/http.ts';
import {
  ProductState,
  ProductStateAnswer,
  ProductStateQuery,
  PUBLIC_API,
  VariantState,
  VariantStateAnswer,
  VariantStateQuery,
} from '../../protocol/schema/public-api.ts';
import { answerPlainRead } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { loadProductState, loadVariantState } from './preorder-state-answers.ts';
import { answerPreflights, notOk, storeKeyOf } from './public-route.ts';

const PRODUCT_PATH = '/api/v1/products/preorder-state';
const VARIANT_PATH = '/api/v1/variants/preorder-state';

/** Registers `GET /api/v1/products/preorder-state` and `GET /api/v1/variants/preorder-state` (contract: Preorder state). */
export function registerPreorderStateRoutes(app: App, deps: Pick<Deps, 'db' | 'answers' | 'limits'>): void {
  for (const schema of [ProductState, VariantState]) app.addSchema(schema);

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
