import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import { errorBody, errorHeaders } from '../../platform/http-errors.ts';
import type { Deps } from '../deps.ts';
import { requireSelling } from './health.ts';

/**
 * Registers `/health/live` (this process answers) and `/health/ready` (it can serve, which needs the database, and goes on to).
 * A process that ends still answers other requests, but is not ready: balancers choose others before it stops.
 */
export function registerHealthRoutes(app: App, deps: Pick<Deps, 'db' | 'sales'>, isEnding: () => boolean): void {
  app.get('/health/live', (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ meta: { result: 'success' }, data: { status: 'live' } });
  });
  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isEnding()) {
      const error = new AppError('unavailable', 'This process ends.');
      return reply.code(error.status).headers(errorHeaders(error)).send(errorBody(error, request.id)); // no error for the log
    }
    await requireSelling(deps).catch(({ message, cause }: Error) => {
      throw new AppError('unavailable', message, { detail: String(cause ?? '') });
    });
    return { meta: { result: 'success' }, data: { status: 'ready' } };
  });
}
