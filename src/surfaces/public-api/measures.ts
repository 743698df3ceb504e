import { LRUCache } from 'lru-cache';
import { findStoreByKey } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import { acceptJsonAs } from '../../platform/json-bodies.ts';
import { Type } from '../../platform/type.ts';
import { ApiKey } from '../../protocol/schema/public-api.ts';
import { MEASURES_MAX, MEASURES_PATH } from '../../protocol/wire/measures.ts';
import type { Deps } from '../deps.ts';
import { noteReport } from '../sightings.ts';
import { answerPreflights, storeKeyOf } from './public-route.ts';

type MeasureDeps = Pick<Deps, 'db' | 'limits' | 'measures' | 'sightings' | 'baseUrl' | 'portalUrl'>;

// An old key still counts for this long after a change, which does no harm for counts.
const KNOWN_KEY_MS = 60_000;
const KNOWN_KEYS_MAX = 10_000;

const Query = Type.Object({ api_key: ApiKey });
const Counts = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })));

/** Registers `POST /api/v1/measures`, which receives pages' counts of placement events (docs/guides/measures.md). */
export function registerMeasureRoutes(app: App, deps: MeasureDeps): void {
  const storeIdOf = createKeyBook(deps);
  // A scope of its own, because no other route accepts a text body.
  app.register((scope: App, _options, done) => {
    acceptJsonAs(scope, 'text/plain');
    // Without this header a cross-origin isolated page would block and report the answer.
    scope.addHook('onRequest', (_request, reply, next) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
      next();
    });
    scope.post(
      MEASURES_PATH,
      { schema: { hide: true, querystring: Query, body: Counts }, bodyLimit: MEASURES_MAX.bytes },
      async (request, reply) => {
        const storeKey = storeKeyOf(deps, request, request.query.api_key);
        deps.limits.reads.take(request.clientAddress, storeKey);
        noteReport(deps, request.headers, storeKey);
        const storeId = await storeIdOf(storeKey, request.clientAddress);
        // A shopper with Global Privacy Control is not counted.
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
 * Caches the store ids of public keys. Throws `invalid_api_key`. Returns null while the database is unavailable, because
 * the page is already gone and cannot retry.
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
