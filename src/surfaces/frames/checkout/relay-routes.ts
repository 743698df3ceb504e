import { keepRelayed } from '../../../core/checkouts/commands/relay.ts';
import { AppError } from '../../../domain/error.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { RelayAnswer, RelayedAnswer, RelayRequest } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';
import { readRelayed } from './relayed.ts';

const Query = Type.Object({
  key: Type.String({ maxLength: 100 }),
  after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
});

/**
 * Registers `/frames/1/api/relays`, which carries events from a checkout in its own page to the frames in the isolated page
 * that led there. If the store is another site, browsers do not let the two share storage or channels.
 */
export function registerRelay(app: App, deps: Pick<Deps, 'db' | 'secrets' | 'limits'>): void {
  const path = '/frames/1/api/relays';
  const countUnknown = (client: string) => (error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_api_key') deps.limits.unknownKeys.take(client);
    throw error;
  };

  app.post(
    path,
    { schema: { hide: true, body: RelayRequest, response: { 202: RelayAnswer } } },
    async (request, reply) => {
      const { clientAddress, body } = request;
      deps.limits.writes.take(clientAddress, body.key);
      // Any client can make up relays, so the number of its events is limited.
      deps.limits.relayed.take(clientAddress, '', body.events.length);
      await keepRelayed(deps, body).catch(countUnknown(clientAddress));
      return reply.code(202).send({ meta: { result: 'success' as const }, data: {} });
    },
  );

  app.get(path, { schema: { hide: true, querystring: Query, response: { 200: RelayedAnswer } } }, async (request) => {
    const { key: storeKey, after } = request.query;
    deps.limits.writes.take(request.clientAddress, storeKey);
    const secret = /^Bearer ([\w-]{36})$/.exec(request.headers.authorization ?? '')?.[1];
    const events = secret
      ? await readRelayed(deps, { storeKey, secret, after }).catch(countUnknown(request.clientAddress))
      : [];
    return { meta: { result: 'success' as const }, data: events };
  });
}
