import { findStoreByKey } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { AddressSearchError } from '../../../integrations/addresses/port.ts';
import type { App } from '../../../platform/http.ts';
import { AddressesAnswer, AddressesRequest } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';

type RouteDeps = Pick<Deps, 'db' | 'limits' | 'addresses' | 'log'>;

/**
 * Registers `POST /frames/1/api/addresses`, which completes an address by the store's service. A service that fails is only
 * logged: the shopper types on.
 */
export function registerAddresses(app: App, deps: RouteDeps): void {
  app.post(
    '/frames/1/api/addresses',
    { schema: { hide: true, body: AddressesRequest, response: { 200: AddressesAnswer } } },
    async (request) => {
      const { key, country, text } = request.body;
      deps.limits.writes.take(request.clientAddress, key);
      const store = await findStoreByKey(deps.db, key);
      if (!store) {
        deps.limits.unknownKeys.take(request.clientAddress);
        throw new AppError('invalid_api_key', 'No store has this API key.');
      }
      const search = store.addressSearch === null ? null : deps.addresses(store.addressSearch);
      const data = await search?.suggest({ text, country }).catch((error: unknown) => {
        if (!(error instanceof AddressSearchError)) throw error;
        deps.log.warn({ store: store.id, reason: error.message }, 'the address search of a store did not answer');
      });
      return { meta: { result: 'success' as const }, data: data ?? [] };
    },
  );
}
