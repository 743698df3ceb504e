import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { findStoreByKey } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { type App, acceptJsonAs } from '../../platform/http.ts';
import { ApiKey } from '../../protocol/schema/public-api.ts';
import { MEASURES_MAX, MEASURES_PATH } from '../../protocol/wire/measures.ts';
import type { Deps } from '../deps.ts';
import { answerPreflights, storeKeyOf } from './public-route.ts';

type MeasureDeps = Pick<Deps, 'db' | 'limits' | 'measures'>;

// A key that was changed counts for this long: nothing depends on it.
const KNOWN_KEY_MS = 60_000;
const KNOWN_KEYS_MAX = 10_000;

const Query = Type.Object({ api_key: ApiKey });
const Told = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })));

/** `POST /api/v1/measures`: what pages tell of their placements (docs/guides/measures.md). */
export function registerMeasureRoutes(app: App, deps: MeasureDeps): void {
  const storeIdOf = createKeyBook(deps);
  // A scope of its own, for nowhere else a body may come as text.
  app.register((scope: App, _options, done) => {
    acceptJsonAs(scope, 'text/plain');
    // A page that isolates itself would report an answer that is not said to be for it.
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
      next();
    });
    scope.post(
      MEASURES_PATH,
      { schema: { hide: true, querystring: Query, body: Told }, bodyLimit: MEASURES_MAX.bytes },
      async (request, reply) => {
        const storeKey = storeKeyOf(deps, request, request.query.api_key);
        deps.limits.reads.take(request.clientAddress, storeKey);
        const storeId = await storeIdOf(storeKey, request.clientAddress);
        // Global Privacy Control: who asks not to be followed is not even counted.
        const objects = request.headers['sec-gpc'] === '1';
        if (storeId !== null && !objects) deps.measures.add(storeId, request.body);
        return reply.code(204).headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' }).send();
      },
    );
    done();
  });
  answerPreflights(app, MEASURES_PATH, 'POST');
}

/**
 * Knows the stores' keys without asking the database for each page. Throws `invalid_api_key`; null while the database
 * cannot say, since a page that is gone would not come back with it.
 */
function createKeyBook({ db, limits }: MeasureDeps) {
  const known = new LRUCache<string, string>({ max: KNOWN_KEYS_MAX, ttl: KNOWN_KEY_MS });
  return async (storeKey: string, clientAddress: string): Promise<string | null> => {
    const storeId = known.get(storeKey);
    if (storeId !== undefined) return storeId;
    const store = await findStoreByKey(db, storeKey).catch(() => undefined);
    if (store === undefined) return null;
    if (store === null) {
      limits.unknownKeys.take(clientAddress);
      throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'api_key' });
    }
    known.set(storeKey, store.id);
    return store.id;
  };
}
