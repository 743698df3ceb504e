import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import type { App } from '../../platform/http.ts';
import { ErrorEnvelope } from '../../protocol/schema/envelope.ts';
import {
  Availability,
  AvailabilityAnswer,
  AvailabilityQuery,
  AvailabilityVariant,
  PUBLIC_API,
  Waitlist,
  WaitlistsAnswer,
  WaitlistsQuery,
} from '../../protocol/schema/public-api.ts';
import { answerPlainRead } from '../answers.ts';
import type { Deps } from '../deps.ts';
import { registerPreorderStateRoutes } from './preorder-state-routes.ts';
import { loadAvailability, loadWaitlists } from './product-answers.ts';
import { answerPreflights, notOk, storeKeyOf } from './public-route.ts';

type PlacementDeps = Pick<Deps, 'db' | 'answers' | 'limits'>;

/** Registers the public reads: `GET /api/v1/waitlists`, `GET /api/v1/availability`, pre-order states (contract: HTTP API). */
export function registerPlacementRoutes(app: App, deps: PlacementDeps): void {
  for (const schema of [ErrorEnvelope, Waitlist, AvailabilityVariant, Availability]) app.addSchema(schema);

  app.get(
    '/api/v1/waitlists',
    {
      schema: {
        tags: [PUBLIC_API],
        operationId: 'getWaitlists',
        summary: 'All open waitlists of a store',
        querystring: WaitlistsQuery,
        response: { 200: WaitlistsAnswer, ...notOk },
      },
    },
    (request, reply) => {
      const storeKey = storeKeyOf(deps, request, request.query.api_key);
      return answerPlainRead(
        deps,
        { request, reply },
        { storeKey, about: 'waitlists', load: () => loadWaitlists(deps.db, storeKey) },
      );
    },
  );

  app.get(
    '/api/v1/availability',
    {
      schema: {
        tags: [PUBLIC_API],
        operationId: 'getAvailability',
        summary: 'What is left of a product and of each of its variants',
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

  for (const path of ['/api/v1/waitlists', '/api/v1/availability']) answerPreflights(app, path, 'GET, HEAD');
  registerPreorderStateRoutes(app, deps);
}
