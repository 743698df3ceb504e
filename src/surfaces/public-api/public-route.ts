import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { App } from '../../platform/http.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { Availability, ProductState, VariantState, Waitlist } from '../../protocol/schema/public-api.ts';
import type { LoadedAnswer } from '../answer-cache.ts';
import type { Deps } from '../deps.ts';

/** The responses of every public read besides its data, for the OpenAPI document. */
export const notOk = {
  304: { type: 'null', description: 'Unchanged: `If-None-Match` has the `ETag` of the present answer.' },
  400: { $ref: 'Error#', description: '`missing_parameter`, `invalid_parameter`' },
  401: { $ref: 'Error#', description: '`missing_api_key`, `invalid_api_key`' },
  429: { $ref: 'Error#', description: '`rate_limited`, with `Retry-After`' },
  503: { $ref: 'Error#', description: '`unavailable`, with `Retry-After`' },
};

/** Checks the format of a key, so that other text never reaches the database. Throws `invalid_api_key`. */
export function storeKeyOf(deps: Pick<Deps, 'limits'>, request: FastifyRequest, given: string): string {
  if (isUuid(given)) return given.toLowerCase();
  deps.limits.unknownKeys.take(request.clientAddress);
  throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'api_key' });
}

/** Allows CORS requests of any page with any header and no credentials. Browsers cache the answer for a day at most. */
export function answerPreflights(app: App, path: string, methods: string): void {
  app.options(
    path,
    (_request, reply): FastifyReply =>
      reply
        .code(204)
        .headers({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': `${methods}, OPTIONS`,
          'access-control-allow-headers': '*',
          'access-control-max-age': '86400',
          'cache-control': 'public, max-age=86400',
        })
        .send(),
  );
}

/** Returns the refusal of an unknown key. It is cached too, so that repeated requests cost only one query. */
export function unknownKey(): LoadedAnswer {
  const content = new AppError('invalid_api_key', 'No store has this API key.', { param: 'api_key' });
  return { storeId: null, productId: null, msUntilChange: null, content };
}

const PUBLIC_HEADERS = { 'access-control-allow-origin': '*' };

/** Returns data in the envelope of the public API, readable by any page. */
export function json(data: Availability | Waitlist[] | ProductState | VariantState): Content {
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ meta: { result: 'success' }, data }),
    headers: PUBLIC_HEADERS,
  };
}
