import { estimate } from '../../../core/checkouts/commands/estimate.ts';
import type { App } from '../../../platform/http.ts';
import { PriceAnswer, PriceRequest } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';
import { limitWrongCodes } from './wrong-codes.ts';

/** Registers `POST /frames/1/api/prices`: what a shopper would pay at the place that their wallet shows. It holds nothing. */
export function registerPrices(app: App, deps: Pick<Deps, 'db' | 'tax' | 'limits' | 'guesses'>): void {
  app.post(
    '/frames/1/api/prices',
    { schema: { hide: true, body: PriceRequest, response: { 200: PriceAnswer } } },
    async (request) => {
      deps.limits.writes.take(request.clientAddress, request.body.key);
      const data = await limitWrongCodes(deps, request, () => estimate(deps, request.body));
      return { meta: { result: 'success' as const }, data };
    },
  );
}
