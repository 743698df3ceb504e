import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';

/** What every public read may answer besides its data, for the API's description. */
export const notOk = {
  304: { type: 'null', description: 'Unchanged: `If-None-Match` named the `ETag` of what would be sent.' },
  400: { $ref: 'Error#', description: '`missing_parameter`, `invalid_parameter`' },
  401: { $ref: 'Error#', description: '`missing_api_key`, `invalid_api_key`' },
  429: { $ref: 'Error#', description: '`rate_limited`, with `Retry-After`' },
  503: { $ref: 'Error#', description: '`unavailable`, with `Retry-After`' },
};

/** A text that is no key never reaches the database. */
export function storeKeyOf(deps: Pick<Deps, 'limits'>, request: FastifyRequest, given: string): string {
  if (isUuid(given)) return given.toLowerCase();
  deps.limits.unknownKeys.take(request.clientAddress);
  throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'api_key' });
}

/** Any page may ask, with any header and no credentials; browsers keep the answer for a day or less, as they like. */
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
