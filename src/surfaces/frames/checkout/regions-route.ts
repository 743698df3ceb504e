import { addressRules } from '../../../core/checkouts/address-rules.ts';
import { AppError } from '../../../domain/error.ts';
import { readerLocale } from '../../../messages/catalogue.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { RegionsAnswer } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';

const Query = Type.Object({ country: Type.String({ maxLength: 10 }), lang: Type.String({ maxLength: 100 }) });

// Regions hardly ever change, so browsers may cache them for a day.
const CACHE_CONTROL = 'public, max-age=86400';

/**
 * Registers `GET /frames/1/api/regions?country=US&lang=de`: the regions in the country's addresses, or an empty list. All
 * countries' regions are 18 kB, so the checkout only reads those of the chosen country.
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
