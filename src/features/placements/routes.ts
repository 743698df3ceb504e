import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { isUuid } from '../../domain/uuid.ts';
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
import type { Deps } from '../deps.ts';
import { answerPlainRead } from './answer.ts';
import { loadAvailability, loadWaitlists } from './public-answers.ts';

type PlacementDeps = Pick<Deps, 'db' | 'answers' | 'limits'>;

const notOk = {
  304: { type: 'null', description: 'Unchanged: `If-None-Match` named the `ETag` of what would be sent.' },
  400: { $ref: 'Error#', description: '`missing_parameter`, `invalid_parameter`' },
  401: { $ref: 'Error#', description: '`missing_api_key`, `invalid_api_key`' },
  429: { $ref: 'Error#', description: '`rate_limited`, with `Retry-After`' },
  503: { $ref: 'Error#', description: '`unavailable`, with `Retry-After`' },
};

/** The public reads, `GET /api/v1/waitlists` and `GET /api/v1/availability` (contract: HTTP API). */
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

  for (const path of ['/api/v1/waitlists', '/api/v1/availability']) {
    app.options(path, (_request, reply) => answerPreflight(reply));
  }
}

/** A text that is no key never reaches the database. */
function storeKeyOf(deps: PlacementDeps, request: FastifyRequest, given: string): string {
  if (isUuid(given)) return given.toLowerCase();
  deps.limits.unknownKeys.take(request.clientAddress);
  throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'api_key' });
}

/** Any page may ask, with any header and no credentials; browsers keep the answer for a day or less, as they like. */
function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
      'cache-control': 'public, max-age=86400',
    })
    .send();
}
