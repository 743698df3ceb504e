import { AppError } from '../../../domain/error.ts';
import { ProviderError } from '../../../integrations/payments/port.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import { TestProviderAction } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';

/** Registers the route that answers the test provider's second step. A real provider would show the shopper's bank. */
export function registerTestProviderRoutes(app: App, deps: Pick<Deps, 'limits' | 'testProvider'>): void {
  app.post(
    '/frames/1/test-provider/payments/:ref/action',
    {
      schema: {
        hide: true,
        params: Type.Object({ ref: Type.String({ maxLength: 100 }) }),
        body: TestProviderAction,
        response: {
          200: Type.Object({
            meta: Type.Object({ result: Type.Literal('success') }),
            data: Type.Object({ status: Type.String() }),
          }),
        },
      },
    },
    async (request, reply) => {
      deps.limits.writes.take(request.clientAddress, 'test-provider');
      reply.header('cache-control', 'no-store');
      const { clientSecret, approve } = request.body;
      try {
        const { status } = await deps.testProvider.answerChallenge(request.params.ref, clientSecret, approve);
        return { meta: { result: 'success' as const }, data: { status } };
      } catch (error) {
        if (error instanceof ProviderError) throw new AppError('not_found', 'There is no such payment.');
        throw error;
      }
    },
  );
}
