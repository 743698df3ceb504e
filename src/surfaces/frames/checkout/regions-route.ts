import Type from 'typebox';
import { addressRules } from '../../../core/checkouts/address-rules.ts';
import { AppError } from '../../../domain/error.ts';
import { readerLocale } from '../../../messages/catalogue.ts';
import type { App } from '../../../platform/http.ts';
import { RegionsAnswer } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';

const Query = Type.Object({ country: Type.String({ maxLength: 10 }), lang: Type.String({ maxLength: 100 }) });

// They change when a country's government does; a day is what a browser need not ask again.
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * `GET /frames/1/api/regions?country=US&lang=de`: the regions that the country's addresses name, an empty list where they
 * name none. All of them are 18 kB, so that the checkout asks for those of the country that was chosen.
 */
export function registerRegions(app: App, deps: Pick<Deps, 'limits'>): void {
  app.get(
    '/frames/1/api/regions',
    { schema: { hide: true, querystring: Query, response: { 200: RegionsAnswer } } },
    async (request, reply) => {
      const { country, lang } = request.query;
      deps.limits.reads.take(request.clientAddress, 'regions');
      const rules = addressRules(country, readerLocale(lang));
      if (!rules) throw new AppError('invalid_parameter', 'country is not a country.', { param: 'country' });
      reply.header('cache-control', CACHE_CONTROL);
      return { meta: { result: 'success' as const }, data: rules.regions ?? [] };
    },
  );
}
